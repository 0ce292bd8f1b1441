package com.babelqueue.connect.broker.artemis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PropertyNamesTest {
  @ParameterizedTest
  @CsvSource({
    "traceparent, traceparent",
    "bq-replay-bypass, bq_replay_bypass",
    "-a-, _a_",
    "$x1, $x1",
    "ölçü-1, ölçü_1",
    "nullable, nullable",
    "jms, jms"
  })
  void aHyphenBecomesAnUnderscore(String header, String property) {
    assertThat(PropertyNames.of(header)).isEqualTo(property);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1st",
        "a.b",
        "a b",
        "a:b",
        "☕",
        "NULL",
        "Between",
        "escape",
        "JMSType",
        "JMSXGroupID",
        "JMS-AMQP-TTL",
        "_AMQ_DUPL_ID",
        "-AMQ-SCHED-DELIVERY",
        "AMQ_SCHEDULED_DELAY"
      })
  void whatIsNoIdentifierOrActedOnHasNoName(String header) {
    assertThat(PropertyNames.of(header)).isNull();
  }
}
