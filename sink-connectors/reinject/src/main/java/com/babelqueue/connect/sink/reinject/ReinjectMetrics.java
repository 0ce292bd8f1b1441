package com.babelqueue.connect.sink.reinject;

import com.babelqueue.connect.broker.TopicCounters;
import com.babelqueue.connect.sink.reinject.Passage.Decision;
import com.babelqueue.connect.sink.reinject.Passage.Outcome;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** The counters of one task; written by the task's thread, read by any. */
final class ReinjectMetrics implements ReinjectMetricsMXBean {
  final LongAdder writeFailures = new LongAdder();

  private final TopicCounters reinjected = new TopicCounters();
  private final TopicCounters redriven = new TopicCounters();
  private final TopicCounters restored = new TopicCounters();
  private final LongAdder dryRun = new LongAdder();
  private final AtomicLong parked = new AtomicLong();

  void count(Decision decision) {
    if (decision.target() == null) {
      if (decision.outcome() == Outcome.REDRIVEN) {
        dryRun.increment();
      }
      return;
    }
    String topic = decision.target().topic();
    switch (decision.outcome()) {
      case REINJECTED -> reinjected.increment(topic);
      case REDRIVEN -> redriven.increment(topic);
      case RESTORED -> restored.increment(topic);
    }
  }

  void parked(long records) {
    parked.set(records);
  }

  @Override
  public long getParked() {
    return parked.get();
  }

  @Override
  public Map<String, Long> getReinjected() {
    return reinjected.snapshot();
  }

  @Override
  public Map<String, Long> getRedriven() {
    return redriven.snapshot();
  }

  @Override
  public Map<String, Long> getRestored() {
    return restored.snapshot();
  }

  @Override
  public long getDryRun() {
    return dryRun.sum();
  }

  @Override
  public long getWriteFailures() {
    return writeFailures.sum();
  }
}
