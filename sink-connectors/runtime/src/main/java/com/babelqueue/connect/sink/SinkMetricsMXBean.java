package com.babelqueue.connect.sink;

import java.util.Map;

/**
 * What a sink task shows over JMX, as {@code
 * babelqueue.connect:type=sink-task,connector=NAME,task=NUMBER}. All but the two gauges count up
 * from the start of the task.
 */
public interface SinkMetricsMXBean {
  /** Records taken from Kafka. */
  long getReceived();

  /** Messages that the broker confirmed. */
  long getSent();

  /** Sends that the broker could not take for the moment; they are made again. */
  long getRetried();

  /** Deliveries that the broker refused; they are made again, or go to a retry topic. */
  long getRefused();

  /** Records that can never be sent and went the way of faulty records. */
  long getFaults();

  /** Records without a value that were passed over. */
  long getSkippedNullValues();

  /** Records that the schema version gate refused. */
  long getGateRefusals();

  /** Records that are no acceptable envelope. */
  long getPoison();

  /** Records that the schema version gate refused, by the topic they were read from. */
  Map<String, Long> getGateRefused();

  /** Records written to a retry topic and acknowledged, by the topic they were read from. */
  Map<String, Long> getRetriedToTier();

  /**
   * Records written to a dead-letter topic by the connector itself and acknowledged, by the topic
   * they were read from.
   */
  Map<String, Long> getDeadLettered();

  /**
   * Records that were not sent because a message of their id had been, by the topic they were read
   * from.
   */
  Map<String, Long> getDeduplicated();

  /** How often the idempotency store could not be asked, or did not take what it was told. */
  long getIdempotencyStoreFailures();

  /** How often the connection was lost. */
  long getConnectionsLost();

  /** Messages sent and not confirmed, now. */
  long getInFlightMessages();

  /** Bytes of messages sent and not confirmed, now. */
  long getInFlightBytes();
}
