package com.babelqueue.connect.conformance;

import com.fasterxml.jackson.databind.JsonNode;

/** Compares JSON by value and type (NUM-1): 1 is not 1.0, but 0.5 is 0.50. Stateless. */
public final class JsonValues {
  private JsonValues() {}

  /** Whether both are the same value; the order of an object's keys does not count. */
  public static boolean same(JsonNode one, JsonNode other) {
    return one.equals(JsonValues::compareLeaves, other);
  }

  private static int compareLeaves(JsonNode one, JsonNode other) {
    if (one.isIntegralNumber() && other.isIntegralNumber()) {
      return one.bigIntegerValue().compareTo(other.bigIntegerValue());
    }
    if (one.isFloatingPointNumber() && other.isFloatingPointNumber()) {
      return one.decimalValue().compareTo(other.decimalValue());
    }
    return one.equals(other) ? 0 : 1;
  }
}
