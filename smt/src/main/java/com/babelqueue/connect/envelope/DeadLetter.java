package com.babelqueue.connect.envelope;

import java.util.Locale;
import java.util.Objects;

/**
 * The {@code dead_letter} block that is added to the copy of a message that will not be tried again
 * (contract 1.9, DL-1 to DL-3).
 *
 * @param reason why the message ended here
 * @param error message text of the cause; null when there is none, and then written as null
 * @param exception fully qualified class name of the cause; null when there is none, and then
 *     written as null
 * @param failedAt time of dead-lettering in milliseconds since the epoch
 * @param originalQueue where the message was consumed, not blank (DL-3)
 * @param attempts deliveries made, the failing one included, not negative (DL-2: previous + 1)
 */
public record DeadLetter(
    Reason reason,
    String error,
    String exception,
    long failedAt,
    String originalQueue,
    int attempts) {

  /** The only reasons that are written; any text is accepted when reading (DL-4). */
  public enum Reason {
    /** The handler failed for the last time. */
    FAILED,
    /** No handler knows the URN. */
    UNKNOWN_URN,
    /** The message cannot be handled by anyone (POI-1). */
    POISON;

    /** The text on the wire. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Checks the required members. */
  public DeadLetter {
    Objects.requireNonNull(reason, "reason");
    if (AsciiWhitespace.isBlank(originalQueue)) {
      throw new IllegalArgumentException("originalQueue must not be blank");
    }
    if (attempts < 0) {
      throw new IllegalArgumentException("attempts must not be negative: " + attempts);
    }
  }

  /**
   * A block that takes message and class from an exception.
   *
   * @param cause null when there was none
   */
  public static DeadLetter of(
      Reason reason, Throwable cause, long failedAt, String originalQueue, int attempts) {
    return new DeadLetter(
        reason,
        cause == null ? null : cause.getMessage(),
        cause == null ? null : cause.getClass().getName(),
        failedAt,
        originalQueue,
        attempts);
  }

  /** The block in the order of ENV-1; {@code lang} is this project's own (META-3). */
  String toJson() {
    StringBuilder out = new StringBuilder("{\"reason\":");
    JsonText.quote(out, reason.text());
    out.append(",\"error\":");
    quoteOrNull(out, error);
    out.append(",\"exception\":");
    quoteOrNull(out, exception);
    out.append(",\"failed_at\":").append(failedAt).append(",\"original_queue\":");
    JsonText.quote(out, originalQueue);
    out.append(",\"attempts\":").append(attempts).append(",\"lang\":");
    JsonText.quote(out, EnvelopeWriter.LANG);
    return out.append('}').toString();
  }

  private static void quoteOrNull(StringBuilder out, String text) {
    if (text == null) {
      out.append("null");
    } else {
      JsonText.quote(out, text);
    }
  }
}
