package com.babelqueue.connect.broker.rabbitmq;

/**
 * A message that AMQP 0-9-1 or the broker can never take: the fault is the record's, so that no
 * retry and no change of settings helps the messages behind it. Its message names fields and
 * limits, never their values.
 */
public final class UnfitMessageException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String reason;

  /**
   * @param reason a short stable code, such as {@code too_large}
   * @param detail for people, without any payload
   */
  public UnfitMessageException(String reason, String detail) {
    super(detail);
    this.reason = reason;
  }

  /** A short stable code, such as {@code too_large}. */
  public String reason() {
    return reason;
  }
}
