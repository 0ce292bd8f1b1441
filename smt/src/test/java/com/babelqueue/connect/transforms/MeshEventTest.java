package com.babelqueue.connect.transforms;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.babelqueue.connect.envelope.Envelope;
import com.babelqueue.connect.envelope.EnvelopeScanner;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.header.Headers;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MeshEventTest {
  private static final String SUBJECT = "mesh.mod.shop.event.order.placed";
  private static final String ID = "0123456789abcdef0123456789abcdef";
  private static final String CAUSE = "fedcba9876543210fedcba9876543210";
  private static final String BODY = "{\"id\":\"canary\",\"total\":12.50}";

  private final Map<String, Object> headers = new LinkedHashMap<>();
  private final Map<String, String> settings = new HashMap<>();

  MeshEventTest() {
    headers.put("x-event-id", ID);
    headers.put("x-source", "shop");
    headers.put("x-node", "one");
    headers.put("x-time", "2026-09-26T12:00:00Z");
    headers.put("content-type", "application/json");
  }

  private static SourceRecord record(String topic, Object value, Map<String, Object> headers) {
    Headers written = new ConnectHeaders();
    headers.forEach((name, text) -> written.add(name, text, null));
    Schema schema = value instanceof byte[] ? Schema.BYTES_SCHEMA : null;
    return new SourceRecord(
        Map.of(), Map.of(), topic, 2, Schema.STRING_SCHEMA, "k", schema, value, 7L, written);
  }

  private SourceRecord event() {
    return record(SUBJECT, BODY.getBytes(UTF_8), headers);
  }

  private SourceRecord apply(SourceRecord record, String mode) {
    settings.put("mode", mode);
    try (MeshEvent<SourceRecord> transform = new MeshEvent<>()) {
      transform.configure(settings);
      return transform.apply(record);
    }
  }

  private void assertRefused(SourceRecord record, String mode, String reason) {
    assertThatThrownBy(() -> apply(record, mode))
        .isInstanceOf(DataException.class)
        .hasMessageContaining(reason)
        .hasMessageNotContaining("canary");
  }

  private static Map<String, Object> headersOf(SourceRecord record) {
    Map<String, Object> found = new LinkedHashMap<>();
    for (Header header : record.headers()) {
      assertThat(found.put(header.key(), header.value())).as("one " + header.key()).isNull();
    }
    return found;
  }

  private static String text(SourceRecord record) {
    return new String((byte[]) record.value(), UTF_8);
  }

  private static String fixture(String body, String headers) {
    return "{\"module\":\"shop\",\"node\":\"one\",\"key\":\"order.placed\",\"body\":"
        + body
        + ",\"headers\":{\"x-event-id\":\""
        + ID
        + "\",\"x-source\":\"shop\",\"x-node\":\"one\",\"x-time\":\"2026-09-26T12:00:00.5+02:00\","
        + "\"content-type\":\"application/json\""
        + headers
        + "}}";
  }

  @Test
  void passesAnEventOnAsItIs() {
    headers.put("x-causation-id", CAUSE);
    headers.put("x-schema", "s");
    headers.put("traceparent", "p");
    SourceRecord event = event();
    assertThat(apply(event, "validate")).isSameAs(event);
    headers.replaceAll((name, text) -> text.toString().getBytes(UTF_8));
    SourceRecord bytes = event();
    assertThat(apply(bytes, "validate")).isSameAs(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"x-event-id", "x-source", "x-node", "x-time", "content-type"})
  void refusesAMissingOrBlankHeader(String name) {
    headers.put(name, " ");
    assertRefused(event(), "validate", "no header " + name);
    headers.remove(name);
    assertRefused(event(), "validate", "no header " + name);
    assertRefused(event(), "to-babelqueue", "no header " + name);
  }

  @ParameterizedTest
  @CsvSource({
    "x-event-id, 0123456789ABCDEF0123456789ABCDEF",
    "x-event-id, 01234567-89ab-cdef-0123-456789abcdef",
    "x-event-id, 0123456789abcdef0123456789abcde",
    "x-source, Shop",
    "content-type, application/json; charset=utf-8",
    "content-type, Application/json",
    "x-time, 2026-09-26",
    "x-time, 2026-09-26T12:00Z",
    "x-time, 2026-09-26 12:00:00Z",
    "x-time, 2026-09-26T12:00:00",
    "x-time, 2026-02-30T12:00:00Z",
    "x-time, 2026-09-26T12:00:00+0200",
    "x-time, 1969-09-26T12:00:00Z",
    "x-time, 1790424000000"
  })
  void refusesAnotherForm(String name, String text) {
    headers.put(name, text);
    assertRefused(event(), "validate", name);
  }

  @Test
  void refusesAHeaderThatAConverterRetyped() {
    headers.put("x-event-id", new java.math.BigDecimal("12345678901234567890123456789012"));
    assertRefused(event(), "validate", "header.converter");
  }

  @Test
  void refusesARepeatedHeader() {
    SourceRecord event = event();
    event.headers().addString("x-event-id", ID);
    assertRefused(event, "validate", "x-event-id more than once");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "orders",
        "mesh.mod.shop.event",
        "mesh.mod.shop.event.",
        "mesh.mod.shop.event.a..b",
        "mesh.mod..event.a",
        "mesh.mod.shop.cmd.a",
        "Mesh.mod.shop.event.a"
      })
  void refusesAnotherSubject(String subject) {
    assertRefused(record(subject, BODY, headers), "validate", "has a ");
  }

  @Test
  void readsTheSubjectByPosition() {
    headers.put("x-source", "event");
    SourceRecord event = record("mesh.mod.event.event.event.b.c", BODY, headers);
    SourceRecord envelope = apply(event, "to-babelqueue");
    assertThat(envelope.value().toString()).contains("\"job\":\"urn:babel:event:event.b.c\"");
  }

  @Test
  void readsTheSubjectFromAHeaderWhenTold() {
    settings.put("subject", "header");
    assertRefused(event(), "validate", "subject");
    headers.put("x-subject", SUBJECT);
    SourceRecord event = record("events", BODY, headers);
    assertThat(apply(event, "validate")).isSameAs(event);
    assertThat(headersOf(apply(event, "to-babelqueue"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"x-time\":1}",
        "{\"a\":{},\"x-event-id\":\"canary\"}",
        "{\"headers\":{\"content-type\":\"canary\"}}",
        "{\"body\":{},\"module\":\"a\",\"key\":\"canary\"}"
      })
  void refusesANestedEnvelope(String body) {
    assertRefused(record(SUBJECT, body, headers), "validate", "nested");
    assertRefused(record("t", fixture(body, ""), Map.of()), "from-fixture", "nested");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"body\":\"text\"}",
        "{\"body\":{},\"key\":1}",
        "{\"headers\":{\"x-rate\":1}}",
        "{\"headers\":7,\"x-schema\":1}",
        "[1,2]",
        "7",
        "null"
      })
  void passesPayloadsThatOnlyLookLikeOne(String body) {
    SourceRecord event = record(SUBJECT, body, headers);
    assertThat(apply(event, "validate")).isSameAs(event);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{canary", "{} canary", "{\"a\":1,\"a\":\"canary\"}"})
  void refusesABodyThatIsNoJson(String body) {
    assertRefused(record(SUBJECT, body, headers), "validate", "has a value that ");
  }

  @Test
  void refusesAValueOfAnotherType() {
    assertRefused(record(SUBJECT, List.of("canary"), headers), "validate", "has a value of java.");
    settings.put("behavior", "drop");
    assertThat(apply(record(SUBJECT, 5, headers), "validate")).isNull();
  }

  @Test
  void disposesOfRefusedRecordsAsTold() {
    headers.remove("x-event-id");
    settings.put("behavior", "drop");
    assertThat(apply(event(), "validate")).isNull();
    settings.put("behavior", "route");
    SourceRecord routed = apply(event(), "to-babelqueue");
    assertThat(routed.topic()).isEqualTo(SUBJECT + ".dlq");
    assertThat(text(routed)).isEqualTo(BODY);
    assertThat(headersOf(routed)).isEqualTo(headers);
  }

  @Test
  void makesAnEventOfItsStructuredForm() {
    String body = "{ \"total\": 12.50, \"big\":12345678901234567890123 }";
    String more = ",\"x-causation-id\":\"" + CAUSE + "\",\"x-schema\":\"v1\",\"x-more\":\"m\"";
    SourceRecord source =
        record("in", fixture(body, more).getBytes(UTF_8), Map.of("x-node", "old", "tp", "t"));

    SourceRecord event = apply(source, "from-fixture");

    assertThat(event.topic()).isEqualTo(SUBJECT);
    assertThat(text(event)).isEqualTo(body);
    assertThat(event.timestamp()).isEqualTo(1790416800500L);
    assertThat(event.key()).isNull();
    assertThat(event.keySchema()).isNull();
    assertThat(event.kafkaPartition()).isEqualTo(2);
    assertThat(headersOf(event))
        .containsEntry("tp", "t")
        .containsEntry("x-event-id", ID)
        .containsEntry("x-node", "one")
        .containsEntry("x-time", "2026-09-26T12:00:00.5+02:00")
        .containsEntry("x-causation-id", CAUSE)
        .containsEntry("x-schema", "v1")
        .containsEntry("x-more", "m")
        .hasSize(9);
    assertThat(apply(event, "validate")).isSameAs(event);
  }

  @Test
  void keepsTheKindOfBytesAndMakesBytesOfMapsAndStructs() {
    String json = fixture("{\"a\":1}", "");
    byte[] expected = "{\"a\":1}".getBytes(UTF_8);
    assertThat(apply(record("t", json, Map.of()), "from-fixture").value()).isEqualTo("{\"a\":1}");
    assertThat(
            apply(record("t", ByteBuffer.wrap(json.getBytes(UTF_8)), Map.of()), "from-fixture")
                .value())
        .isEqualTo(ByteBuffer.wrap(expected));
    Map<String, Object> structured =
        Map.of("module", "shop", "key", "order.placed", "body", Map.of("a", 1), "headers", headers);
    SourceRecord ofMap = apply(record("t", structured, Map.of()), "from-fixture");
    assertThat(ofMap.value()).isEqualTo(expected);
    assertThat(ofMap.valueSchema()).isEqualTo(Schema.BYTES_SCHEMA);
    Schema schema =
        SchemaBuilder.struct()
            .field("module", Schema.STRING_SCHEMA)
            .field("key", Schema.STRING_SCHEMA)
            .field("body", SchemaBuilder.struct().field("a", Schema.INT32_SCHEMA).build())
            .field("headers", SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.STRING_SCHEMA))
            .build();
    Struct struct =
        new Struct(schema)
            .put("module", "shop")
            .put("key", "order.placed")
            .put("body", new Struct(schema.field("body").schema()).put("a", 1))
            .put("headers", headers);
    assertThat(apply(record("t", struct, Map.of()), "from-fixture").value()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"keep,k", "event-id," + ID, "module,shop"})
  void setsTheKeyAsTold(String key, String expected) {
    settings.put("key", key);
    SourceRecord source = record("t", fixture("{}", ""), Map.of());
    assertThat(apply(source, "from-fixture").key()).isEqualTo(expected);
    settings.put("header.type", "bytes");
    SourceRecord bytes = apply(source, "from-fixture");
    assertThat(bytes.keySchema())
        .isEqualTo(key.equals("keep") ? Schema.STRING_SCHEMA : Schema.BYTES_SCHEMA);
    assertThat(headersOf(bytes).get("x-source")).isEqualTo("shop".getBytes(UTF_8));
  }

  @Test
  void refusesAStructuredFormThatContradictsItself() {
    for (String wrong :
        List.of(
            fixture("{}", "").replace("\"node\":\"one\"", "\"node\":\"two\""),
            fixture("{}", "").replace("\"node\":\"one\"", "\"node\":7"),
            fixture("{}", "").replace("\"key\":\"order.placed\",", ""),
            fixture("{}", "").replace("\"module\":\"shop\"", "\"module\":\"sh.op\""),
            fixture("{}", "").replace("\"body\":{},", ""),
            fixture("{}", ",\"x-more\":1"),
            "{\"headers\":7,\"body\":1}",
            "[]")) {
      assertRefused(record("t", wrong, Map.of()), "from-fixture", "The record at ");
    }
  }

  @Test
  void carriesAnEventInAnEnvelope() {
    headers.put("x-causation-id", CAUSE);
    headers.put("x-schema", "v1");
    headers.put("tp", "t");

    SourceRecord envelope = apply(event(), "to-babelqueue");

    assertThat(text(envelope))
        .isEqualTo(
            "{\"job\":\"urn:babel:shop:order.placed\","
                + "\"trace_id\":\"fedcba98-7654-3210-fedc-ba9876543210\",\"data\":"
                + BODY
                + ",\"meta\":{\"id\":\"01234567-89ab-cdef-0123-456789abcdef\",\"queue\":\"shop\","
                + "\"lang\":\"java\",\"schema_version\":1,\"created_at\":1790424000000,"
                + "\"mesh_node\":\"one\",\"mesh_schema\":\"v1\"},\"attempts\":0}");
    assertThat(headersOf(envelope)).containsOnlyKeys("tp");
    assertThat(envelope.topic()).isEqualTo(SUBJECT);
    assertThat(envelope.key()).isEqualTo("k");
    assertThat(envelope.timestamp()).isEqualTo(1790424000000L);
    Envelope scanned = new EnvelopeScanner().scan((byte[]) envelope.value());
    assertThat(scanned.isAcceptable()).isTrue();
    assertThat(scanned.forbiddenKeys()).isEmpty();
    assertThat(apply(event(), "to-babelqueue").value()).isEqualTo(envelope.value());
  }

  @ParameterizedTest
  @CsvSource({
    "2026-09-26T12:00:00Z,",
    "2026-09-26t14:00:00.1234567891234+02:00,",
    "2026-09-26T12:00:00.500Z," + CAUSE,
    "2026-09-26T12:00:00Z,canary"
  })
  void givesTheSameEventBack(String time, String cause) {
    headers.put("x-time", time);
    headers.put("x-schema", "v1");
    if (cause != null) {
      headers.put("x-causation-id", cause);
    }
    SourceRecord envelope = apply(event(), "to-babelqueue");
    SourceRecord bridged = envelope.newRecord("orders", 0, null, null, null, envelope.value(), 1L);
    bridged.headers().addString("bq-job", "x");

    SourceRecord event = apply(bridged, "from-babelqueue");

    assertThat(event.topic()).isEqualTo(SUBJECT);
    assertThat(text(event)).isEqualTo(BODY);
    assertThat(headersOf(event)).isEqualTo(headers);
  }

  @Test
  void makesEventsOfEnvelopesOfOtherOrigin() {
    String envelope =
        "{\"job\":\"urn:babel:orders:created\",\"trace_id\":\"not hex\",\"data\":{\"a\":1e3},\"meta\":{"
            + "\"id\":\"F1E2D3C4-b5a6-4789-90ab-cdef01234567\",\"schema_version\":1,"
            + "\"created_at\":1749132727000},\"attempts\":2}";
    assertRefused(record("t", envelope, Map.of()), "from-babelqueue", "node is not set");
    settings.put("node", "bridge");
    SourceRecord event = apply(record("t", envelope, Map.of()), "from-babelqueue");
    assertThat(event.topic()).isEqualTo("mesh.mod.orders.event.created");
    assertThat(event.value()).isEqualTo("{\"a\":1e3}");
    assertThat(headersOf(event))
        .containsEntry("x-event-id", "f1e2d3c4b5a6478990abcdef01234567")
        .containsEntry("x-source", "orders")
        .containsEntry("x-node", "bridge")
        .containsEntry("x-time", "2025-06-05T14:12:07Z")
        .doesNotContainKey("x-causation-id");
  }

  @ParameterizedTest
  @CsvSource({
    "urn:babel:orders:created, orders.created, URN",
    "f1e2d3c4-b5a6-4789-90ab-cdef01234567, 17, meta.id",
    "\"created_at\":1749132727000, \"x\":1, created_at",
    "\"schema_version\":1, \"schema_version\":2, unsupported_schema_version"
  })
  void refusesEnvelopesThatAreNoEvent(String part, String other, String reason) {
    settings.put("node", "bridge");
    String envelope =
        "{\"job\":\"urn:babel:orders:created\",\"trace_id\":\"t\",\"data\":{\"a\":\"canary\"},\"meta\":{"
            + "\"id\":\"f1e2d3c4-b5a6-4789-90ab-cdef01234567\",\"schema_version\":1,"
            + "\"created_at\":1749132727000}}";
    assertThat(envelope).contains(part);
    assertRefused(record("t", envelope.replace(part, other), Map.of()), "from-babelqueue", reason);
  }

  @Test
  void wrapsAPayloadThatIsNoObjectWhenTold() {
    SourceRecord list = record(SUBJECT, "[1, 2]", headers);
    assertRefused(list, "to-babelqueue", "wrap.field");
    settings.put("wrap.field", "value");
    settings.put("lang", "go");
    SourceRecord envelope = apply(list, "to-babelqueue");
    assertThat((String) envelope.value())
        .contains("\"data\":{\"value\":[1, 2]}")
        .contains("\"lang\":\"go\"");
    assertThat(apply(envelope, "from-babelqueue").value()).isEqualTo("[1, 2]");
  }

  @ParameterizedTest
  @CsvSource({
    "mode,x",
    "subject,x",
    "subject.header,' '",
    "key,x",
    "node,' '",
    "lang,cobol",
    "wrap.field,a\"b",
    "header.type,x",
    "behavior,x",
    "route.topic,' '"
  })
  void namesTheKeyOfAWrongSetting(String key, String value) {
    settings.put(key, value);
    try (MeshEvent<SourceRecord> transform = new MeshEvent<>()) {
      assertThatThrownBy(() -> transform.configure(settings))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining(key);
    }
  }

  @Test
  void tellsOfEachRefusalWhereItWas() {
    List<String> messages = new ArrayList<>();
    assertThatThrownBy(() -> apply(record("t", BODY, Map.of()), "validate"))
        .satisfies(error -> messages.add(error.getMessage()));
    assertThat(messages)
        .containsExactly("The record at topic t, partition 2 has no header content-type");
  }
}
