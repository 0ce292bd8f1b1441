package com.babelqueue.connect.transforms;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.envelope.EnvelopeScanner;
import com.babelqueue.connect.envelope.RecordBody;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.Headers;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.transforms.Transformation;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class NormalizeEnvelopeTest extends EnvelopeTransformContract {
  private static final String UNTIDY =
      "{ \"urn\":\"urn:a\",\"trace_id\":\"t\",\"data\":{\"n\": 99.90,\"timestamp\":1},"
          + "\"meta\":{\"max_retries\":1,\"id\":\"i\",\"attempts\":2,\"schema_version\":1,"
          + "\"source\":\"x\",\"ts\":3,\"mine\":12345678901234567890},\"attempts\":1,"
          + "\"timestamp\":4,\"ts\":5}";
  private static final String TIDY =
      "{ \"job\":\"urn:a\",\"trace_id\":\"t\",\"data\":{\"n\": 99.90,\"timestamp\":1},"
          + "\"meta\":{\"id\":\"i\",\"schema_version\":1,\"mine\":12345678901234567890},"
          + "\"attempts\":1,\"ts\":5}";

  private static final Schema META =
      SchemaBuilder.struct()
          .name("meta")
          .field("ts", Schema.INT64_SCHEMA)
          .field("schema_version", Schema.INT32_SCHEMA)
          .field("source", Schema.OPTIONAL_STRING_SCHEMA)
          .build();
  private static final Schema ENVELOPE =
      SchemaBuilder.struct()
          .name("envelope")
          .version(3)
          .doc("d")
          .parameter("p", "q")
          .field("timestamp", Schema.INT64_SCHEMA)
          .field("urn", Schema.STRING_SCHEMA)
          .field("trace_id", Schema.STRING_SCHEMA)
          .field("data", SchemaBuilder.struct().build())
          .field("meta", META)
          .field("mine", Schema.OPTIONAL_STRING_SCHEMA)
          .build();

  @Override
  <R extends ConnectRecord<R>> Transformation<R> create() {
    return new NormalizeEnvelope<>();
  }

  @Override
  Map<String, String> required() {
    return Map.of();
  }

  @Override
  Headers provoking() {
    return headers("x", "y");
  }

  @Override
  @ParameterizedTest
  @CsvSource({"unacceptable,skip, fail"})
  void namesTheKeyOfAWrongSetting(String key, String first, String second) {
    super.namesTheKeyOfAWrongSetting(key, first, second);
  }

  private SinkRecord apply(SinkRecord record, String... settings) {
    return this.<SinkRecord>configured(settings).apply(record);
  }

  private static Struct untidyStruct() {
    return new Struct(ENVELOPE)
        .put("timestamp", 1L)
        .put("urn", "urn:a")
        .put("trace_id", "t")
        .put("data", new Struct(ENVELOPE.field("data").schema()))
        .put("meta", new Struct(META).put("ts", 1L).put("schema_version", 1))
        .put("mine", "m");
  }

  private static Map<String, Object> untidyMap() {
    Map<String, Object> meta = new LinkedHashMap<>(Map.of("schema_version", 1L, "ts", 2L));
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("timestamp", 1L);
    map.put("urn", "urn:a");
    map.put("trace_id", "t");
    map.put("data", Map.of("timestamp", 1L));
    map.put("meta", meta);
    map.put("mine", null);
    return map;
  }

  @Test
  void stripsForbiddenKeysAndWritesJobInEveryByteRepresentation() {
    assertThat(apply(sink(ValueKind.TEXT, UNTIDY, headers())).value()).isEqualTo(TIDY);
    assertThat(apply(sink(ValueKind.BYTES, UNTIDY.getBytes(UTF_8), headers())).value())
        .isEqualTo(TIDY.getBytes(UTF_8));
    assertThat(
            apply(sink(ValueKind.BUFFER, ByteBuffer.wrap(UNTIDY.getBytes(UTF_8)), headers()))
                .value())
        .isEqualTo(ByteBuffer.wrap(TIDY.getBytes(UTF_8)));
  }

  @Test
  void compactsWhenTold() {
    SinkRecord record = sink(ValueKind.TEXT, UNTIDY, headers());
    assertThat(apply(record, "compact", "true").value())
        .isEqualTo(TIDY.replace("{ ", "{").replace(": ", ":"));
  }

  @Test
  void normalizesAMapInACopy() {
    Map<String, Object> map = untidyMap();
    SinkRecord result = apply(sink(ValueKind.MAP, map, headers()));
    Map<String, Object> expected = new LinkedHashMap<>();
    expected.put("job", "urn:a");
    expected.put("trace_id", "t");
    expected.put("data", Map.of("timestamp", 1L));
    expected.put("meta", Map.of("schema_version", 1L));
    expected.put("mine", null);
    assertThat(result.value()).isEqualTo(expected);
    assertThat(result.valueSchema()).isNull();
    assertThat(map).isEqualTo(untidyMap());
  }

  @Test
  void normalizesAStructWithItsSchema() {
    NormalizeEnvelope<SinkRecord> transform = new NormalizeEnvelope<>();
    transform.configure(Map.of());
    SinkRecord result = transform.apply(sink(ValueKind.STRUCT, untidyStruct(), headers()));
    Struct struct = (Struct) result.value();
    assertThat(result.valueSchema()).isSameAs(struct.schema());
    assertThat(struct.schema().fields())
        .extracting("name")
        .containsExactly("job", "trace_id", "data", "meta", "mine");
    assertThat(struct.getStruct("meta").schema().fields())
        .extracting("name")
        .containsExactly("schema_version");
    assertThat(struct.get("job")).isEqualTo("urn:a");
    assertThat(struct.get("mine")).isEqualTo("m");
    assertThat(struct.schema().name()).isEqualTo("envelope");
    assertThat(struct.schema().version()).isEqualTo(3);
    assertThat(struct.schema().doc()).isEqualTo("d");
    assertThat(struct.schema().parameters()).containsEntry("p", "q");
    SinkRecord next = transform.apply(sink(ValueKind.STRUCT, untidyStruct(), headers()));
    assertThat(next.valueSchema()).as("one schema for one schema").isSameAs(result.valueSchema());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"job\":\"urn:a\",\"urn\":\"urn:b\" | \"job\":\"urn:a\"",
        "\"job\":\" \",\"urn\":\"urn:b\" | \"job\":\"urn:b\"",
        "\"job\":null,\"urn\":\"urn:b\" | \"job\":\"urn:b\"",
        "\"urn\":\"urn:b\" | \"job\":\"urn:b\"",
      })
  void keepsOneIdentity(String identity, String expected) {
    String rest = ",\"trace_id\":\"t\",\"data\":{},\"meta\":{\"schema_version\":1}}";
    assertThat(apply(sink(ValueKind.TEXT, "{" + identity + rest, headers())).value())
        .isEqualTo("{" + expected + rest);
  }

  @ParameterizedTest
  @CsvSource({"' ', urn:a", "urn:j, urn:j"})
  void keepsOneIdentityInAMap(String job, String expected) {
    Map<String, Object> map = untidyMap();
    map.put("job", job);
    SinkRecord result = apply(sink(ValueKind.MAP, map, headers()));
    assertThat(result.value())
        .asInstanceOf(InstanceOfAssertFactories.map(String.class, Object.class))
        .doesNotContainKey("urn")
        .containsEntry("job", expected);
  }

  @Test
  void isIdempotentInEveryRepresentation() {
    for (Object value :
        new Object[] {
          UNTIDY,
          UNTIDY.getBytes(UTF_8),
          ByteBuffer.wrap(UNTIDY.getBytes(UTF_8)),
          untidyMap(),
          untidyStruct()
        }) {
      Schema schema = value instanceof Struct struct ? struct.schema() : null;
      SinkRecord record =
          sink(ValueKind.MAP, value, headers())
              .newRecord("orders", 3, null, null, schema, value, 7L, headers("a", "b"));
      SinkRecord once = apply(record, "compact", "true");
      assertThat(once).isNotSameAs(record);
      assertThat(apply(once, "compact", "true")).isSameAs(once);
      assertThat(texts(once)).containsExactly("a=b");
      assertThat(new EnvelopeScanner().scan(RecordBody.of(once).bytes()).isAcceptable()).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  void passesTheSameRecordOnWhenNothingChanges(ValueKind kind) {
    SinkRecord record = envelope(kind, 2, headers());
    assertThat(apply(record, "compact", "true")).isSameAs(record);
  }
}
