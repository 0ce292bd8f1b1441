package com.babelqueue.connect.envelope;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The few member names that a reader looks for, found in the bytes without making text of them.
 * Immutable; for any thread.
 */
final class JsonNames {
  /** By length; a name that is longer than all of them is unknown. */
  private final String[][] texts;

  /** The same names in the same places. */
  private final byte[][][] bytes;

  private JsonNames(String[][] texts, byte[][][] bytes) {
    this.texts = texts;
    this.bytes = bytes;
  }

  static JsonNames of(String... names) {
    int longest = Arrays.stream(names).mapToInt(String::length).max().orElse(0);
    String[][] texts = new String[longest + 1][];
    byte[][][] bytes = new byte[longest + 1][][];
    for (int length = 0; length <= longest; length++) {
      int wanted = length;
      texts[length] =
          Arrays.stream(names).filter(name -> name.length() == wanted).toArray(String[]::new);
      bytes[length] =
          Arrays.stream(texts[length])
              .map(name -> name.getBytes(StandardCharsets.US_ASCII))
              .toArray(byte[][]::new);
    }
    return new JsonNames(texts, bytes);
  }

  /** The name that stands between two offsets, as it was given; null when it is none of them. */
  String find(byte[] json, int start, int end) {
    int length = end - start;
    if (length < bytes.length) {
      byte[][] candidates = bytes[length];
      for (int i = 0; i < candidates.length; i++) {
        if (matches(candidates[i], json, start)) {
          return texts[length][i];
        }
      }
    }
    return null;
  }

  /** For names this short a plain loop beats the library's comparison. */
  private static boolean matches(byte[] name, byte[] json, int start) {
    for (int i = 0; i < name.length; i++) {
      if (name[i] != json[start + i]) {
        return false;
      }
    }
    return true;
  }

  /** The same name as it was given; null when it is none of them. */
  String find(String text) {
    byte[] name = text.getBytes(StandardCharsets.UTF_8);
    return find(name, 0, name.length);
  }
}
