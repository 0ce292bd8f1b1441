package com.babelqueue.connect.benchmark.transforms;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** Reads every token of a body and keeps nothing: the bound that cannot be argued with. */
final class TokenScan {
  private final JsonFactory factory = new JsonFactory();

  int count(byte[] body) throws IOException {
    int tokens = 0;
    try (JsonParser parser = factory.createParser(body)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        tokens++;
      }
    }
    return tokens;
  }
}
