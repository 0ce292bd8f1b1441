package com.babelqueue.connect.envelope;

import java.nio.charset.StandardCharsets;

/** JSON string literals: the contract's minimal escaping (ENC-2, ENC-3) and its inverse. */
final class JsonText {
  private static final char[] HEX = "0123456789abcdef".toCharArray();

  private static final long EACH_BYTE = 0x0101010101010101L;
  private static final long HIGH_BITS = EACH_BYTE << 7;

  private JsonText() {}

  /**
   * Offset of the first byte from {@code from} on that is a quote, a backslash or a control
   * character; the length when there is none.
   */
  static int endOfPlain(byte[] json, int from) {
    int i = from;
    for (int last = json.length - Long.BYTES; i <= last; i += Long.BYTES) {
      long bytes = Utf8.eightBytes(json, i);
      // Each term has the high bit of its bytes set, exactly up to the first one that it finds.
      long special = (bytes - EACH_BYTE * ' ') & ~bytes;
      special |= zeroBytes(bytes ^ (EACH_BYTE * '"')) | zeroBytes(bytes ^ (EACH_BYTE * '\\'));
      special &= HIGH_BITS;
      if (special != 0) {
        return i + (Long.numberOfTrailingZeros(special) >> 3);
      }
    }
    while (i < json.length && !isSpecial(json[i])) {
      i++;
    }
    return i;
  }

  private static long zeroBytes(long bytes) {
    return (bytes - EACH_BYTE) & ~bytes;
  }

  private static boolean isSpecial(byte b) {
    return b == '"' || b == '\\' || (b >= 0 && b < ' ');
  }

  static void quote(StringBuilder out, CharSequence text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= ' ' && c != '"' && c != '\\') {
        out.append(c);
      } else {
        escape(out, c);
      }
    }
    out.append('"');
  }

  private static void escape(StringBuilder out, char c) {
    switch (c) {
      case '"', '\\' -> out.append('\\').append(c);
      case '\b' -> out.append("\\b");
      case '\f' -> out.append("\\f");
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      default -> out.append("\\u00").append(HEX[c >> 4]).append(HEX[c & 0xF]);
    }
  }

  /**
   * The text between the quotes of a literal that the parser has already found well formed.
   *
   * @param start offset of the first byte after the opening quote
   * @param end offset of the closing quote
   */
  static String decode(byte[] bytes, int start, int end) {
    for (int i = start; i < end; i++) {
      if (bytes[i] == '\\') {
        return unescape(new String(bytes, start, end - start, StandardCharsets.UTF_8));
      }
    }
    return new String(bytes, start, end - start, StandardCharsets.UTF_8);
  }

  private static String unescape(String literal) {
    StringBuilder text = new StringBuilder(literal.length());
    int i = 0;
    while (i < literal.length()) {
      char c = literal.charAt(i++);
      if (c != '\\') {
        text.append(c);
        continue;
      }
      char escape = literal.charAt(i++);
      switch (escape) {
        case 'b' -> text.append('\b');
        case 'f' -> text.append('\f');
        case 'n' -> text.append('\n');
        case 'r' -> text.append('\r');
        case 't' -> text.append('\t');
        case 'u' -> {
          text.append((char) Integer.parseInt(literal, i, i + 4, 16));
          i += 4;
        }
        default -> text.append(escape);
      }
    }
    return text.toString();
  }
}
