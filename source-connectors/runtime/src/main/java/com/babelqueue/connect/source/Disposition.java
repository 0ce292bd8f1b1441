package com.babelqueue.connect.source;

/** What becomes of a delivery before Connect has seen it. */
sealed interface Disposition {
  /**
   * It goes to Kafka, into its topic or into the dead-letter topic.
   *
   * @param record what {@code poll} returns
   * @param poison why it is a dead letter; null for an ordinary record
   */
  record HandOn(BridgeSourceRecord record, Poison poison) implements Disposition {}

  /**
   * It goes the broker's own dead-letter way.
   *
   * @param poison why
   */
  record Reject(Poison poison) implements Disposition {}

  /**
   * It stays unsettled until the task stops.
   *
   * @param poison why
   */
  record Hold(Poison poison) implements Disposition {}

  /**
   * It stops the task.
   *
   * @param poison why
   */
  record Fail(Poison poison) implements Disposition {}
}
