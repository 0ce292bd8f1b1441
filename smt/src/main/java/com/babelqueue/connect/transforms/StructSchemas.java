package com.babelqueue.connect.transforms;

import com.babelqueue.connect.envelope.PayloadReader;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;

/**
 * Derives Connect schemas from the JSON Schema subset of the contract (PSC-1).
 *
 * <p>An object with {@code properties} is a Struct, fields in the order of the file, optional
 * unless {@code required}; a list with {@code items} is an array; string, boolean, integer and
 * number are STRING, BOOLEAN, INT64 and FLOAT64. What has no such type, but an {@code enum} or
 * {@code const} of texts only, is STRING. All else has no fixed form: it becomes an optional text
 * that holds the value as JSON. Immutable; for any thread.
 */
final class StructSchemas {
  private final boolean numbersAsText;

  /**
   * @param numbersAsText whether a number is a text of its digits
   */
  StructSchemas(boolean numbersAsText) {
    this.numbersAsText = numbersAsText;
  }

  /**
   * The schema for the data of a URN, named after it.
   *
   * @param json a JSON Schema, as maps and lists
   * @return null when the JSON Schema describes no object with properties
   */
  Schema of(String urn, Map<String, Object> json) {
    return isStruct(json) ? struct(json, name(urn), true) : null;
  }

  private static boolean isStruct(Map<String, Object> json) {
    return "object".equals(json.get("type"))
        && json.get("properties") instanceof Map<?, ?> properties
        && !properties.isEmpty();
  }

  private Schema struct(Map<String, Object> json, String name, boolean required) {
    SchemaBuilder builder = SchemaBuilder.struct().name(name);
    Collection<?> requiredNames =
        json.get("required") instanceof Collection<?> names ? names : List.of();
    ((Map<?, ?>) json.get("properties"))
        .forEach(
            (key, value) -> {
              String field = String.valueOf(key);
              builder.field(
                  field, schema(value, name + "." + segment(field), requiredNames.contains(field)));
            });
    return (required ? builder : builder.optional()).build();
  }

  private Schema schema(Object json, String name, boolean required) {
    if (!(json instanceof Map<?, ?> untyped)) {
      return PayloadReader.JSON;
    }
    @SuppressWarnings("unchecked") // Maps are read from JSON, whose names are text.
    Map<String, Object> schema = (Map<String, Object>) untyped;
    if (isStruct(schema)) {
      return struct(schema, name, required);
    }
    SchemaBuilder builder = builder(schema, name);
    if (builder == null) {
      return PayloadReader.JSON;
    }
    return (required ? builder : builder.optional()).build();
  }

  private SchemaBuilder builder(Map<String, Object> schema, String name) {
    if (!(schema.get("type") instanceof String type)) {
      return holdsTextOnly(schema) ? SchemaBuilder.string() : null;
    }
    return switch (type) {
      case "string" -> SchemaBuilder.string();
      case "boolean" -> SchemaBuilder.bool();
      case "integer" -> numbersAsText ? numberText() : SchemaBuilder.int64();
      case "number" -> numbersAsText ? numberText() : SchemaBuilder.float64();
      case "array" ->
          schema.get("items") instanceof Map<?, ?> items
              ? SchemaBuilder.array(schema(items, name, true))
              : null;
      default -> null;
    };
  }

  private static SchemaBuilder numberText() {
    return SchemaBuilder.string().name(PayloadReader.NUMBER_TEXT);
  }

  private static boolean holdsTextOnly(Map<String, Object> schema) {
    if (schema.containsKey("type")) {
      return false;
    }
    if (schema.get("enum") instanceof List<?> values) {
      return !values.isEmpty() && values.stream().allMatch(String.class::isInstance);
    }
    return schema.get("const") instanceof String;
  }

  /** A name that Avro takes too: dots between parts of letters, digits and underscores. */
  private static String name(String urn) {
    StringBuilder name = new StringBuilder();
    for (String part : urn.split("[:.]", -1)) {
      name.append(name.isEmpty() ? "" : ".").append(segment(part));
    }
    return name.toString();
  }

  private static String segment(String text) {
    StringBuilder segment = new StringBuilder();
    text.codePoints().forEach(c -> segment.append(isNamePart(c) ? Character.toString(c) : "_"));
    boolean digitFirst = !segment.isEmpty() && Character.isDigit(segment.charAt(0));
    return digitFirst || segment.isEmpty() ? "_" + segment : segment.toString();
  }

  private static boolean isNamePart(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  }
}
