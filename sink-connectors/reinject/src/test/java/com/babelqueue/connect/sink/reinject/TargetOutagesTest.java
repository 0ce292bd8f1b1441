package com.babelqueue.connect.sink.reinject;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.broker.Backoff;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TargetOutagesTest {
  private final TargetOutages outages =
      new TargetOutages(
          "Task 0 of test",
          () -> new Backoff(Duration.ofMillis(100), Duration.ofSeconds(10), () -> 0));

  @Test
  void writesThatFailTogetherCountOnceAndLaterOnesWaitLonger() {
    outages.refused("orders", ScriptedWriter.outage(), 1_000);
    outages.refused("orders", ScriptedWriter.outage(), 1_000);
    outages.refused("orders", ScriptedWriter.outage(), 1_050);
    assertThat(outages.retryAt("orders")).isEqualTo(1_100);

    outages.refused("orders", ScriptedWriter.outage(), 1_100);
    assertThat(outages.retryAt("orders")).isEqualTo(1_300);
  }

  @Test
  void everyTopicHasItsOwnBackoffWhichASuccessEnds() {
    outages.refused("orders", ScriptedWriter.outage(), 1_000);
    assertThat(outages.retryAt("invoices")).isZero();

    outages.accepted("invoices");
    assertThat(outages.retryAt("orders")).isEqualTo(1_100);
    outages.accepted("orders");
    assertThat(outages.retryAt("orders")).isZero();
    outages.refused("orders", ScriptedWriter.outage(), 5_000);
    assertThat(outages.retryAt("orders")).as("from the start again").isEqualTo(5_100);
  }
}
