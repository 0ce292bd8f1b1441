package com.babelqueue.connect.broker;

/**
 * The headers that say why a record in a dead-letter topic is there, beside its native ones and
 * never in the body (POI-2). The same for sources and sinks. Stateless.
 */
public final class DeadLetterHeaders {
  /** A stable code, such as {@code malformed_json}. */
  public static final String REASON = "bq-error-reason";

  /** What an operator needs beside it; never the payload. */
  public static final String DETAIL = "bq-error-detail";

  /** The broker and the queue or topic it was read from, such as {@code sqs:orders}. */
  public static final String ORIGIN = "bq-error-origin";

  /** What the broker calls the message: its native id, or partition and offset. */
  public static final String MESSAGE_ID = "bq-error-message-id";

  private DeadLetterHeaders() {}
}
