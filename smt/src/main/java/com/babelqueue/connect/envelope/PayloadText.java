package com.babelqueue.connect.envelope;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;

/**
 * Writes any value of Connect as the JSON object that {@code data} must be (A4).
 *
 * <p>Text and bytes that hold a JSON object are taken over byte for byte, a Map or Struct is
 * encoded as {@link RecordBody} describes. Everything else, and a JSON list, becomes the only
 * member of an object: other text as text, other bytes as Base64 text. Stateless; for any thread.
 */
public final class PayloadText {
  /** A JSON value that was cut out of a text. */
  public static final class Fragment {
    private final byte[] json;

    /**
     * @param json its bytes, not to be changed
     */
    public Fragment(byte[] json) {
      this.json = json;
    }

    /** Whether it is an object or a list. */
    public boolean isStructured() {
      return json[0] == '{' || json[0] == '[';
    }

    /** The bytes, not to be changed. */
    public byte[] json() {
      return json;
    }
  }

  private static final EnvelopeScanner SCANNER = new EnvelopeScanner();

  private PayloadText() {}

  /**
   * The JSON of a value.
   *
   * @param wrapField name under which a value that is no object becomes one; null refuses it
   * @return one JSON object in UTF-8
   * @throws IllegalArgumentException when the value is refused or has no JSON form; the message
   *     holds nothing of it
   */
  public static byte[] object(SchemaAndValue value, String wrapField) {
    byte[] json = json(value.value());
    if (json != null && json[0] == '{') {
      return json;
    }
    if (wrapField == null) {
      throw new IllegalArgumentException("the content is no object, and wrap.field is not set");
    }
    if (json != null) {
      StringBuilder out = new StringBuilder("{");
      JsonText.quote(out, wrapField);
      return utf8(out.append(':').append(new String(json, StandardCharsets.UTF_8)) + "}");
    }
    return utf8(JsonEncoder.value(wrapped(value, wrapField)));
  }

  /**
   * The JSON of a value that is an object.
   *
   * @return null when it is none, or has no JSON form
   */
  public static byte[] objectOrNull(SchemaAndValue value) {
    try {
      byte[] json = json(value.value());
      return json != null && json[0] == '{' ? json : null;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** Any value as compact JSON, for names and comparisons. */
  public static String of(Object value) {
    return JsonEncoder.value(value);
  }

  private static Object wrapped(SchemaAndValue value, String wrapField) {
    Schema schema = value.schema();
    if (schema == null) {
      return Collections.singletonMap(wrapField, value.value());
    }
    // A Struct knows the logical types of its fields, a map does not.
    return new Struct(SchemaBuilder.struct().field(wrapField, schema).build())
        .put(wrapField, value.value());
  }

  /** The JSON of an object or list, and of any fragment; null for the rest. */
  private static byte[] json(Object content) {
    if (ObjectEdit.isObject(content)) {
      return utf8(JsonEncoder.value(content));
    }
    if (content instanceof Fragment fragment) {
      return fragment.json();
    }
    byte[] bytes = bytes(content);
    if (bytes == null) {
      return null;
    }
    byte[] json = trimmed(bytes);
    if (json.length == 0 || (json[0] != '{' && json[0] != '[')) {
      return null;
    }
    Refusal refusal = SCANNER.scan(json).refusal();
    boolean readable = refusal == null || refusal.compareTo(Refusal.NOT_AN_OBJECT) >= 0;
    return readable ? json : null;
  }

  private static byte[] bytes(Object content) {
    if (content instanceof byte[] array) {
      return array;
    }
    if (content instanceof ByteBuffer buffer) {
      byte[] copy = new byte[buffer.remaining()];
      buffer.duplicate().get(copy);
      return copy;
    }
    return content instanceof String text ? utf8(text) : null;
  }

  /** The array itself when there is no white space at its ends. */
  private static byte[] trimmed(byte[] json) {
    int start = 0;
    int end = json.length;
    while (start < end && json[start] <= ' ' && json[start] >= 0) {
      start++;
    }
    while (end > start && json[end - 1] <= ' ' && json[end - 1] >= 0) {
      end--;
    }
    return start == 0 && end == json.length ? json : Arrays.copyOfRange(json, start, end);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
