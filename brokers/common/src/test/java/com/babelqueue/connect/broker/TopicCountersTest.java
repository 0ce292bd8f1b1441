package com.babelqueue.connect.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TopicCountersTest {
  @Test
  void everyTopicIsCountedByItself() {
    TopicCounters counters = new TopicCounters();
    counters.increment("orders");
    counters.increment("invoices");
    Map<String, Long> before = counters.snapshot();
    counters.increment("orders");

    assertThat(before).as("a snapshot stays as it was").containsEntry("orders", 1L);
    assertThat(counters.snapshot()).isEqualTo(Map.of("invoices", 1L, "orders", 2L));
    assertThat(counters.snapshot().keySet()).containsExactly("invoices", "orders");
  }
}
