package com.babelqueue.connect.envelope;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;

/**
 * Changes the members of one Map or Struct in a copy; a Struct gets the schema that its members
 * need. For one thread.
 */
final class ObjectEdit {
  /** One member: its name as text and as the source's own key, and its schema in a Struct. */
  private record Member(String name, Object key, Schema schema, Object value) {}

  private final Object source;
  private final List<Member> members = new ArrayList<>();
  private boolean changed;

  private ObjectEdit(Object source) {
    this.source = source;
  }

  static boolean isObject(Object value) {
    return value instanceof Map || value instanceof Struct;
  }

  /** Begins to change a Map or Struct, which itself stays as it is. */
  static ObjectEdit of(Object source) {
    ObjectEdit edit = new ObjectEdit(source);
    if (source instanceof Map<?, ?> map) {
      map.forEach(
          (key, value) -> edit.members.add(new Member(String.valueOf(key), key, null, value)));
    } else {
      Struct struct = (Struct) source;
      for (Field field : struct.schema().fields()) {
        edit.members.add(new Member(field.name(), field.name(), field.schema(), struct.get(field)));
      }
    }
    return edit;
  }

  private int indexOf(String name) {
    for (int i = 0; i < members.size(); i++) {
      if (members.get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  boolean has(String name) {
    return indexOf(name) >= 0;
  }

  /** The value of a member; null when it is null or absent. */
  Object get(String name) {
    int at = indexOf(name);
    return at < 0 ? null : members.get(at).value();
  }

  /** The schema of a Struct's member; null in a Map or when absent. */
  Schema schema(String name) {
    int at = indexOf(name);
    return at < 0 ? null : members.get(at).schema();
  }

  void remove(String name) {
    changed |= members.removeIf(member -> member.name().equals(name));
  }

  /** Gives a member another value in its place, or adds it at the end. */
  void set(String name, Schema schema, Object value) {
    int at = indexOf(name);
    if (at < 0) {
      members.add(new Member(name, name, schema, value));
    } else {
      members.set(at, new Member(name, members.get(at).key(), schema, value));
    }
    changed = true;
  }

  /** Gives a member another name in its place. */
  void rename(String from, String to) {
    int at = indexOf(from);
    Member member = members.get(at);
    members.set(at, new Member(to, to, member.schema(), member.value()));
    changed = true;
  }

  /**
   * The changed copy.
   *
   * @param schemas schemas made before, by the one they were made from; grows
   * @return the source itself when nothing was changed
   */
  Object build(Map<Schema, Schema> schemas) {
    if (!changed) {
      return source;
    }
    if (source instanceof Map) {
      Map<Object, Object> copy = new LinkedHashMap<>();
      members.forEach(member -> copy.put(member.key(), member.value()));
      return copy;
    }
    Schema original = ((Struct) source).schema();
    Schema schema = schemas.get(original);
    if (schema == null || !fits(schema)) {
      schema = newSchema(original);
      schemas.put(original, schema);
    }
    Struct copy = new Struct(schema);
    members.forEach(member -> copy.put(member.name(), member.value()));
    return copy;
  }

  private boolean fits(Schema schema) {
    List<Field> fields = schema.fields();
    if (fields.size() != members.size()) {
      return false;
    }
    for (int i = 0; i < fields.size(); i++) {
      Member member = members.get(i);
      if (!fields.get(i).name().equals(member.name())
          || !fields.get(i).schema().equals(member.schema())) {
        return false;
      }
    }
    return true;
  }

  private Schema newSchema(Schema original) {
    SchemaBuilder builder = SchemaBuilder.struct().name(original.name());
    if (original.version() != null) {
      builder.version(original.version());
    }
    if (original.doc() != null) {
      builder.doc(original.doc());
    }
    if (original.parameters() != null) {
      builder.parameters(original.parameters());
    }
    if (original.isOptional()) {
      builder.optional();
    }
    members.forEach(member -> builder.field(member.name(), member.schema()));
    return builder.build();
  }
}
