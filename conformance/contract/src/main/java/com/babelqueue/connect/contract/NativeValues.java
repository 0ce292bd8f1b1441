package com.babelqueue.connect.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;

/**
 * Writes a client's Java values as JSON of the same kind, so that they compare with a suite's
 * block: a number is no text, and 1.0 is not 1. Stateless.
 */
final class NativeValues {
  private static final JsonNodeFactory JSON = new JsonNodeFactory(true);

  private NativeValues() {}

  static ObjectNode object(Map<?, ?> members) {
    ObjectNode object = JSON.objectNode();
    members.forEach((name, value) -> object.set(String.valueOf(name), value(value)));
    return object;
  }

  /** A type that JSON has no kind for becomes an opaque node, which equals nothing in a suite. */
  private static JsonNode value(Object value) {
    if (value == null) {
      return JSON.nullNode();
    }
    if (value instanceof Map<?, ?> members) {
      return object(members);
    }
    if (value instanceof Boolean flag) {
      return JSON.booleanNode(flag);
    }
    if (value instanceof Number number) {
      return number(number);
    }
    return value instanceof CharSequence ? JSON.textNode(value.toString()) : JSON.pojoNode(value);
  }

  private static JsonNode number(Number number) {
    if (number instanceof Double || number instanceof Float) {
      return JSON.numberNode(number.doubleValue());
    }
    if (number instanceof BigDecimal decimal) {
      return JSON.numberNode(decimal);
    }
    return number instanceof BigInteger big
        ? JSON.numberNode(big)
        : JSON.numberNode(number.longValue());
  }
}
