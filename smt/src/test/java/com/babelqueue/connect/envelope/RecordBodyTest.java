package com.babelqueue.connect.envelope;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;

class RecordBodyTest {
  private final EnvelopeScanner scanner = new EnvelopeScanner();

  private static RecordBody body(Object value) {
    return RecordBody.of(
        new SinkRecord("orders", 3, null, null, null, value, 42L, 0L, TimestampType.CREATE_TIME));
  }

  private Object withAttempts(Object value, int attempts) {
    RecordBody body = body(value);
    return body.withAttempts(scanner.scan(body.bytes()), attempts);
  }

  @Test
  void sharesByteArrays() {
    byte[] bytes = new EnvelopeText().bytes();
    assertThat(body(bytes).bytes()).isSameAs(bytes);
    assertThat(withAttempts(bytes, 0)).isSameAs(bytes);
    assertThat((byte[]) withAttempts(bytes, 2))
        .asString(UTF_8)
        .isEqualTo(new EnvelopeText().with("attempts", "2").text());
  }

  @Test
  void readsBuffersWithoutMovingThem() {
    byte[] padded = ("xx" + new EnvelopeText().text() + "yy").getBytes(UTF_8);
    ByteBuffer buffer = ByteBuffer.wrap(padded, 2, padded.length - 4).asReadOnlyBuffer();
    assertThat(body(buffer).bytes()).isEqualTo(new EnvelopeText().bytes());
    assertThat(buffer.position()).isEqualTo(2);
    assertThat(withAttempts(buffer, 0)).isSameAs(buffer);
    assertThat(withAttempts(buffer, 2))
        .isEqualTo(ByteBuffer.wrap(new EnvelopeText().with("attempts", "2").bytes()));
  }

  @Test
  void readsText() {
    String text = new EnvelopeText().with("data", "{\"t\":\"é ☕\"}").text();
    assertThat(body(text).bytes()).isEqualTo(text.getBytes(UTF_8));
    assertThat(withAttempts(text, 0)).isSameAs(text);
    assertThat(withAttempts(text, 2)).isEqualTo(text.replace("\"attempts\":0", "\"attempts\":2"));
  }

  @Test
  void writesMapsInContractOrder() {
    Map<String, Object> meta = new LinkedHashMap<>();
    meta.put("x", true);
    meta.put("created_at", 5L);
    meta.put("schema_version", 1L);
    meta.put("id", "i");
    Map<String, Object> value = new LinkedHashMap<>();
    value.put("zebra", List.of(1, 2));
    value.put("dead_letter", new LinkedHashMap<>(Map.of("attempts", 1, "reason", "failed")));
    value.put("attempts", 0L);
    value.put("meta", meta);
    value.put("data", new LinkedHashMap<>(Map.of("meta", "m")));
    value.put("trace_id", "t");
    value.put("job", "urn:é");
    assertThat(body(value).bytes())
        .asString(UTF_8)
        .isEqualTo(
            "{\"job\":\"urn:é\",\"trace_id\":\"t\",\"data\":{\"meta\":\"m\"},"
                + "\"meta\":{\"id\":\"i\",\"schema_version\":1,\"created_at\":5,\"x\":true},"
                + "\"attempts\":0,\"dead_letter\":{\"reason\":\"failed\",\"attempts\":1},"
                + "\"zebra\":[1,2]}");

    Map<?, ?> changed = (Map<?, ?>) withAttempts(value, 2);
    assertThat(changed.get("attempts")).isEqualTo(2L);
    assertThat(value).containsEntry("attempts", 0L);
    assertThat(withAttempts(value, 0)).isSameAs(value);
    value.put("attempts", 0);
    assertThat(((Map<?, ?>) withAttempts(value, 2)).get("attempts")).isEqualTo(2);
  }

