package com.babelqueue.connect.source;

import java.util.Map;

/**
 * What a source task shows over JMX, as {@code
 * babelqueue.connect:type=source-task,connector=NAME,task=NUMBER}. All but the two gauges count up
 * from the start of the task.
 */
public interface SourceMetricsMXBean {
  /** Messages taken from the broker. */
  long getReceived();

  /** Records that Kafka acknowledged. */
  long getAcknowledged();

  /** Messages settled at the broker for good. */
  long getSettled();

  /** Settlements the broker refused or that failed; those messages come again. */
  long getSettlementFailures();

  /** Acknowledgements that came after their session had ended; those messages come again. */
  long getStaleSettlements();

  /** Messages handed back to the queue. */
  long getReleased();

  /** Messages sent the broker's own dead-letter way. */
  long getRejected();

  /** Records that a transform filtered or whose failure was tolerated. */
  long getDropped();

  /** Messages kept unsettled because no topic could take them. */
  long getHeld();

  /** Messages written to a dead-letter topic. */
  long getDeadLettered();

  /** Messages that the schema version gate refused. */
  long getGateRefusals();

  /** Locks extended. */
  long getLocksRenewed();

  /** Locks that could not be extended; those messages come again. */
  long getLocksLost();

  /** How often the connection was lost. */
  long getConnectionsLost();

  /** Messages settled without a record since theirs was in Kafka already, by its topic. */
  Map<String, Long> getDeduplicated();

  /**
   * Calls to the idempotency store that failed. They are made again; until then what was received
   * waits.
   */
  long getIdempotencyStoreFailures();

  /** Messages received and not settled, now. */
  long getInFlightMessages();

  /** Bytes of messages received and not settled, now. */
  long getInFlightBytes();
}
