package com.babelqueue.connect.sink;

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

  /** Deliveries that the broker refused; they are made again. */
  long getRefused();

  /** Records that can never be sent and went the way of faulty records. */
  long getFaults();

  /** Records without a value that were passed over. */
  long getSkippedNullValues();

  /** Records that the schema version gate refused. */
  long getGateRefusals();

  /** Records that are no acceptable envelope. */
  long getPoison();

  /** How often the connection was lost. */
  long getConnectionsLost();

  /** Messages sent and not confirmed, now. */
  long getInFlightMessages();

  /** Bytes of messages sent and not confirmed, now. */
  long getInFlightBytes();
}