  private static Schema envelopeSchema(Schema data, Schema attempts) {
    SchemaBuilder builder =
        SchemaBuilder.struct()
            .field("attempts", attempts)
            .field("job", Schema.STRING_SCHEMA)
            .field("trace_id", Schema.STRING_SCHEMA)
            .field("data", data)
            .field("meta", SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.INT64_SCHEMA).build());
    return builder.build();
  }

  private static Struct envelopeStruct(Struct data, Schema attempts, Object count) {
    return new Struct(envelopeSchema(data.schema(), attempts))
        .put("job", "urn:a")
        .put("trace_id", "t")
        .put("data", data)
        .put("meta", Map.of("schema_version", 1L))
        .put("attempts", count);
  }

  private static Struct emptyData() {
    return new Struct(SchemaBuilder.struct().build());
  }

  @Test
  void writesStructsWithLogicalTypes() {
    Schema schema =
        SchemaBuilder.struct()
            .field("price", Decimal.schema(2))
            .field("at", Timestamp.SCHEMA)
            .field("day", Date.SCHEMA)
            .field("time", Time.SCHEMA)
            .field("days", SchemaBuilder.array(Date.SCHEMA).build())
            .field("times", SchemaBuilder.map(Schema.STRING_SCHEMA, Time.SCHEMA).build())
            .field("none", Schema.OPTIONAL_STRING_SCHEMA)
            .field("raw", Schema.BYTES_SCHEMA)
            .build();
    java.util.Date at = java.util.Date.from(Instant.parse("2026-01-02T03:04:05.006Z"));
    java.util.Date day = java.util.Date.from(Instant.parse("2026-01-02T00:00:00Z"));
    java.util.Date time = java.util.Date.from(Instant.parse("1970-01-01T00:00:01Z"));
    Struct data =
        new Struct(schema)
            .put("price", new BigDecimal("99.90"))
            .put("at", at)
            .put("day", day)
            .put("time", time)
            .put("days", List.of(day))
            .put("times", Map.of("a", time))
            .put("raw", new byte[] {1, 2, 3});
    String text = new String(body(envelopeStruct(data, Schema.INT32_SCHEMA, 0)).bytes(), UTF_8);
    assertThat(text)
        .isEqualTo(
            "{\"job\":\"urn:a\",\"trace_id\":\"t\",\"data\":{\"price\":99.90,"
                + "\"at\":1767323045006,\"day\":20455,\"time\":1000,\"days\":[20455],"
                + "\"times\":{\"a\":1000},\"none\":null,\"raw\":\"AQID\"},"
                + "\"meta\":{\"schema_version\":1},\"attempts\":0}");
  }

  @Test
  void copiesStructsWithTheirOwnIntegerType() {
    for (Map.Entry<Schema, Object> type :
        Map.<Schema, Object>of(
                Schema.INT8_SCHEMA,
                (byte) 2,
                Schema.INT16_SCHEMA,
                (short) 2,
                Schema.INT32_SCHEMA,
                2,
                Schema.INT64_SCHEMA,
                2L)
            .entrySet()) {
      Object zero =
          switch (type.getKey().type()) {
            case INT8 -> (byte) 0;
            case INT16 -> (short) 0;
            case INT32 -> 0;
            default -> 0L;
          };
      Struct value = envelopeStruct(emptyData(), type.getKey(), zero);
      Struct changed = (Struct) withAttempts(value, 2);
      assertThat(changed.get("attempts")).isEqualTo(type.getValue());
      assertThat(changed.get("job")).isEqualTo("urn:a");
      assertThat(value.get("attempts")).isEqualTo(zero);
      changed.validate();
    }
  }

  @Test
  void refusesStructsThatCannotHoldTheCounter() {
    Struct small = envelopeStruct(emptyData(), Schema.INT8_SCHEMA, (byte) 0);
    assertThatThrownBy(() -> withAttempts(small, 128))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("topic orders, partition 3, offset 42")
        .hasMessageContaining("attempts");
  }

  @Test
  void namesRecordAndTypeOfForeignValuesButNeverTheValue() {
    for (Object value : Arrays.asList(4711, null, List.of("secret"))) {
      assertThatThrownBy(() -> body(value))
          .isInstanceOf(DataException.class)
          .hasMessageContaining("topic orders, partition 3, offset 42")
          .hasMessageContaining(value == null ? "null" : value.getClass().getName())
          .hasMessageNotContainingAny("4711", "secret");
    }
    assertThatThrownBy(() -> body(Map.of("secret", Double.NaN)))
        .isInstanceOf(DataException.class)
        .hasMessageNotContaining("secret");
  }

  @Test
  void namesSourceRecordsByTopicAlone() {
    SourceRecord record = new SourceRecord(null, null, "orders", null, null);
    assertThat(RecordLocation.of(record)).isEqualTo("topic orders");
  }

  @Test
  void takesChangedBytesOnlyWhereTheValueIsBytes() {
    byte[] changed = "{}".getBytes(UTF_8);
    assertThat(body("text").withBytes(changed)).isEqualTo("{}");
    assertThat(body(new byte[1]).withBytes(changed)).isSameAs(changed);
    assertThat(body(ByteBuffer.allocate(1)).withBytes(changed)).isEqualTo(ByteBuffer.wrap(changed));
    RecordBody map = body(Map.of());
    assertThat(map.withBytes(map.bytes())).isEqualTo(Map.of());
    assertThatThrownBy(() -> map.withBytes(changed)).isInstanceOf(DataException.class);
  }
}
