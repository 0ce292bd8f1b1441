package com.babelqueue.connect.sink;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkTaskContext;

/** Connect's side of a sink task, as far as the engine asks it. */
final class FakeContext implements SinkTaskContext {
  final Set<TopicPartition> assignment = new HashSet<>();
  final Set<TopicPartition> paused = new HashSet<>();

  /** The last timeout asked for; -1 for none. */
  long timeout = -1;

  /** Null for none. */
  ErrantRecordReporter reporter;

  @Override
  public Map<String, String> configs() {
    return Map.of();
  }

  @Override
  public void offset(Map<TopicPartition, Long> offsets) {
    throw new AssertionError("a sink never moves the consumer");
  }

  @Override
  public void offset(TopicPartition partition, long offset) {
    throw new AssertionError("a sink never moves the consumer");
  }

  @Override
  public void timeout(long millis) {
    timeout = millis;
  }

  @Override
  public Set<TopicPartition> assignment() {
    return assignment;
  }

  @Override
  public void pause(TopicPartition... partitions) {
    checkAssigned(partitions);
    paused.addAll(List.of(partitions));
  }

  @Override
  public void resume(TopicPartition... partitions) {
    checkAssigned(partitions);
    paused.removeAll(List.of(partitions));
  }

  @Override
  public void requestCommit() {}

  @Override
  public ErrantRecordReporter errantRecordReporter() {
    return reporter;
  }

  @Override
  public PluginMetrics pluginMetrics() {
    throw new AssertionError("older workers have none");
  }

  private void checkAssigned(TopicPartition... partitions) {
    if (!assignment.containsAll(List.of(partitions))) {
      throw new IllegalStateException("not assigned");
    }
  }
}
