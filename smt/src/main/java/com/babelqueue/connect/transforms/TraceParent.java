package com.babelqueue.connect.transforms;

/** Reads the trace id out of a W3C {@code traceparent} (HDR-8). Stateless. */
final class TraceParent {
  private static final int TRACE_START = 3;
  private static final int TRACE_END = 35;
  private static final int SPAN_END = 52;
  private static final int LENGTH = 55;

  private TraceParent() {}

  /** The trace id in the form of a UUID; null when the text is no valid traceparent. */
  static String traceId(String text) {
    if (text == null || !isValid(text)) {
      return null;
    }
    String id = text.substring(TRACE_START, TRACE_END);
    return String.join(
        "-",
        id.substring(0, 8),
        id.substring(8, 12),
        id.substring(12, 16),
        id.substring(16, 20),
        id.substring(20));
  }

  /**
   * Version, 32 digits that are not all zero, 16 such digits, flags; only version 00 ends there.
   */
  private static boolean isValid(String text) {
    if (text.length() < LENGTH || text.startsWith("ff")) {
      return false;
    }
    for (int i = 0; i < LENGTH; i++) {
      boolean hyphen = i == TRACE_START - 1 || i == TRACE_END || i == SPAN_END;
      if (hyphen ? text.charAt(i) != '-' : !isHex(text.charAt(i))) {
        return false;
      }
    }
    boolean ends =
        text.length() == LENGTH || (!text.startsWith("00") && text.charAt(LENGTH) == '-');
    return ends && !isZero(text, TRACE_START, TRACE_END) && !isZero(text, TRACE_END + 1, SPAN_END);
  }

  private static boolean isHex(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
  }

  private static boolean isZero(String text, int start, int end) {
    for (int i = start; i < end; i++) {
      if (text.charAt(i) != '0') {
        return false;
      }
    }
    return true;
  }
}
