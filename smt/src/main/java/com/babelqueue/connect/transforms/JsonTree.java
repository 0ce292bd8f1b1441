package com.babelqueue.connect.transforms;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;

/**
 * Reads JSON that schemas judge: numbers keep every digit, of a repeated name the last counts
 * (DEC-3). Stateless; for any thread.
 *
 * <p>Text may be as long as the body. A number of more than 1000 digits, or with an exponent beyond
 * an int, is an error instead: to compare it would cost more than any message is worth.
 */
final class JsonTree {
  private static final JsonFactory FACTORY =
      new JsonFactoryBuilder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          // Names that collide are slow, but no less a payload.
          .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNameLength(Integer.MAX_VALUE)
                  .maxStringLength(Integer.MAX_VALUE)
                  .build())
          .build();
  private static final ObjectReader READER =
      JsonMapper.builder(FACTORY)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build()
          .readerFor(JsonNode.class);

  private JsonTree() {}

  /**
   * Reads a part of an array that holds one JSON value.
   *
   * @param end offset after the last byte
   * @throws IOException when it is no JSON or has a number beyond these bounds; the message may
   *     show some of the text, so it is for no log
   */
  static JsonNode read(byte[] json, int start, int end) throws IOException {
    try {
      return READER.readTree(json, start, end - start);
    } catch (NumberFormatException e) {
      // Its message shows the number, and a cause would show the message.
      throw new IOException("a number has an exponent beyond an int");
    }
  }

  /** Reads a whole array, see {@link #read(byte[], int, int)}. */
  static JsonNode read(byte[] json) throws IOException {
    return read(json, 0, json.length);
  }
}
