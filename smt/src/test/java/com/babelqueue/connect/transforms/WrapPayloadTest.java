package com.babelqueue.connect.transforms;

import static com.babelqueue.connect.transforms.TransformContract.envelope;
import static com.babelqueue.connect.transforms.TransformContract.headers;
import static com.babelqueue.connect.transforms.TransformContract.sink;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.babelqueue.connect.envelope.Envelope;
import com.babelqueue.connect.envelope.EnvelopeScanner;
import com.babelqueue.connect.envelope.RecordBody;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.Headers;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class WrapPayloadTest {
  private static final Clock CLOCK = Clock.fixed(Instant.ofEpochMilli(99L), ZoneOffset.UTC);
  static final String JSON =
      "{ \"type\":\"created\", \"n\":99.90, \"no\":7, \"nil\":null, \"a.b\":\"dot\","
          + " \"deep\":{\"id\":\"d1\"} }";

  static <R extends ConnectRecord<R>> WrapPayload<R> configured(String... settings) {
    Map<String, String> all = new HashMap<>();
    all.put("urn", "urn:babel:shop:${topic}");
    for (int i = 0; i < settings.length; i += 2) {
      all.put(settings[i], settings[i + 1]);
    }
    WrapPayload<R> transform = new WrapPayload<>(CLOCK);
    transform.configure(all);
    return transform;
  }

  static SinkRecord apply(SinkRecord record, String... settings) {
    return WrapPayloadTest.<SinkRecord>configured(settings).apply(record);
  }

  static Envelope wrapped(SinkRecord record, String... settings) {
    Envelope envelope = new EnvelopeScanner().scan(RecordBody.of(apply(record, settings)).bytes());
    assertThat(envelope.isAcceptable()).isTrue();
    return envelope;
  }

  private static String data(Envelope envelope) {
    return new String(envelope.body(), UTF_8).substring(envelope.dataStart(), envelope.dataEnd());
  }

  static SinkRecord text(String value, Headers headers) {
    return sink(ValueKind.TEXT, value, headers);
  }

  @Test
  void writesACanonicalEnvelope() {
    SinkRecord record = text(JSON, headers("x", "y"));
    SinkRecord result = apply(record);
    Envelope envelope = new EnvelopeScanner().scan((byte[]) result.value());
    assertThat(new String(envelope.body(), UTF_8))
        .isEqualTo(
            "{\"job\":\"urn:babel:shop:orders\",\"trace_id\":\""
                + envelope.traceId()
                + "\",\"data\":"
                + JSON
                + ",\"meta\":{\"id\":\""
                + envelope.id()
                + "\",\"queue\":\"orders\",\"lang\":\"java\",\"schema_version\":1,"
                + "\"created_at\":7},\"attempts\":0}");
    assertThat(UUID.fromString(envelope.id()).version()).isEqualTo(5);
    assertThat(UUID.fromString(envelope.id()).variant()).isEqualTo(2);
    assertThat(UUID.fromString(envelope.traceId()).version()).isEqualTo(5);
    assertThat(envelope.traceId()).isNotEqualTo(envelope.id());
    assertThat(result.valueSchema()).isEqualTo(Schema.BYTES_SCHEMA);
    assertThat(result.key()).isEqualTo("k");
    assertThat(result.headers()).isEqualTo(record.headers());
    assertThat(result.timestamp()).isEqualTo(7L);
  }

  @Test
  void takesDataFromEveryRepresentation() {
    Schema schema = SchemaBuilder.struct().field("secret", Schema.STRING_SCHEMA).build();
    String expected = "{\"secret\":\"canary\"}";
    for (Object value :
        new Object[] {
          expected,
          expected.getBytes(UTF_8),
          ByteBuffer.wrap(expected.getBytes(UTF_8)),
          Map.of("secret", "canary"),
          new Struct(schema).put("secret", "canary")
        }) {
      Schema valueSchema = value instanceof Struct ? schema : null;
      assertThat(data(wrapped(new SinkRecord("t", 0, null, null, valueSchema, value, 1))))
          .isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "field:deep, '{\"id\":\"d1\"}'",
    "field:n, '{\"v\":99.90}'",
    "field:type, '{\"v\":\"created\"}'",
    "header:h, '{\"v\":8}'",
    "key, '{\"v\":\"k\"}'",
  })
  void takesDataFromPartsOfTheRecord(String from, String expected) {
    SinkRecord record = text(JSON, headers("h", 8));
    assertThat(data(wrapped(record, "data.from", from, "wrap.field", "v"))).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"canary", "[\"canary\"]", "{\"canary\":"})
  void refusesWhatIsNoObjectUnlessItHasAName(String value) {
    SinkRecord record = text(value, headers());
    assertThatThrownBy(() -> apply(record))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("topic orders, partition 3, offset 42")
        .hasMessageContaining("wrap.field")
        .hasMessageNotContaining("canary");
    assertThat(data(wrapped(record, "wrap.field", "v"))).startsWith("{\"v\":");
  }

  @Test
  void refusesWithoutShowingTheValue() {
    for (Object value :
        new Object[] {Map.of("canary", new Object()), Map.of("canary", Double.NaN)}) {
      assertThatThrownBy(() -> apply(sink(ValueKind.MAP, value, headers())))
          .isInstanceOf(DataException.class)
          .hasMessageContaining("topic orders, partition 3, offset 42")
          .hasMessageNotContaining("canary");
    }
    assertThatThrownBy(() -> apply(text(JSON, headers()), "data.from", "header:none"))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("data.from");
  }

  @ParameterizedTest
  @EnumSource
  void passesEnvelopesOnUnlessTold(ValueKind kind) {
    SinkRecord record = envelope(kind, 2, headers());
    assertThat(apply(record)).isSameAs(record);
    Envelope outer = wrapped(record, "envelopes", "wrap");
    assertThat(outer.urn()).isEqualTo("urn:babel:shop:orders");
    assertThat(new EnvelopeScanner().scan(data(outer).getBytes(UTF_8)).urn()).isEqualTo("urn:a");
  }

  @Test
  void isIdempotent() {
    for (String output : List.of("bytes", "string")) {
      SinkRecord once = apply(text(JSON, headers()), "output", output);
      assertThat(apply(once, "output", output)).isSameAs(once);
    }
  }

  @Test
  void writesWhatItIsTold() {
    SinkRecord result =
        apply(text("{}", headers()), "output", "string", "queue", "q-${topic}", "lang", "php");
    assertThat(result.valueSchema()).isEqualTo(Schema.STRING_SCHEMA);
    assertThat((String) result.value())
        .contains("\"queue\":\"q-orders\",\"lang\":\"php\",\"schema_version\":1");
    assertThat(wrapped(text("{}", headers()), "queue", " ").queue()).isEqualTo("default");
  }

  @Test
  void takesTheTimeWhenTheRecordHasNone() {
    assertThat(wrapped(new SinkRecord("t", 0, null, null, null, "{}", 1)).createdAt())
        .isEqualTo(99L);
  }

  @Test
  void refusesDataThatIsTooDeepForAnEnvelope() {
    String deep = "{\"a\":" + "[".repeat(510) + "]".repeat(510) + "}";
    assertThat(data(wrapped(text(deep, headers())))).isEqualTo(deep);
    String deeper = "{\"a\":" + "[".repeat(511) + "]".repeat(511) + "}";
    assertThatThrownBy(() -> apply(text(deeper, headers())))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("deeper");
  }

  @Test
  void passesNullValuesOn() {
    SinkRecord tombstone = sink(ValueKind.MAP, null, headers());
    assertThat(apply(tombstone)).isSameAs(tombstone);
  }

  @ParameterizedTest
  @CsvSource({
    "urn, ' '",
    "urn, ${queue}",
    "urn.from, other",
    "urn.from, header:",
    "urn.from, coordinates",
    "id.from, traceparent",
    "id.from, 'key,field: '",
    "trace.from, coordinates",
    "data.from, coordinates",
    "queue, ${urn}",
    "lang, cobol",
    "wrap.field, ''",
    "envelopes, wrong",
    "output, wrong",
  })
  void namesTheKeyOfAWrongSetting(String key, String value) {
    assertThatThrownBy(() -> configured(key, value))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(key);
  }

  @Test
  void needsAUrnFromSomewhere() {
    assertThatThrownBy(() -> new WrapPayload<SinkRecord>().configure(Map.of()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("urn");
  }
}
