package com.babelqueue.connect.conformance;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** What a body with another counter must look like, found by a parser that is not under test. */
final class TopLevelNumber {
  private TopLevelNumber() {}

  /** The text with another number at a top-level key, and not a byte beside it changed. */
  static String replaced(byte[] body, String key, int number) throws IOException {
    try (JsonParser parser = new JsonFactory().createParser(body)) {
      parser.nextToken();
      for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
        parser.nextToken();
        if (name.equals(key)) {
          int start = (int) parser.currentTokenLocation().getByteOffset();
          int end = start + parser.getText().length();
          return new String(body, 0, start, StandardCharsets.UTF_8)
              + number
              + new String(body, end, body.length - end, StandardCharsets.UTF_8);
        }
        parser.skipChildren();
      }
    }
    throw new AssertionError("no top-level " + key);
  }
}
