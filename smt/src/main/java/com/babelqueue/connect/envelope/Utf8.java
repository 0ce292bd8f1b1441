package com.babelqueue.connect.envelope;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Strict UTF-8, which neither the JSON parser (it lets overlong forms and surrogates pass) nor
 * {@code new String} (it replaces) gives.
 */
final class Utf8 {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long HIGH_BITS = 0x8080808080808080L;

  private Utf8() {}

  static boolean isValid(byte[] bytes) {
    int i = firstNonAscii(bytes, 0);
    while (i < bytes.length) {
      int length = sequenceLength(bytes, i);
      if (length == 0) {
        return false;
      }
      i += length;
      if (i < bytes.length && bytes[i] >= 0) {
        i = firstNonAscii(bytes, i);
      }
    }
    return true;
  }

  /** A copy in which each byte that belongs to no well-formed sequence became a question mark. */
  static byte[] withoutInvalid(byte[] bytes) {
    byte[] copy = bytes.clone();
    int i = 0;
    while (i < copy.length) {
      int length = sequenceLength(bytes, i);
      if (length == 0) {
        copy[i] = '?';
        length = 1;
      }
      i += length;
    }
    return copy;
  }

  /** The text, or null when the bytes are not valid UTF-8. Does not move the buffer's position. */
  static String decode(ByteBuffer bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes.duplicate()).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  static String decode(byte[] bytes) {
    return isValid(bytes) ? new String(bytes, StandardCharsets.UTF_8) : null;
  }

  /** Eight bytes at once, the first of them lowest. */
  static long eightBytes(byte[] bytes, int from) {
    return (long) LONGS.get(bytes, from);
  }

  private static int firstNonAscii(byte[] bytes, int from) {
    int i = from;
    for (int last = bytes.length - Long.BYTES; i <= last; i += Long.BYTES) {
      if ((eightBytes(bytes, i) & HIGH_BITS) != 0) {
        break;
      }
    }
    while (i < bytes.length && bytes[i] >= 0) {
      i++;
    }
    return i;
  }

  /**
   * The length of the well-formed sequence at {@code i} (Unicode table 3-7), 0 when there is none.
   */
  private static int sequenceLength(byte[] bytes, int i) {
    int lead = bytes[i] & 0xFF;
    if (lead < 0x80) {
      return 1;
    }
    if (lead < 0xC2 || lead > 0xF4) {
      return 0;
    }
    if (lead < 0xE0) {
      return continues(bytes, i + 1, 0x80, 0xBF) ? 2 : 0;
    }
    if (lead < 0xF0) {
      int low = lead == 0xE0 ? 0xA0 : 0x80;
      int high = lead == 0xED ? 0x9F : 0xBF;
      return continues(bytes, i + 1, low, high) && continues(bytes, i + 2, 0x80, 0xBF) ? 3 : 0;
    }
    int low = lead == 0xF0 ? 0x90 : 0x80;
    int high = lead == 0xF4 ? 0x8F : 0xBF;
    return continues(bytes, i + 1, low, high)
            && continues(bytes, i + 2, 0x80, 0xBF)
            && continues(bytes, i + 3, 0x80, 0xBF)
        ? 4
        : 0;
  }

  private static boolean continues(byte[] bytes, int i, int low, int high) {
    if (i >= bytes.length) {
      return false;
    }
    int value = bytes[i] & 0xFF;
    return value >= low && value <= high;
  }
}
