package com.babelqueue.connect.envelope;

import java.math.BigInteger;

/** Counters as brokers and header converters give them: integral numbers or decimal text. */
final class Integers {
  /** What {@link #nonNegative} gives for everything that is no counter. */
  static final long NONE = -1;

  private static final BigInteger MAX = BigInteger.valueOf(Long.MAX_VALUE);

  private Integers() {}

  /** Whether a value is of a Java integer type that fits a long. */
  static boolean isIntegral(Object value) {
    return value instanceof Byte
        || value instanceof Short
        || value instanceof Integer
        || value instanceof Long;
  }

  /** The counter, or {@link #NONE}: text is trimmed of ASCII white space and must be all digits. */
  static long nonNegative(Object value) {
    if (isIntegral(value)) {
      return Math.max(((Number) value).longValue(), NONE);
    }
    if (value instanceof BigInteger integer) {
      return integer.signum() < 0 || integer.compareTo(MAX) > 0 ? NONE : integer.longValue();
    }
    if (value instanceof Number || value instanceof Boolean) {
      return NONE;
    }
    String text = AsciiWhitespace.trim(HeaderText.of(value));
    return text == null ? NONE : digits(text);
  }

  private static long digits(String text) {
    if (text.isEmpty()) {
      return NONE;
    }
    long number = 0;
    for (int i = 0; i < text.length(); i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9 || number > (Long.MAX_VALUE - digit) / 10) {
        return NONE;
      }
      number = number * 10 + digit;
    }
    return number;
  }
}
