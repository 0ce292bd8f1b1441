package com.babelqueue.connect.quickstart;

import java.util.ArrayList;
import java.util.List;

/** Fits text into columns. Every code point counts as one column. */
final class Wrapped {
  private static final String CUT = "...";

  private Wrapped() {}

  /** Breaks a text between its words; one line at least, which may be empty. */
  static List<String> words(String text, int columns) {
    return joined(List.of(text.split(" ", -1)), " ", columns);
  }

  /** Sets pieces side by side, as many as fit into each line; a longer piece is cut. */
  static List<String> joined(List<String> pieces, String gap, int columns) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    boolean empty = true;
    for (String piece : pieces) {
      String fitting = cut(piece, columns);
      if (!empty && width(line) + gap.length() + width(fitting) > columns) {
        lines.add(line.toString());
        line.setLength(0);
        empty = true;
      }
      line.append(empty ? "" : gap).append(fitting);
      empty = false;
    }
    lines.add(line.toString());
    return lines;
  }

  /** Fills whole lines with a text, wherever its words end, and cuts what the last cannot hold. */
  static List<String> filled(String text, int columns, int most) {
    String whole = cut(text, columns * most);
    List<String> lines = new ArrayList<>();
    int begin = 0;
    do {
      int points = Math.min(columns, width(whole.substring(begin)));
      int end = whole.offsetByCodePoints(begin, points);
      lines.add(whole.substring(begin, end));
      begin = end;
    } while (begin < whole.length());
    return lines;
  }

  /** Cuts a text that is too long, and shows line ends and other control characters as a dot. */
  static String cut(String text, int columns) {
    int[] shown =
        text.codePoints()
            .limit(columns + 1L)
            .map(point -> Character.isISOControl(point) ? '.' : point)
            .toArray();
    if (shown.length <= columns) {
      return new String(shown, 0, shown.length);
    }
    return new String(shown, 0, columns - CUT.length()) + CUT;
  }

  private static int width(CharSequence text) {
    return Math.toIntExact(text.codePoints().count());
  }
}
