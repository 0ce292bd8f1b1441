package com.babelqueue.connect.quickstart.scene;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlainEnvelopeTest {
  private static final PlainEnvelope ENVELOPE =
      new PlainEnvelope("urn:babel:a:b", "t", "i", "orders", "go", 17, "{\"n\":99.90}", 0);

  @Test
  void bodyHasTheContractsOrder() {
    assertThat(ENVELOPE.body())
        .isEqualTo(
            "{\"job\":\"urn:babel:a:b\",\"trace_id\":\"t\",\"data\":{\"n\":99.90},"
                + "\"meta\":{\"id\":\"i\",\"queue\":\"orders\",\"lang\":\"go\","
                + "\"schema_version\":1,\"created_at\":17},\"attempts\":0}");
  }

  @Test
  void retryChangesNothingButTheAttempts() {
    assertThat(ENVELOPE.retried().body())
        .isEqualTo(ENVELOPE.body().replace("\"attempts\":0", "\"attempts\":1"));
  }
}
