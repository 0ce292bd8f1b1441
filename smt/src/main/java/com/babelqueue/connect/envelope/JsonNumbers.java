package com.babelqueue.connect.envelope;

import java.math.BigDecimal;

/** JSON number lexemes as the Java numbers that Connect has. Stateless; for any thread. */
final class JsonNumbers {
  /** A longer lexeme needs more digits than a double has, or is padded beyond reason. */
  private static final int MAX_LENGTH = 400;

  private JsonNumbers() {}

  /**
   * The integer, also when it is written with a fraction of zeros or an exponent (PSC-3); null when
   * the value is none of 64 bits.
   */
  static Long exactLong(String lexeme) {
    if (lexeme.length() > MAX_LENGTH) {
      return null;
    }
    try {
      // longValueExact looks at the exponent first, so a huge one costs nothing.
      return new BigDecimal(lexeme).longValueExact();
    } catch (ArithmeticException | NumberFormatException e) {
      return null;
    }
  }

  /**
   * The double whose shortest decimal text has the lexeme's value, so that it can be written again
   * without loss; null when there is none.
   */
  static Double exactDouble(String lexeme) {
    if (lexeme.length() > MAX_LENGTH) {
      return null;
    }
    double number = Double.parseDouble(lexeme);
    if (!Double.isFinite(number)) {
      return null;
    }
    try {
      // compareTo looks at the exponents first, so a huge one costs nothing.
      boolean exact =
          new BigDecimal(lexeme).compareTo(new BigDecimal(Double.toString(number))) == 0;
      return exact ? (Double) number : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
