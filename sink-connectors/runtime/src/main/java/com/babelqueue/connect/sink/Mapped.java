package com.babelqueue.connect.sink;

/** What becomes of a record before any broker sees it. */
sealed interface Mapped {
  /** It is sent. */
  record Message(OutboundMessage message) implements Mapped {}

  /** It is passed over; only {@code null.values=skip} says so. */
  record Skipped() implements Mapped {}

  /** It goes the way of faulty records. */
  record Faulty(Fault fault) implements Mapped {}

  /**
   * It fails the task, because a setting says so.
   *
   * @param setting the key that would let it go on
   */
  record Fatal(Fault fault, String setting) implements Mapped {}
}
