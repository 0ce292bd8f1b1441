package com.babelqueue.connect.envelope;

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
    JsonReader reader = new JsonReader(json, EnvelopeScanner.DEFAULT_MAX_DEPTH);
    try {
      if (reader.readValue() != JsonType.OBJECT) {
        throw new IllegalArgumentException("is no JSON object");
      }
      return object(reader);
    } catch (BrokenJson e) {
      throw new IllegalArgumentException("is no JSON that can be read", e);
    }
  }

  private Map<String, Object> object(JsonReader reader) throws BrokenJson {
    Map<String, Object> members = new LinkedHashMap<>();
    while (reader.nextMember()) {
      String name = reader.name();
      reader.readValue();
      members.put(name, value(reader));
    }
    return members;
  }

  private Object value(JsonReader reader) throws BrokenJson {
    return switch (reader.type()) {
      case OBJECT -> object(reader);
      case ARRAY -> {
        List<Object> items = new ArrayList<>();
        while (reader.nextItem()) {
          reader.readValue();
          items.add(value(reader));
        }
        yield items;
      }
      case STRING -> reader.text();
      case INTEGER -> orInexact(JsonNumbers.exactLong(reader.lexeme()), reader);
      case DECIMAL -> orInexact(JsonNumbers.exactDouble(reader.lexeme()), reader);
      case TRUE -> true;
      case FALSE -> false;
      default -> null;
    };
  }

  private Object orInexact(Number exact, JsonReader reader) {
    if (exact != null) {
      return exact;
    }
    if (inexactNumbers == InexactNumbers.TEXT) {
      return reader.lexeme();
    }
    double nearest = Double.parseDouble(reader.lexeme());
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
    JsonReader reader = new JsonReader(json, EnvelopeScanner.DEFAULT_MAX_DEPTH);
    try {
      reader.readValue();
      return struct(reader, schema, "");
    } catch (BrokenJson e) {
      throw new IllegalArgumentException("is no JSON that can be read", e);
    }
  }

  private Struct struct(JsonReader reader, Schema schema, String at) throws BrokenJson {
    Struct struct = new Struct(schema);
    while (reader.nextMember()) {
      String name = reader.name();
      reader.readValue();
      Field field = schema.field(name);
      if (field != null) {
        struct.put(field, typed(reader, field.schema(), at + "/" + name));
      } else if (dropsUnknown) {
        reader.finishValue();
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

  private Object typed(JsonReader reader, Schema schema, String at) throws BrokenJson {
    JsonType type = reader.type();
    if (type == JsonType.NULL) {
      if (!schema.isOptional()) {
        throw misfit(at, "must not be null");
      }
      return null;
    }
    if (JSON.name().equals(schema.name())) {
      reader.finishValue();
      return reader.lexeme();
    }
    boolean number = type.isNumber();
    if (NUMBER_TEXT.equals(schema.name())) {
      return fit(number, reader.lexeme(), at, "must be a number");
    }
    return switch (schema.type()) {
      case STRING -> {
        fit(type == JsonType.STRING, type, at, "must be text");
        yield reader.text();
      }
      case BOOLEAN ->
          fit(
              type == JsonType.TRUE || type == JsonType.FALSE,
              type == JsonType.TRUE,
              at,
              "must be true or false");
      case INT64 ->
          fit(
              number,
              number ? JsonNumbers.exactLong(reader.lexeme()) : null,
              at,
              "must be an integer of 64 bits");
      case FLOAT64 -> fit(number, number ? nearest(reader) : null, at, "must be a double");
      case ARRAY -> {
        fit(type == JsonType.ARRAY, type, at, "must be a list");
        List<Object> items = new ArrayList<>();
        while (reader.nextItem()) {
          reader.readValue();
          items.add(typed(reader, schema.valueSchema(), at + "/" + items.size()));
        }
        yield items;
      }
      case STRUCT -> {
        fit(type == JsonType.OBJECT, type, at, "must be an object");
        yield struct(reader, schema, at);
      }
      default -> throw new IllegalArgumentException("has a schema of type " + schema.type());
    };
  }

  private Double nearest(JsonReader reader) {
    Double exact = JsonNumbers.exactDouble(reader.lexeme());
    if (exact != null || inexactNumbers != InexactNumbers.ROUND) {
      return exact;
    }
    double nearest = Double.parseDouble(reader.lexeme());
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
