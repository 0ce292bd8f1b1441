package com.babelqueue.connect.envelope;

import java.math.BigInteger;
import java.nio.ByteBuffer;

/**
 * The rule that keeps messages of another schema version away before anything is decoded (GATE-1 to
 * GATE-6, GATE-11, GATE-12).
 *
 * <p>It looks at the native version field only; a pass says nothing about the body (GATE-6).
 * Stateless; for any thread.
 */
public final class VersionGate {
  private static final String SUPPORTED = "1";

  private VersionGate() {}

  /**
   * Whether a message with this version may be decoded.
   *
   * @param value null passes as absent (GATE-2); text, as String or UTF-8 bytes, passes when blank
   *     (GATE-3) or exactly {@code 1}, neither trimmed nor parsed (GATE-4); of other types only the
   *     integral Java numbers equal to 1 pass (GATE-5), so a client's own unsigned types must be
   *     converted before
   */
  public static boolean passes(Object value) {
    if (value == null) {
      return true;
    }
    if (value instanceof CharSequence || value instanceof byte[] || value instanceof ByteBuffer) {
      String text = HeaderText.of(value);
      return text != null && (AsciiWhitespace.isBlank(text) || text.equals(SUPPORTED));
    }
    return isIntegralOne(value);
  }

  /** Whether every one of repeated values passes; none at all is absent and passes (GATE-11). */
  public static boolean passesAll(Iterable<?> values) {
    for (Object value : values) {
      if (!passes(value)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isIntegralOne(Object value) {
    if (value instanceof BigInteger integer) {
      return integer.equals(BigInteger.ONE);
    }
    return Integers.isIntegral(value) && ((Number) value).longValue() == 1;
  }
}
