package com.babelqueue.connect.transforms;

import com.babelqueue.connect.envelope.HeaderText;
import com.babelqueue.connect.envelope.JsonMembers;
import com.babelqueue.connect.envelope.PayloadText.Fragment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.Header;

/** Looks up headers and members of key and value of one record. For one thread. */
final class RecordView {
  private final ConnectRecord<?> record;

  RecordView(ConnectRecord<?> record) {
    this.record = record;
  }

  /** The last header of that name; null when there is none or its value is null. */
  SchemaAndValue header(String name) {
    Header header = record.headers().lastWithName(name);
    return header == null ? null : present(header.schema(), header.value());
  }

  /**
   * A member of the value: of a Map, of a Struct, or of a JSON object that bytes or text hold.
   *
   * @param path names separated by dots; empty for the value itself
   * @return null when there is no such member or it is null
   */
  SchemaAndValue value(String path) {
    return member(record.valueSchema(), record.value(), path);
  }

  /** The same for the key. */
  SchemaAndValue key(String path) {
    return member(record.keySchema(), record.key(), path);
  }

  private static SchemaAndValue member(Schema schema, Object value, String path) {
    SchemaAndValue at = present(schema, value);
    for (String rest = path; at != null && !rest.isEmpty(); ) {
      // A name may hold dots itself, so the whole rest is tried first.
      SchemaAndValue whole = child(at, rest);
      int dot = rest.indexOf('.');
      if (whole != null || dot < 0) {
        return whole;
      }
      at = child(at, rest.substring(0, dot));
      rest = rest.substring(dot + 1);
    }
    return at;
  }

  private static SchemaAndValue child(SchemaAndValue parent, String name) {
    Object value = parent.value();
    if (value instanceof Map<?, ?> map) {
      Schema schema = parent.schema() == null ? null : parent.schema().valueSchema();
      return present(schema, map.get(name));
    }
    if (value instanceof Struct struct) {
      Field field = struct.schema().field(name);
      return field == null ? null : present(field.schema(), struct.get(field));
    }
    byte[] json = json(value);
    return json == null ? null : jsonChild(json, name);
  }

  private static SchemaAndValue jsonChild(byte[] json, String name) {
    JsonMembers members = members(json);
    byte[] member = members == null ? null : members.bytes(name);
    if (member == null || member[0] == 'n') {
      return null;
    }
    String text = members.text(name);
    return text == null
        ? new SchemaAndValue(null, new Fragment(member))
        : new SchemaAndValue(Schema.STRING_SCHEMA, text);
  }

  /** Null when the bytes are no JSON object. */
  private static JsonMembers members(byte[] json) {
    try {
      return JsonMembers.of(json);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static byte[] json(Object value) {
    if (value instanceof Fragment fragment) {
      return fragment.json();
    }
    if (value instanceof byte[] array) {
      return array;
    }
    if (value instanceof ByteBuffer buffer) {
      byte[] copy = new byte[buffer.remaining()];
      buffer.duplicate().get(copy);
      return copy;
    }
    return value instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : null;
  }

  private static SchemaAndValue present(Schema schema, Object value) {
    return value == null ? null : new SchemaAndValue(schema, value);
  }

  /** A single value as text; null for null, an object, a list, or bytes that are not UTF-8. */
  static String text(SchemaAndValue value) {
    if (value == null) {
      return null;
    }
    if (value.value() instanceof Fragment fragment) {
      return fragment.isStructured() ? null : new String(fragment.json(), StandardCharsets.UTF_8);
    }
    return HeaderText.of(value.value());
  }
}
