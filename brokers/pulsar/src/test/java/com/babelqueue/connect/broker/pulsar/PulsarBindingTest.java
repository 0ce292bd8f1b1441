package com.babelqueue.connect.broker.pulsar;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.envelope.AttemptsRule;
import org.junit.jupiter.api.Test;

/** What a message of a real broker becomes is the receiver's test; here the contract's names. */
class PulsarBindingTest {
  @Test
  void theContractsNamesAreTakenOffAndTheCountIsTheBrokers() {
    assertThat(PulsarBinding.BINDING.contractNames())
        .containsExactlyInAnyOrder(
            "bq-job",
            "bq-trace-id",
            "bq-message-id",
            "bq-schema-version",
            "bq-source-lang",
            "bq-attempts",
            "bq-delay");
    assertThat(PulsarBinding.BINDING.attemptsRule()).isEqualTo(AttemptsRule.PULSAR);
    assertThat(PulsarBinding.BINDING.gated()).isTrue();
    assertThat(PulsarBinding.BINDING.broker()).isEqualTo("pulsar");
  }
}
