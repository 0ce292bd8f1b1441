package com.babelqueue.connect.envelope;

import java.util.Arrays;

/** Takes insignificant white space out of JSON (ENC-1). Stateless; for any thread. */
public final class CompactJson {
  private CompactJson() {}

  /**
   * The text without white space between its tokens; every other byte stays as it was, so number
   * lexemes and escapes survive.
   *
   * @param json one JSON text in UTF-8 that was found well formed before
   * @return the array itself when there is nothing to take out
   */
  public static byte[] of(byte[] json) {
    byte[] compact = new byte[json.length];
    int length = 0;
    boolean inText = false;
    for (int i = 0; i < json.length; i++) {
      byte b = json[i];
      if (!inText && (b == ' ' || b == '\t' || b == '\n' || b == '\r')) {
        continue;
      }
      compact[length++] = b;
      if (b == '"') {
        inText = !inText;
      } else if (inText && b == '\\') {
        compact[length++] = json[++i];
      }
    }
    return length == json.length ? json : Arrays.copyOf(compact, length);
  }
}
