package com.babelqueue.connect.sink;

import org.apache.kafka.connect.sink.SinkRecord;

/**
 * A message that was taken in and that the broker has not confirmed yet, together with the record
 * it came from. Owned by the task's thread.
 */
final class Pending {
  final SinkRecord record;
  final RecordOrigin origin;
  final OffsetLedger.Entry entry;
  final OutboundMessage message;

  /** Its place in the order in which messages were taken in, which is the order to send in. */
  final long sequence;

  /** About how many bytes it takes. */
  final int size;

  /** Whether it lies in its lane; otherwise an attempt is under way or it is settled. */
  boolean waiting;

  /** Whether nothing is to happen with it any more. */
  boolean settled;

  Pending(
      SinkRecord record,
      RecordOrigin origin,
      OffsetLedger.Entry entry,
      OutboundMessage message,
      long sequence) {
    this.record = record;
    this.origin = origin;
    this.entry = entry;
    this.message = message;
    this.sequence = sequence;
    this.size = message.size();
  }
}
