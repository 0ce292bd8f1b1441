package com.babelqueue.connect.sink;

import com.babelqueue.connect.broker.TopicCounters;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * The counters of one task, as an operator reads them over JMX. Written by the task's thread, read
 * by any; counters never go back.
 */
final class SinkMetrics implements SinkMetricsMXBean {
  final LongAdder received = new LongAdder();
  final LongAdder sent = new LongAdder();
  final LongAdder retried = new LongAdder();
  final LongAdder refused = new LongAdder();
  final LongAdder faults = new LongAdder();
  final LongAdder skippedNullValues = new LongAdder();
  final LongAdder gateRefusals = new LongAdder();
  final LongAdder poison = new LongAdder();
  final TopicCounters gateRefused = new TopicCounters();
  final TopicCounters retriedToTier = new TopicCounters();
  final TopicCounters deadLettered = new TopicCounters();
  final TopicCounters deduplicated = new TopicCounters();
  final LongAdder idempotencyStoreFailures = new LongAdder();
  final LongAdder connectionsLost = new LongAdder();
  final AtomicLong inFlightMessages = new AtomicLong();
  final AtomicLong inFlightBytes = new AtomicLong();

  @Override
  public long getReceived() {
    return received.sum();
  }

  @Override
  public long getSent() {
    return sent.sum();
  }

  @Override
  public long getRetried() {
    return retried.sum();
  }

  @Override
  public long getRefused() {
    return refused.sum();
  }

  @Override
  public long getFaults() {
    return faults.sum();
  }

  @Override
  public long getSkippedNullValues() {
    return skippedNullValues.sum();
  }

  @Override
  public long getGateRefusals() {
    return gateRefusals.sum();
  }

  @Override
  public long getPoison() {
    return poison.sum();
  }

  @Override
  public Map<String, Long> getGateRefused() {
    return gateRefused.snapshot();
  }

  @Override
  public Map<String, Long> getRetriedToTier() {
    return retriedToTier.snapshot();
  }

  @Override
  public Map<String, Long> getDeadLettered() {
    return deadLettered.snapshot();
  }

  @Override
  public Map<String, Long> getDeduplicated() {
    return deduplicated.snapshot();
  }

  @Override
  public long getIdempotencyStoreFailures() {
    return idempotencyStoreFailures.sum();
  }

  @Override
  public long getConnectionsLost() {
    return connectionsLost.sum();
  }

  @Override
  public long getInFlightMessages() {
    return inFlightMessages.get();
  }

  @Override
  public long getInFlightBytes() {
    return inFlightBytes.get();
  }
}
