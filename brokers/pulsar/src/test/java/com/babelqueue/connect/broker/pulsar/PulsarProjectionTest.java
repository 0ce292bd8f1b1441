package com.babelqueue.connect.broker.pulsar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.broker.NativeHeader;
import com.babelqueue.connect.envelope.Envelope;
import com.babelqueue.connect.envelope.EnvelopeScanner;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How messages look on a real broker is the sender's test; here what is left out. */
class PulsarProjectionTest {
  private static final Envelope BARE =
      new EnvelopeScanner()
          .scan(
              "{\"job\":\"urn:x\",\"trace_id\":\" \",\"data\":{},\"meta\":{\"id\":\"\"}}"
                  .getBytes(UTF_8));

  @Test
  void blankIsLeftOutAndAttemptsNeverAre() {
    assertThat(PulsarProjection.properties(BARE, 7, List.of(), null))
        .containsEntry("bq-job", "urn:x")
        .containsEntry("bq-attempts", "7")
        .doesNotContainKeys("bq-message-id", "bq-source-lang", "bq-delay");
  }

  @Test
  void aNameOfTheContractsIsNeverTakenFromAHeader() {
    List<NativeHeader> headers =
        List.of(new NativeHeader("bq-source-lang", "cobol"), new NativeHeader("bq-delay", "1"));

    assertThat(PulsarProjection.properties(BARE, 0, headers, null))
        .doesNotContainKeys("bq-source-lang", "bq-delay");
    assertThat(PulsarProjection.properties(null, 0, headers, null)).isEmpty();
  }

  @Test
  void onlyARealDelayIsTold() {
    assertThat(PulsarProjection.properties(null, 0, List.of(), Duration.ofMillis(1)))
        .isEqualTo(Map.of("bq-delay", "1"));
    assertThat(PulsarProjection.properties(null, 0, List.of(), Duration.ZERO)).isEmpty();
  }
}
