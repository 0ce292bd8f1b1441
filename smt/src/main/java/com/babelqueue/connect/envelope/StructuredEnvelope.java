package com.babelqueue.connect.envelope;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;

/**
 * Changes an acceptable envelope that is held in a Map or Struct, as {@link EnvelopeEdit} changes
 * one in bytes. The value given is never changed; a Struct comes back with the schema that the
 * change needs, which is the same object for the same input schema.
 *
 * <p>Owned by one thread, because it remembers the schemas it made.
 */
public final class StructuredEnvelope {
  private static final Schema BLOCK =
      SchemaBuilder.struct()
          .name("com.babelqueue.DeadLetter")
          .optional()
          .field("reason", Schema.STRING_SCHEMA)
          .field("error", Schema.OPTIONAL_STRING_SCHEMA)
          .field("exception", Schema.OPTIONAL_STRING_SCHEMA)
          .field("failed_at", Schema.INT64_SCHEMA)
          .field("original_queue", Schema.STRING_SCHEMA)
          .field("attempts", Schema.INT32_SCHEMA)
          .field("lang", Schema.STRING_SCHEMA)
          .build();

  private static final int REMEMBERED = 32;

  private final Map<Schema, Schema> schemas =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Schema, Schema> eldest) {
          return size() > REMEMBERED;
        }
      };

  /** Whether a value is one of those that this class changes. */
  public static boolean isStructured(Object value) {
    return ObjectEdit.isObject(value);
  }

  /**
   * The envelope without the forbidden keys and with its identity in {@code job} only (FORB-3,
   * ALIAS-5).
   *
   * @param value a Map or Struct that was found acceptable
   * @return the value itself when it is like that already
   */
  public Object normalized(Object value) {
    ObjectEdit root = ObjectEdit.of(value);
    Object meta = root.get("meta");
    Object normalizedMeta = removeForbidden(ObjectEdit.of(meta), true).build(schemas);
    if (normalizedMeta != meta) {
      root.set("meta", schemaOf(normalizedMeta), normalizedMeta);
    }
    removeForbidden(root, false);
    if (root.has("urn")) {
      urnToJob(root);
    }
    return root.build(schemas);
  }

  private static ObjectEdit removeForbidden(ObjectEdit members, boolean meta) {
    for (ForbiddenKey key : ForbiddenKey.values()) {
      if (key.isIn(meta, key.key())) {
        members.remove(key.key());
      }
    }
    return members;
  }

  private static void urnToJob(ObjectEdit root) {
    if (!root.has("job")) {
      root.rename("urn", "job");
      return;
    }
    if (!(root.get("job") instanceof String job) || AsciiWhitespace.isBlank(job)) {
      root.set("job", root.schema("job"), root.get("urn"));
    }
    root.remove("urn");
  }

  /**
   * The envelope with a {@code dead_letter} block, which replaces one that is there (DL-1). The
   * counter stays as it is.
   *
   * @param value a Map or Struct that was found acceptable
   */
  public Object deadLettered(Object value, DeadLetter block) {
    ObjectEdit root = ObjectEdit.of(value);
    Struct struct =
        new Struct(BLOCK)
            .put("reason", block.reason().text())
            .put("error", block.error())
            .put("exception", block.exception())
            .put("failed_at", block.failedAt())
            .put("original_queue", block.originalQueue())
            .put("attempts", block.attempts())
            .put("lang", EnvelopeWriter.LANG);
    root.set("dead_letter", BLOCK, value instanceof Map ? members(struct) : struct);
    return root.build(schemas);
  }

  private static Map<String, Object> members(Struct struct) {
    Map<String, Object> members = new LinkedHashMap<>();
    struct.schema().fields().forEach(field -> members.put(field.name(), struct.get(field)));
    return members;
  }

  /** The schema of a value that was changed; null for a Map. */
  public static Schema schemaOf(Object value) {
    return value instanceof Struct struct ? struct.schema() : null;
  }
}
