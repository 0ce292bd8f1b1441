package com.babelqueue.connect.sink;

/**
 * One attempt to send a message, and the place to report its outcome. The first outcome counts,
 * later ones are ignored. Any thread may report.
 */
public interface Send {
  /** What to send. */
  OutboundMessage message();

  /** The broker confirmed that it holds the message. */
  void sent();

  /**
   * The broker could not take it now, for a reason that passes by itself and says nothing about the
   * message: throttling, a failed entry of a batch, a busy destination. It is sent again, before
   * anything else to the same destination, and no attempt is counted.
   *
   * @param reason for the log; the broker's word, without any payload
   */
  void retry(String reason);

  /**
   * The broker refused this delivery, and may take another one later: a negative confirm, no route,
   * a full queue. Counts as a failed attempt where retry tiers are configured (RTY-1).
   *
   * @param reason a short stable code, such as {@code no_route}
   * @param detail for people, without any payload
   */
  void refused(String reason, String detail);

  /**
   * The broker can never take this message: too large, illegal characters, a delay it cannot keep
   * (DLY-2). A record fault.
   *
   * @param reason a short stable code, such as {@code too_large}
   * @param detail for people, without any payload
   */
  void rejected(String reason, String detail);
}
