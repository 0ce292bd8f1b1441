package com.babelqueue.connect.envelope;

/**
 * What the contract calls blank: nothing, or only space, TAB, LF, VT, FF and CR (contract 0.3,
 * GATE-3).
 *
 * <p>Unicode's idea of white space is deliberately not used: U+00A0, U+0085, U+3000, U+FEFF and
 * U+001C to U+001F are content. Stateless; any thread may call it.
 */
public final class AsciiWhitespace {
  private AsciiWhitespace() {}

  /** Whether {@code text} is null, empty or made only of the six characters. */
  public static boolean isBlank(CharSequence text) {
    return text == null || firstContent(text) == text.length();
  }

  /** {@code text} without the six characters at both ends; null stays null. */
  public static String trim(String text) {
    if (text == null) {
      return null;
    }
    int start = firstContent(text);
    int end = text.length();
    while (end > start && is(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(start, end);
  }

  private static int firstContent(CharSequence text) {
    int i = 0;
    int length = text.length();
    while (i < length && is(text.charAt(i))) {
      i++;
    }
    return i;
  }

  private static boolean is(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
  }
}
