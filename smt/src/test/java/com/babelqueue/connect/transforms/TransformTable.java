package com.babelqueue.connect.transforms;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.transforms.Transformation;

/** The transforms, each with the settings and the values that show what all must hold. */
final class TransformTable {
  private static final List<String> UNACCEPTABLE = List.of("skip", "fail");
  private static final List<String> REFUSED = List.of("fail", "drop", "route");

  private TransformTable() {}

  /** One transform in one of its uses. */
  static final class Row {
    private final String name;
    private final Supplier<Transformation<SinkRecord>> creator;
    private final Map<String, String> settings;
    private String topic = "orders";
    private Map<String, String> headers = Map.of();
    private Function<ValueKind, Object> values = kind -> kind.envelope(2, 1);
    private List<String> required = List.of();
    private List<String> behaviors = List.of("");
    private String behaviorKey = "";
    private int choices;
    private boolean idempotent;
    private boolean readsNoValue;

    private Row(String name, Supplier<Transformation<SinkRecord>> creator, String... settings) {
      this.name = name;
      this.creator = creator;
      Map<String, String> all = new LinkedHashMap<>();
      for (int i = 0; i < settings.length; i += 2) {
        all.put(settings[i], settings[i + 1]);
      }
      this.settings = Map.copyOf(all);
    }

    private Row unacceptable() {
      behaviorKey = "unacceptable";
      behaviors = UNACCEPTABLE;
      choices++;
      return this;
    }

    private Row refusing() {
      behaviorKey = "behavior";
      behaviors = REFUSED;
      choices++;
      return this;
    }

    private Row settles() {
      idempotent = true;
      return this;
    }

    private Row needs(String... keys) {
      required = List.of(keys);
      return this;
    }

    Transformation<SinkRecord> create() {
      return creator.get();
    }

    Map<String, String> settings() {
      return settings;
    }

    /** Where its records are. */
    String topic() {
      return topic;
    }

    /** What its records bring. */
    Map<String, String> headers() {
      return headers;
    }

    /** A value that it takes, whose payload holds the canary. */
    Object value(ValueKind kind) {
      return values.apply(kind);
    }

    /** Settings without which it cannot be configured. */
    List<String> required() {
      return required;
    }

    /** The setting that says what happens to a value it cannot use; empty when there is none. */
    String behaviorKey() {
      return behaviorKey;
    }

    /** The values of that setting, or one empty text. */
    List<String> behaviors() {
      return behaviors;
    }

    /** How many settings with a list of values it has at least. */
    int choices() {
      return choices;
    }

    /** Whether a second pass changes nothing. */
    boolean idempotent() {
      return idempotent;
    }

    /** Whether it decides without the value, which may then be anything. */
    boolean readsNoValue() {
      return readsNoValue;
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Row> rows() {
    Row gate = new Row("SchemaVersionGate", SchemaVersionGate::new).refusing().settles();
    gate.readsNoValue = true;
    Row annotate = new Row("AnnotateDeadLetter", AnnotateDeadLetter::new).unacceptable().settles();
    annotate.headers =
        Map.of(
            "__connect.errors.topic", "orders",
            "__connect.errors.stage", "TASK_PUT",
            "__connect.errors.exception.message", "no");
    Row structs =
        new Row(
                "ExtractPayload to a Struct",
                ExtractPayload::new,
                "format",
                "struct",
                "schemas.directory",
                schemas())
            .unacceptable();
    Row wrap = new Row("WrapPayload", WrapPayload::new, "urn", "urn:a").settles().needs("urn");
    wrap.values = kind -> kind == ValueKind.STRUCT ? kind.envelope(2, 1) : payload(kind);
    return Stream.of(
        new Row("ProjectHeaders", ProjectHeaders::new).unacceptable().settles(),
        new Row("ReconcileAttempts", ReconcileAttempts::new, "rule", "kafka", "write", "both")
            .unacceptable()
            .settles()
            .needs("rule"),
        gate,
        new Row("NormalizeEnvelope", NormalizeEnvelope::new).unacceptable().settles(),
        new Row("RouteByUrn", RouteByUrn::new, "routes", "urn:*=routed")
            .unacceptable()
            .settles()
            .needs("routes"),
        new Row("ExtractPayload", ExtractPayload::new).unacceptable(),
        structs,
        wrap,
        annotate,
        new Row("ValidateEnvelope", ValidateEnvelope::new).refusing().settles(),
        new Row("ValidatePayload", ValidatePayload::new, "schemas.directory", schemas())
            .refusing()
            .settles()
            .needs("schemas.directory"),
        mesh("validate", TransformTable::payload).settles(),
        mesh("from-fixture", TransformTable::fixture),
        mesh("to-babelqueue", TransformTable::payload),
        mesh("from-babelqueue", TransformTable::meshEnvelope));
  }

  private static Row mesh(String mode, Function<ValueKind, Object> values) {
    Row row = new Row("MeshEvent " + mode, MeshEvent::new, "mode", mode, "node", "n").refusing();
    row.topic = "mesh.mod.shop.event.order.placed";
    row.headers = EVENT_HEADERS;
    row.values = values;
    return row;
  }

  private static final Map<String, String> EVENT_HEADERS =
      Map.of(
          "x-event-id", "0123456789abcdef0123456789abcdef",
          "x-source", "shop",
          "x-node", "one",
          "x-time", "2026-09-26T12:00:00Z",
          "content-type", "application/json");

  private static final Schema PAYLOAD =
      SchemaBuilder.struct().field("secret", Schema.STRING_SCHEMA).build();
  private static final Schema FIXTURE =
      SchemaBuilder.struct()
          .field("module", Schema.STRING_SCHEMA)
          .field("key", Schema.STRING_SCHEMA)
          .field("body", PAYLOAD)
          .field("headers", SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.STRING_SCHEMA).build())
          .build();

