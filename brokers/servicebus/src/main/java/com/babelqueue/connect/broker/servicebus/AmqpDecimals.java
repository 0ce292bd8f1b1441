package com.babelqueue.connect.broker.servicebus;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.apache.qpid.proton.amqp.Decimal128;
import org.apache.qpid.proton.amqp.Decimal32;
import org.apache.qpid.proton.amqp.Decimal64;

/**
 * Reads AMQP's decimals, which are IEEE 754-2008 decimals in the binary integer encoding; the AMQP
 * library hands out their bits only. Stateless.
 */
final class AmqpDecimals {
  private static final Format DECIMAL32 = new Format(32, 8, 101);
  private static final Format DECIMAL64 = new Format(64, 10, 398);
  private static final Format DECIMAL128 = new Format(128, 14, 6_176);

  /** The two bits behind the sign that announce the long form of a coefficient. */
  private static final int LONG_FORM = 0b11;

  /** The four bits behind the sign that announce an infinity or no number at all. */
  private static final int SPECIAL = 0b1111;

  private AmqpDecimals() {}

  /**
   * The value of a decimal.
   *
   * @return a {@code BigDecimal}; text for infinities and what is no number; null for a value of
   *     another type
   */
  static Object read(Object value) {
    if (value instanceof Decimal32 decimal) {
      return DECIMAL32.read(BigInteger.valueOf(Integer.toUnsignedLong(decimal.getBits())));
    }
    if (value instanceof Decimal64 decimal) {
      return DECIMAL64.read(unsigned(decimal.getBits()));
    }
    if (value instanceof Decimal128 decimal) {
      return DECIMAL128.read(
          unsigned(decimal.getMostSignificantBits())
              .shiftLeft(Long.SIZE)
              .or(unsigned(decimal.getLeastSignificantBits())));
    }
    return null;
  }

  private static BigInteger unsigned(long bits) {
    return new BigInteger(Long.toUnsignedString(bits));
  }

  /**
   * One width.
   *
   * @param bits all of them
   * @param exponentBits of the exponent field
   * @param bias what the field is above the exponent
   */
  private record Format(int bits, int exponentBits, int bias) {
    Object read(BigInteger encoded) {
      boolean negative = encoded.testBit(bits - 1);
      if (field(encoded, bits - 1, 4).intValue() == SPECIAL) {
        // One more bit tells an infinity from no number.
        boolean number = !encoded.testBit(bits - 6);
        return number ? (negative ? "-Infinity" : "Infinity") : "NaN";
      }
      boolean longForm = field(encoded, bits - 1, 2).intValue() == LONG_FORM;
      int below = longForm ? bits - 3 : bits - 1;
      int exponent = field(encoded, below, exponentBits).intValue() - bias;
      int coefficientBits = below - exponentBits;
      BigInteger coefficient = field(encoded, coefficientBits, coefficientBits);
      if (longForm) {
        coefficient = coefficient.setBit(coefficientBits + 2);
      }
      return new BigDecimal(negative ? coefficient.negate() : coefficient, -exponent);
    }

    /** So many bits below a position. */
    private static BigInteger field(BigInteger encoded, int below, int width) {
      return encoded
          .shiftRight(below - width)
          .and(BigInteger.ONE.shiftLeft(width).subtract(BigInteger.ONE));
    }
  }
}
