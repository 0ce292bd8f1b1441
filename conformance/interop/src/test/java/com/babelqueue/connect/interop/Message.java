package com.babelqueue.connect.interop;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one run of an SDK's handler saw.
 *
 * @param data by value: integers as BigInteger, other numbers as BigDecimal without trailing zeros,
 *     so that 1 differs from 1.0 and 99.90 does not from 99.9
 * @param traceParent the trace context that came beside the envelope; null for none
 * @param failed whether the handler was told to fail
 */
record Message(
    String urn,
    Object data,
    String traceId,
    String id,
    int attempts,
    String traceParent,
    boolean failed) {
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  /** Reads a line that a peer's {@code consume} printed. */
  static Message of(String line) {
    JsonNode tree = tree(line);
    return new Message(
        tree.path("urn").asText(),
        value(tree.path("data")),
        tree.path("trace_id").asText(),
        tree.path("id").asText(),
        tree.path("attempts").asInt(-1),
        tree.path("headers").path(Order.TRACE_PARENT).textValue(),
        tree.path("failed").asBoolean());
  }

  /** The run before this one, which failed with one attempt less. */
  Message failedBefore() {
    return new Message(urn, data, traceId, id, attempts - 1, traceParent, true);
  }

  static JsonNode tree(String json) {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new AssertionError("no JSON: " + json, e);
    }
  }

  /** Makes a tree comparable by value. */
  static Object value(JsonNode node) {
    if (node.isObject()) {
      Map<String, Object> members = new LinkedHashMap<>();
      node.properties().forEach(field -> members.put(field.getKey(), value(field.getValue())));
      return members;
    }
    if (node.isArray()) {
      List<Object> elements = new ArrayList<>();
      node.forEach(element -> elements.add(value(element)));
      return elements;
    }
    if (node.isIntegralNumber()) {
      return node.bigIntegerValue();
    }
    if (node.isNumber()) {
      return node.decimalValue().stripTrailingZeros();
    }
    return node.isNull() ? "null" : node.isTextual() ? "text " + node.textValue() : node.asText();
  }
}
