package com.babelqueue.connect.envelope;

import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;

/**
 * Reads the {@code data} of an acceptable envelope: as the bytes it is, as a schemaless Map, or as
 * a Struct of a given schema.
 *
 * <p>Of a member that occurs more than once the last one counts (DEC-3). Errors are {@link
 * IllegalArgumentException}s whose message completes "The data of the envelope"; they name places
 * that the schema names, and nothing that only the data holds. Immutable; for any thread.
 */
public final class PayloadReader {
  /** A text field that holds a value of any type as JSON. */
  public static final Schema JSON =
      SchemaBuilder.string().name("com.babelqueue.Json").optional().build();

  /** The name of the schema of a text field that holds the digits of a number. */
  public static final String NUMBER_TEXT = "com.babelqueue.Number";

  /** What becomes of a number that neither a 64-bit integer nor a double can hold exactly. */
  public enum InexactNumbers {
    /** An error. */
    FAIL,
    /** Its digits as text. */
    TEXT,
    /** The nearest double. */
    ROUND
  }

  private static final OffsetJsonFactory PARSERS =
      new OffsetJsonFactory(EnvelopeScanner.DEFAULT_MAX_DEPTH);

  private final InexactNumbers inexactNumbers;
  private final boolean dropsUnknown;

  /**
   * @param dropsUnknown whether a member that a Struct's schema does not name is left out, instead
   *     of being an error
   */
  public PayloadReader(InexactNumbers inexactNumbers, boolean dropsUnknown) {
    this.inexactNumbers = Objects.requireNonNull(inexactNumbers, "inexactNumbers");
    this.dropsUnknown = dropsUnknown;
  }

  /** A copy of the bytes of {@code data}. */
  public static byte[] bytes(Envelope envelope) {
    return Arrays.copyOfRange(envelope.body(), envelope.dataStart(), envelope.dataEnd());
  }

  /**
   * Maps, lists, text, Long, Double, Boolean and null, as a schemaless JsonConverter makes them.
   *
   * @throws IllegalArgumentException when a number has no exact form and that is to fail
   */
  public Map<String, Object> map(Envelope envelope) {
    return map(bytes(envelope));
  }

  /**
   * The same for any JSON object.
   *
   * @throws IllegalArgumentException also when the text is no JSON object
   */
  public Map<String, Object> map(byte[] json) {
    try (OffsetJsonParser parser = PARSERS.parse(json)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new IllegalArgumentException("is no JSON object");
      }
      return object(parser);
    } catch (IOException e) {
      throw new IllegalArgumentException("is no JSON that can be read", e);
    }
  }

  private Map<String, Object> object(OffsetJsonParser parser) throws IOException {
    Map<String, Object> members = new LinkedHashMap<>();
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      parser.nextToken();
      members.put(name, value(parser));
    }
    return members;
  }

  private Object value(OffsetJsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> {
        List<Object> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          items.add(value(parser));
        }
        yield items;
      }
      case VALUE_STRING -> parser.getText();
      case VALUE_NUMBER_INT -> orInexact(JsonNumbers.exactLong(parser.getText()), parser);
      case VALUE_NUMBER_FLOAT -> orInexact(JsonNumbers.exactDouble(parser.getText()), parser);
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> null;
    };
  }

  private Object orInexact(Number exact, OffsetJsonParser parser) throws IOException {
    if (exact != null) {
      return exact;
    }
    if (inexactNumbers == InexactNumbers.TEXT) {
      return parser.getText();
    }
    double nearest = Double.parseDouble(parser.getText());
    if (inexactNumbers == InexactNumbers.FAIL || !Double.isFinite(nearest)) {
      throw new IllegalArgumentException(
          "holds a number that neither a 64-bit integer nor a double holds exactly");
    }
    return nearest;
  }

  /**
   * A Struct.
   *
   * @param schema made of optional and required fields of STRING, BOOLEAN, INT64, FLOAT64, ARRAY,
   *     STRUCT and {@link #JSON}, and of texts named {@link #NUMBER_TEXT}
   * @throws IllegalArgumentException when the data does not fit the schema
   */
  public Struct struct(Envelope envelope, Schema schema) {
    byte[] json = bytes(envelope);
    try (OffsetJsonParser parser = PARSERS.parse(json)) {
      parser.nextToken();
      return struct(parser, json, schema, "");
    } catch (IOException e) {
      throw new IllegalArgumentException("is no JSON that can be read", e);
    }
  }

  private Struct struct(OffsetJsonParser parser, byte[] json, Schema schema, String at)
      throws IOException {
    Struct struct = new Struct(schema);
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      parser.nextToken();
      Field field = schema.field(name);
      if (field != null) {
        struct.put(field, typed(parser, json, field.schema(), at + "/" + name));
      } else if (dropsUnknown) {
        parser.finishValue();
      } else {
        throw misfit(at, "has a member that the schema does not name");
      }
    }
    for (Field field : schema.fields()) {
      if (!field.schema().isOptional() && struct.get(field) == null) {
        throw misfit(at + "/" + field.name(), "is required");
      }
    }
    return struct;
  }

  private Object typed(OffsetJsonParser parser, byte[] json, Schema schema, String at)
      throws IOException {
    JsonToken token = parser.currentToken();
    if (token == JsonToken.VALUE_NULL) {
      if (!schema.isOptional()) {
        throw misfit(at, "must not be null");
      }
      return null;
    }
    if (JSON.name().equals(schema.name())) {
      int start = parser.valueStart();
      parser.finishValue();
      return new String(json, start, parser.valueEnd() - start, StandardCharsets.UTF_8);
    }
    boolean number = token == JsonToken.VALUE_NUMBER_INT || token == JsonToken.VALUE_NUMBER_FLOAT;
    if (NUMBER_TEXT.equals(schema.name())) {
      return fit(number, parser.getText(), at, "must be a number");
    }
    return switch (schema.type()) {
      case STRING -> fit(token == JsonToken.VALUE_STRING, parser.getText(), at, "must be text");
      case BOOLEAN ->
          fit(token.isBoolean(), token == JsonToken.VALUE_TRUE, at, "must be true or false");
      case INT64 ->
          fit(
              number,
              number ? JsonNumbers.exactLong(parser.getText()) : null,
              at,
              "must be an integer of 64 bits");
      case FLOAT64 -> fit(number, number ? nearest(parser) : null, at, "must be a double");
      case ARRAY -> {
        fit(token == JsonToken.START_ARRAY, token, at, "must be a list");
        List<Object> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          items.add(typed(parser, json, schema.valueSchema(), at + "/" + items.size()));
        }
        yield items;
      }
      case STRUCT -> {
        fit(token == JsonToken.START_OBJECT, token, at, "must be an object");
        yield struct(parser, json, schema, at);
      }
      default -> throw new IllegalArgumentException("has a schema of type " + schema.type());
    };
  }

  private Double nearest(OffsetJsonParser parser) throws IOException {
    Double exact = JsonNumbers.exactDouble(parser.getText());
    if (exact != null || inexactNumbers != InexactNumbers.ROUND) {
      return exact;
    }
    double nearest = Double.parseDouble(parser.getText());
    return Double.isFinite(nearest) ? (Double) nearest : null;
  }

  private static Object fit(boolean fits, Object value, String at, String must) {
    if (!fits || value == null) {
      throw misfit(at, must);
    }
    return value;
  }

  private static IllegalArgumentException misfit(String at, String fault) {
    return new IllegalArgumentException(
        "does not fit the schema: " + (at.isEmpty() ? "it" : at) + " " + fault);
  }
}
