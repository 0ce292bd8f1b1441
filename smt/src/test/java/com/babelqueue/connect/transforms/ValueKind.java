package com.babelqueue.connect.transforms;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;

/** The ways in which a record value holds an envelope. */
enum ValueKind {
  BYTES,
  BUFFER,
  TEXT,
  MAP,
  STRUCT;

  private static final Schema META =
      SchemaBuilder.struct()
          .field("id", Schema.STRING_SCHEMA)
          .field("lang", Schema.STRING_SCHEMA)
          .field("schema_version", Schema.INT32_SCHEMA)
          .field("created_at", Schema.INT64_SCHEMA)
          .build();
  private static final Schema ENVELOPE =
      SchemaBuilder.struct()
          .field("job", Schema.STRING_SCHEMA)
          .field("trace_id", Schema.STRING_SCHEMA)
          .field("data", SchemaBuilder.struct().field("secret", Schema.STRING_SCHEMA).build())
          .field("meta", META)
          .field("attempts", Schema.INT32_SCHEMA)
          .build();

  /** An envelope whose data holds the canary text. */
  Object envelope(int attempts, int version) {
    return switch (this) {
      case BYTES -> json(attempts, version).getBytes(UTF_8);
      case BUFFER -> ByteBuffer.wrap(json(attempts, version).getBytes(UTF_8));
      case TEXT -> json(attempts, version);
      case MAP -> map(attempts, version);
      case STRUCT -> struct(attempts, version);
    };
  }

  Schema schema() {
    return switch (this) {
      case BYTES, BUFFER -> Schema.BYTES_SCHEMA;
      case TEXT -> Schema.STRING_SCHEMA;
      case MAP -> null;
      case STRUCT -> ENVELOPE;
    };
  }

  private static String json(int attempts, int version) {
    return "{\"job\":\"urn:a\",\"trace_id\":\"t\",\"data\":{\"secret\":\"canary\"},\"meta\":"
        + "{\"id\":\"i\",\"lang\":\"php\",\"schema_version\":"
        + version
        + ",\"created_at\":1749132727000},\"attempts\":"
        + attempts
        + "}";
  }

  private static Map<String, Object> map(int attempts, int version) {
    Map<String, Object> meta = new LinkedHashMap<>();
    meta.put("id", "i");
    meta.put("lang", "php");
    meta.put("schema_version", (long) version);
    meta.put("created_at", 1749132727000L);
    Map<String, Object> envelope = new LinkedHashMap<>();
    envelope.put("job", "urn:a");
    envelope.put("trace_id", "t");
    envelope.put("data", Map.of("secret", "canary"));
    envelope.put("meta", meta);
    envelope.put("attempts", (long) attempts);
    return envelope;
  }

  private static Struct struct(int attempts, int version) {
    Struct meta =
        new Struct(META)
            .put("id", "i")
            .put("lang", "php")
            .put("schema_version", version)
            .put("created_at", 1749132727000L);
    return new Struct(ENVELOPE)
        .put("job", "urn:a")
        .put("trace_id", "t")
        .put("data", new Struct(ENVELOPE.field("data").schema()).put("secret", "canary"))
        .put("meta", meta)
        .put("attempts", attempts);
  }
}
