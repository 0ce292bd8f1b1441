package com.babelqueue.connect.transforms;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * One URN's payload schema: the part of draft-07 that the contract knows, exactly (PSC-1 to PSC-4,
 * PSC-6). Immutable; for any thread.
 *
 * <p>Of a schema count {@code const}, {@code enum} and a single {@code type}; with {@code object}
 * also {@code required}, {@code properties} and {@code additionalProperties: false}, with {@code
 * array} one schema as {@code items}, with {@code string} a {@code minLength} in code points, with
 * {@code integer} and {@code number} a {@code minimum}. All else, {@code maxLength}, {@code format}
 * and {@code $ref} included, is ignored, and so is a keyword without its type.
 *
 * <p>networknt's validator does not judge payloads. In version 2.0.8 it finds {@code [1]} and
 * {@code [1.0]} different as a {@code const} (PSC-6), looks at {@code type} before {@code const}
 * and {@code enum} (PSC-2), calls {@code 1e999999999} less than 1, and writes that number out in
 * full to compare it with an {@code enum}: eleven bytes of a payload would stop a worker. It still
 * says whether a file is a schema at all, see {@link DraftSevenSchema#ofSchemas}.
 */
final class PayloadSchema {
  private enum Type {
    OBJECT,
    ARRAY,
    STRING,
    INTEGER,
    NUMBER,
    BOOLEAN,
    NULL;

    boolean accepts(JsonNode value) {
      return switch (this) {
        case OBJECT -> value.isObject();
        case ARRAY -> value.isArray();
        case STRING -> value.isTextual();
        case INTEGER -> value.isIntegralNumber() || isWhole(value);
        case NUMBER -> value.isNumber();
        case BOOLEAN -> value.isBoolean();
        case NULL -> value.isNull();
      };
    }

    /** 1.0 is an integer (PSC-3); never written out, whatever the exponent. */
    private static boolean isWhole(JsonNode value) {
      if (!value.isNumber()) {
        return false;
      }
      BigDecimal number = value.decimalValue();
      return number.signum() == 0
          || number.scale() <= 0
          || number.stripTrailingZeros().scale() <= 0;
    }
  }

  private final JsonNode constant;
  private final JsonNode choices;
  private final Type type;
  private final Set<String> required = new LinkedHashSet<>();
  private final Map<String, PayloadSchema> properties = new LinkedHashMap<>();
  private final boolean closed;
  private final PayloadSchema items;
  private final BigDecimal minLength;
  private final BigDecimal minimum;

  /**
   * Compiles a schema.
   *
   * @param schema valid by {@link DraftSevenSchema#ofSchemas}; of a boolean schema nothing counts
   */
  PayloadSchema(JsonNode schema) {
    constant = schema.path("const");
    choices = schema.path("enum");
    type = type(schema.path("type"));
    schema.path("required").forEach(name -> required.add(name.textValue()));
    schema
        .path("properties")
        .properties()
        .forEach(entry -> properties.put(entry.getKey(), new PayloadSchema(entry.getValue())));
    JsonNode additional = schema.path("additionalProperties");
    closed = additional.isBoolean() && !additional.booleanValue();
    items = schema.path("items").isObject() ? new PayloadSchema(schema.get("items")) : null;
    minLength = schema.has("minLength") ? schema.get("minLength").decimalValue() : null;
    minimum = schema.has("minimum") ? schema.get("minimum").decimalValue() : null;
  }

  private static Type type(JsonNode name) {
    return name.isTextual() ? Type.valueOf(name.textValue().toUpperCase(Locale.ROOT)) : null;
  }

  /** The first violation in the order of the keywords above; null when the value is valid. */
  SchemaViolation firstViolation(JsonNode value) {
    if (!constant.isMissingNode() && !same(constant, value)) {
      return SchemaViolation.of("const");
    }
    if (!choices.isMissingNode() && !isChoice(value)) {
      return SchemaViolation.of("enum");
    }
    if (type == null) {
      return null;
    }
    if (!type.accepts(value)) {
      return SchemaViolation.of("type");
    }
    return switch (type) {
      case OBJECT -> firstInObject(value);
      case ARRAY -> firstInArray(value);
      case STRING -> minLength == null || hasMinLength(value.textValue()) ? null : of("minLength");
      case INTEGER, NUMBER ->
          minimum == null || value.decimalValue().compareTo(minimum) >= 0 ? null : of("minimum");
      case BOOLEAN, NULL -> null;
    };
  }

  private static SchemaViolation of(String keyword) {
    return SchemaViolation.of(keyword);
  }

  private boolean hasMinLength(String text) {
    long codePoints = text.codePointCount(0, text.length());
    return BigDecimal.valueOf(codePoints).compareTo(minLength) >= 0;
  }

  private SchemaViolation firstInObject(JsonNode object) {
    for (String name : required) {
      if (!object.has(name)) {
        return SchemaViolation.missing(name);
      }
    }
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      PayloadSchema property = properties.get(member.getKey());
      if (property == null) {
        if (closed) {
          return of("additionalProperties");
        }
        continue;
      }
      SchemaViolation violation = property.firstViolation(member.getValue());
      if (violation != null) {
        return violation.in(member.getKey());
      }
    }
    return null;
  }

  private SchemaViolation firstInArray(JsonNode array) {
    if (items == null) {
      return null;
    }
    for (int i = 0; i < array.size(); i++) {
      SchemaViolation violation = items.firstViolation(array.get(i));
      if (violation != null) {
        return violation.in(Integer.toString(i));
      }
    }
    return null;
  }

  private boolean isChoice(JsonNode value) {
    for (JsonNode choice : choices) {
      if (same(choice, value)) {
        return true;
      }
    }
    return false;
  }

  private static boolean same(JsonNode one, JsonNode other) {
    return one.equals(PayloadSchema::compareLeaves, other);
  }

  private static int compareLeaves(JsonNode one, JsonNode other) {
    if (one.isNumber() && other.isNumber()) {
      return one.decimalValue().compareTo(other.decimalValue());
    }
    return one.equals(other) ? 0 : 1;
  }
}
