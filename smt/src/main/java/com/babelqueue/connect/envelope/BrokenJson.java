package com.babelqueue.connect.envelope;

/**
 * A body that is no JSON text, or one that is nested too deep. Without a stack trace: it says what
 * the bytes are, not where the program went wrong, and hostile bodies must not be dear.
 */
final class BrokenJson extends Exception {
  private static final long serialVersionUID = 1L;

  private final Refusal refusal;

  BrokenJson(Refusal refusal) {
    super(refusal.description(), null, false, false);
    this.refusal = refusal;
  }

  /** {@link Refusal#MALFORMED_JSON} or {@link Refusal#TOO_DEEP}. */
  Refusal refusal() {
    return refusal;
  }
}
