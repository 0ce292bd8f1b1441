package com.babelqueue.connect.conformance;

import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A part of a manifest that one {@link BlockRunner} answers for. Immutable.
 *
 * @param name the path of keys that leads to it, joined with dots
 * @param value what the manifest holds there
 */
record Block(String name, JsonNode value) {
  private static final String CASES = "cases";
  // Invisible characters decide some cases, so a name shows them.
  private static final JsonMapper ASCII =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  /** The members beside a list of cases. */
  ObjectNode shared() {
    ObjectNode shared = JsonNodeFactory.instance.objectNode();
    if (value.isObject() && value.has(CASES)) {
      shared.setAll((ObjectNode) value);
      shared.remove(CASES);
    }
    return shared;
  }

  /** The cases in their order; a block without a list of them is itself the only one. */
  List<Case> cases(Suite suite) {
    JsonNode list = value.isObject() && value.has(CASES) ? value.get(CASES) : value;
    List<Case> cases = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (JsonNode entry : list.isArray() ? list : List.of(list)) {
      if (!(entry instanceof ObjectNode fields)) {
        throw new SuiteException(name + ": a case that is no object: " + entry.getNodeType());
      }
      String caseName = list.isArray() ? nameOf(fields) : lastKey();
      if (!names.add(caseName)) {
        throw new SuiteException(name + ": two cases are called " + caseName);
      }
      cases.add(new Case(suite, name, caseName, fields, shared()));
    }
    if (cases.isEmpty()) {
      throw new SuiteException(name + ": no cases");
    }
    return cases;
  }

  private String lastKey() {
    return name.substring(name.lastIndexOf('.') + 1);
  }

  private static String nameOf(ObjectNode fields) {
    if (fields.path("name").isTextual()) {
      return fields.get("name").textValue();
    }
    try {
      return ASCII.writeValueAsString(fields);
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      throw new IllegalStateException("a parsed object can always be written", e);
    }
  }
}