  /** A bare payload. */
  private static Object payload(ValueKind kind) {
    return switch (kind) {
      case MAP -> Map.of("secret", "canary");
      case STRUCT -> new Struct(PAYLOAD).put("secret", "canary");
      default -> text(kind, "{\"secret\":\"canary\"}");
    };
  }

  private static Object fixture(ValueKind kind) {
    StringBuilder headers = new StringBuilder();
    EVENT_HEADERS.forEach(
        (name, text) ->
            headers
                .append(headers.isEmpty() ? "" : ",")
                .append('"')
                .append(name)
                .append("\":\"")
                .append(text)
                .append('"'));
    return switch (kind) {
      case MAP ->
          Map.of(
              "module",
              "shop",
              "key",
              "order.placed",
              "body",
              payload(kind),
              "headers",
              EVENT_HEADERS);
      case STRUCT ->
          new Struct(FIXTURE)
              .put("module", "shop")
              .put("key", "order.placed")
              .put("body", payload(kind))
              .put("headers", EVENT_HEADERS);
      default ->
          text(
              kind,
              "{\"module\":\"shop\",\"key\":\"order.placed\",\"body\":{\"secret\":\"canary\"},"
                  + "\"headers\":{"
                  + headers
                  + "}}");
    };
  }

  /** An envelope whose URN and id have a form in the mesh. */
  private static Object meshEnvelope(ValueKind kind) {
    Map<String, Object> meta =
        Map.of(
            "id", "01234567-89ab-cdef-0123-456789abcdef",
            "schema_version", 1L,
            "created_at", 1749132727000L);
    String urn = "urn:babel:shop:order.placed";
    return switch (kind) {
      case MAP -> Map.of("job", urn, "trace_id", "t", "data", payload(kind), "meta", meta);
      case STRUCT -> {
        Schema metaSchema =
            SchemaBuilder.struct()
                .field("id", Schema.STRING_SCHEMA)
                .field("schema_version", Schema.INT64_SCHEMA)
                .field("created_at", Schema.INT64_SCHEMA)
                .build();
        Schema schema =
            SchemaBuilder.struct()
                .field("job", Schema.STRING_SCHEMA)
                .field("trace_id", Schema.STRING_SCHEMA)
                .field("data", PAYLOAD)
                .field("meta", metaSchema)
                .build();
        Struct inner = new Struct(metaSchema);
        meta.forEach(inner::put);
        yield new Struct(schema)
            .put("job", urn)
            .put("trace_id", "t")
            .put("data", payload(kind))
            .put("meta", inner);
      }
      default ->
          text(
              kind,
              "{\"job\":\"urn:babel:shop:order.placed\",\"trace_id\":\"t\",\"data\":"
                  + "{\"secret\":\"canary\"},\"meta\":{\"id\":\"01234567-89ab-cdef-0123-456789abcdef\","
                  + "\"schema_version\":1,\"created_at\":1749132727000}}");
    };
  }

  private static Object text(ValueKind kind, String json) {
    return switch (kind) {
      case BYTES -> json.getBytes(UTF_8);
      case BUFFER -> ByteBuffer.wrap(json.getBytes(UTF_8));
      default -> json;
    };
  }

  /** A directory with the schema of the one URN that occurs here. */
  private static String schemas() {
    try {
      Path directory = Files.createDirectories(Path.of("target", "contract-schemas"));
      Files.writeString(
          directory.resolve("urn%3Aa.json"),
          "{\"type\":\"object\",\"properties\":{\"secret\":{\"type\":\"string\"}}}");
      return directory.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
