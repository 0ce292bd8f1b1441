package com.babelqueue.connect.sink;

import com.babelqueue.connect.envelope.Envelope;

/** What becomes of a record before any broker sees it. */
sealed interface Mapped {
  /** It is sent. */
  record Message(OutboundMessage message) implements Mapped {}

  /** It is passed over; only {@code null.values=skip} says so. */
  record Skipped() implements Mapped {}

  /**
   * It goes the way of faulty records.
   *
   * @param envelope the acceptable envelope in it; null when there is none
   * @param attempts the envelope's reconciled counter; 0 without one
   */
  record Faulty(Fault fault, Envelope envelope, int attempts) implements Mapped {
    /** A record without an acceptable envelope. */
    Faulty(Fault fault) {
      this(fault, null, 0);
    }
  }

  /**
   * It fails the task, because a setting says so.
   *
   * @param setting the key that would let it go on
   */
  record Fatal(Fault fault, String setting) implements Mapped {}
}
