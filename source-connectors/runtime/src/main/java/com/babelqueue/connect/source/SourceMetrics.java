package com.babelqueue.connect.source;

import com.babelqueue.connect.broker.TopicCounters;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * The counters of one task, as an operator reads them over JMX. Counters may be bumped from any
 * thread and never go back.
 */
final class SourceMetrics implements SourceMetricsMXBean {
  final LongAdder received = new LongAdder();
  final LongAdder acknowledged = new LongAdder();
  final LongAdder settled = new LongAdder();
  final LongAdder settlementFailures = new LongAdder();
  final LongAdder staleSettlements = new LongAdder();
  final LongAdder released = new LongAdder();
  final LongAdder rejected = new LongAdder();
  final LongAdder dropped = new LongAdder();
  final LongAdder held = new LongAdder();
  final LongAdder deadLettered = new LongAdder();
  final LongAdder gateRefusals = new LongAdder();
  final LongAdder locksRenewed = new LongAdder();
  final LongAdder locksLost = new LongAdder();
  final LongAdder connectionsLost = new LongAdder();
  final TopicCounters deduplicated = new TopicCounters();
  final LongAdder idempotencyStoreFailures = new LongAdder();

  /** Written by the engine's thread. */
  final AtomicLong inFlightMessages = new AtomicLong();

  /** Written by the engine's thread. */
  final AtomicLong inFlightBytes = new AtomicLong();

  @Override
  public long getReceived() {
    return received.sum();
  }

  @Override
  public long getAcknowledged() {
    return acknowledged.sum();
  }

  @Override
  public long getSettled() {
    return settled.sum();
  }

  @Override
  public long getSettlementFailures() {
    return settlementFailures.sum();
  }

  @Override
  public long getStaleSettlements() {
    return staleSettlements.sum();
  }

  @Override
  public long getReleased() {
    return released.sum();
  }

  @Override
  public long getRejected() {
    return rejected.sum();
  }

  @Override
  public long getDropped() {
    return dropped.sum();
  }

  @Override
  public long getHeld() {
    return held.sum();
  }

  @Override
  public long getDeadLettered() {
    return deadLettered.sum();
  }

  @Override
  public long getGateRefusals() {
    return gateRefusals.sum();
  }

  @Override
  public long getLocksRenewed() {
    return locksRenewed.sum();
  }

  @Override
  public long getLocksLost() {
    return locksLost.sum();
  }

  @Override
  public long getConnectionsLost() {
    return connectionsLost.sum();
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
  public long getInFlightMessages() {
    return inFlightMessages.get();
  }

  @Override
  public long getInFlightBytes() {
    return inFlightBytes.get();
  }
}
