package com.babelqueue.connect.envelope;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collection;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;

/**
 * Writes values as compact JSON (ENC-1 to ENC-4): maps, lists, text, numbers, booleans, null, byte
 * arrays as base64 text, and Connect's {@link Struct}.
 *
 * <p>A {@link BigDecimal} (Connect's Decimal) is written without an exponent. Connect's Timestamp
 * and any schemaless {@link Date} become milliseconds since the epoch, Date days since the epoch,
 * Time milliseconds since midnight: all integers. Used by one thread for one value.
 */
final class JsonEncoder {
  private static final long MILLIS_PER_DAY = 86_400_000L;

  /** The order of ENV-1, by the object the keys stand in. */
  private static final List<String> ROOT_ORDER =
      List.of("job", "trace_id", "data", "meta", "attempts", "dead_letter");

  private static final Map<String, List<String>> MEMBER_ORDER =
      Map.of(
          "meta",
          List.of("id", "queue", "lang", "schema_version", "created_at"),
          "dead_letter",
          List.of(
              "reason", "error", "exception", "failed_at", "original_queue", "attempts", "lang"));

  /** As deep as any envelope this project accepts; a value that holds itself ends here too. */
  private static final int MAX_DEPTH = EnvelopeScanner.DEFAULT_MAX_DEPTH;

  private final StringBuilder out = new StringBuilder(512);

  private JsonEncoder() {}

  /** A whole envelope: known keys first in contract order, then the others in theirs. */
  static byte[] envelope(Map<?, ?> members) {
    Map<String, Object> ordered = ordered(named(members), ROOT_ORDER);
    MEMBER_ORDER.forEach(
        (key, order) ->
            ordered.computeIfPresent(
                key, (name, value) -> isObject(value) ? ordered(membersOf(value), order) : value));
    JsonEncoder encoder = new JsonEncoder();
    encoder.write(ordered, 1);
    return encoder.out.toString().getBytes(StandardCharsets.UTF_8);
  }

  static byte[] envelope(Struct members) {
    return envelope(membersOf(members));
  }

  /** One value, keys in their own order. */
  static String value(Object value) {
    JsonEncoder encoder = new JsonEncoder();
    encoder.write(value, 1);
    return encoder.out.toString();
  }

  private static boolean isObject(Object value) {
    return value instanceof Map || value instanceof Struct;
  }

  private static Map<String, Object> membersOf(Object value) {
    if (value instanceof Map<?, ?> map) {
      return named(map);
    }
    Struct struct = (Struct) value;
    Map<String, Object> members = new LinkedHashMap<>();
    for (Field field : struct.schema().fields()) {
      members.put(field.name(), plain(field.schema(), struct.get(field)));
    }
    return members;
  }

  private static Map<String, Object> named(Map<?, ?> map) {
    Map<String, Object> members = new LinkedHashMap<>();
    map.forEach((key, value) -> members.put(String.valueOf(key), value));
    return members;
  }

  private static Map<String, Object> ordered(Map<String, Object> members, List<String> order) {
    Map<String, Object> ordered = new LinkedHashMap<>();
    for (String key : order) {
      if (members.containsKey(key)) {
        ordered.put(key, members.get(key));
      }
    }
    members.forEach(ordered::putIfAbsent);
    return ordered;
  }

  /** Dates of a logical type as the integer that the type stands for. */
  private static Object plain(Schema schema, Object value) {
    if (value instanceof Date date && schema.name() != null) {
      return switch (schema.name()) {
        case org.apache.kafka.connect.data.Date.LOGICAL_NAME ->
            Math.floorDiv(date.toInstant().toEpochMilli(), MILLIS_PER_DAY);
        case Time.LOGICAL_NAME -> Math.floorMod(date.toInstant().toEpochMilli(), MILLIS_PER_DAY);
        default -> date.toInstant().toEpochMilli();
      };
    }
    if (value instanceof Collection<?> list) {
      return list.stream().map(item -> plain(schema.valueSchema(), item)).toList();
    }
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> members = named(map);
      members.replaceAll((key, item) -> plain(schema.valueSchema(), item));
      return members;
    }
    return value;
  }

  private void write(Object value, int depth) {
    if (depth > MAX_DEPTH) {
      throw new IllegalArgumentException(
          "the value is nested deeper than " + MAX_DEPTH + " levels");
    }
    if (value == null || value instanceof Boolean) {
      out.append(value);
    } else if (value instanceof CharSequence text) {
      JsonText.quote(out, text);
    } else if (value instanceof Number number) {
      writeNumber(number);
    } else if (isObject(value)) {
      writeObject(membersOf(value), depth);
    } else if (value instanceof Collection<?> list) {
      writeList(list, depth);
    } else if (value instanceof byte[] bytes) {
      JsonText.quote(out, Base64.getEncoder().encodeToString(bytes));
    } else if (value instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      JsonText.quote(out, Base64.getEncoder().encodeToString(bytes));
    } else if (value instanceof Date date) {
      out.append(date.toInstant().toEpochMilli());
    } else {
      throw new IllegalArgumentException("no JSON form for " + value.getClass().getName());
    }
  }

  private void writeNumber(Number number) {
    if (number instanceof BigDecimal decimal) {
      out.append(decimal.toPlainString());
      return;
    }
    if ((number instanceof Double || number instanceof Float)
        && !Double.isFinite(number.doubleValue())) {
      throw new IllegalArgumentException("a number that is not finite has no JSON form");
    }
    out.append(number);
  }

  private void writeObject(Map<String, Object> members, int depth) {
    String separator = "{";
    for (Map.Entry<String, Object> member : members.entrySet()) {
      out.append(separator);
      JsonText.quote(out, member.getKey());
      out.append(':');
      write(member.getValue(), depth + 1);
      separator = ",";
    }
    out.append(members.isEmpty() ? "{}" : "}");
  }

  private void writeList(Collection<?> list, int depth) {
    String separator = "[";
    for (Object item : list) {
      out.append(separator);
      write(item, depth + 1);
      separator = ",";
    }
    out.append(list.isEmpty() ? "[]" : "]");
  }
}
