package com.babelqueue.connect.sink;

import com.babelqueue.connect.envelope.Envelope;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * A record that is not sent, or not now, and why.
 *
 * @param record as Connect handed it over; its error reporter knows it by identity
 * @param origin where it lies in Kafka
 * @param envelope the acceptable envelope in it; null when there is none, so that it may only be
 *     carried as it is (DL-5)
 * @param attempts the counter of the envelope by header and body (KFK-4); 0 without one
 * @param fault why
 */
record FaultyRecord(
    SinkRecord record, RecordOrigin origin, Envelope envelope, int attempts, Fault fault) {

  /** The counter after the delivery that failed (ATT-2); a negative one counts as 0 before it. */
  static int attemptsAfter(int attemptsBefore) {
    return Math.min(Math.max(attemptsBefore, 0), Integer.MAX_VALUE - 1) + 1;
  }
}
