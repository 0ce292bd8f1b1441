package com.babelqueue.connect.transforms;

import static com.babelqueue.connect.transforms.TransformContract.envelope;
import static com.babelqueue.connect.transforms.TransformContract.headers;
import static com.babelqueue.connect.transforms.WrapPayloadTest.JSON;
import static com.babelqueue.connect.transforms.WrapPayloadTest.apply;
import static com.babelqueue.connect.transforms.WrapPayloadTest.text;
import static com.babelqueue.connect.transforms.WrapPayloadTest.wrapped;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.babelqueue.connect.envelope.Envelope;
import com.babelqueue.connect.envelope.EnvelopeScanner;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where a wrapped record takes its URN, id and trace from. */
class WrapPayloadIdentityTest {
  private static SourceRecord source(Map<String, ?> offset, Object key, Object value) {
    return new SourceRecord(
        Map.of("file", "f"), offset, "orders", null, null, key, null, value, 5L);
  }

  private static String idOf(SourceRecord record) {
    SourceRecord result = WrapPayloadTest.<SourceRecord>configured().apply(record);
    return new EnvelopeScanner().scan((byte[]) result.value()).id();
  }

  @Test
  void makesTheSameIdForTheSameCoordinatesForEver() {
    assertThat(wrapped(text(JSON, headers())).id())
        .isEqualTo("950d3992-7fdb-51d3-8c23-0287051e53b2");
  }

  @Test
  void makesAnotherIdForEveryOtherPlace() {
    SinkRecord record = text(JSON, headers());
    String id = wrapped(record).id();
    assertThat(wrapped(text("{}", headers())).id()).as("of the same place").isEqualTo(id);
    assertThat(wrapped(record.newRecord("renamed", 1, null, null, null, JSON, 9L, headers())).id())
        .as("of a record that was renamed on the way")
        .isEqualTo(id);
    assertThat(
            List.of(
                wrapped(new SinkRecord("orders", 3, null, null, null, JSON, 43)).id(),
                wrapped(new SinkRecord("orders", 4, null, null, null, JSON, 42)).id(),
                wrapped(new SinkRecord("others", 3, null, null, null, JSON, 42)).id(),
                wrapped(record, "id.space", "c2").id(),
                id))
        .doesNotHaveDuplicates();
  }

  @Test
  void tellsSourceRecordsOfOneOffsetApart() {
    Map<String, ?> offset = Map.of("line", 1L, "other", "x");
    String id = idOf(source(offset, "k", JSON));
    assertThat(idOf(source(Map.of("other", "x", "line", 1L), "k", JSON))).isEqualTo(id);
    assertThat(
            List.of(
                id,
                idOf(source(Map.of("line", 2L), "k", JSON)),
                idOf(source(offset, "l", JSON)),
                idOf(source(offset, "k", "{}"))))
        .doesNotHaveDuplicates();
  }

  @Test
  void makesRandomIdsForSourceRecordsWithoutOffset() {
    for (Map<String, ?> offset : Arrays.<Map<String, ?>>asList(null, Map.of())) {
      String id = idOf(source(offset, "k", JSON));
      assertThat(UUID.fromString(id).version()).isEqualTo(4);
      assertThat(idOf(source(offset, "k", JSON))).isNotEqualTo(id);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "header:h, from-header",
    "field:type, created",
    "field:no, 7",
    "field:n, 99.90",
    "field:deep.id, d1",
    "field:a.b, dot",
    "key, k",
    "'header:missing,field:nil,field:deep,field:deep.no,key:x,field:type', created",
  })
  void takesTextFromWhereItIsTold(String from, String expected) {
    SinkRecord record = text(JSON, headers("h", "from-header".getBytes(UTF_8)));
    Envelope envelope = wrapped(record, "urn.from", from, "id.from", from, "trace.from", from);
    assertThat(envelope.urn()).isEqualTo(expected);
    assertThat(envelope.id()).isEqualTo(expected);
    assertThat(envelope.traceId()).isEqualTo(expected);
  }

  @Test
  void looksIntoMapsAndStructsAndKeys() {
    Schema inner = SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA).build();
    Schema outer = SchemaBuilder.struct().field("deep", inner).build();
    Struct struct = new Struct(outer).put("deep", new Struct(inner).put("id", 5L));
    Map<String, Object> map = Map.of("deep", Map.of("id", "m"));
    SinkRecord record = new SinkRecord("orders", 3, outer, struct, null, map, 42);
    Envelope envelope = wrapped(record, "urn.from", "key:deep.id", "id.from", "field:deep.id");
    assertThat(envelope.urn()).isEqualTo("5");
    assertThat(envelope.id()).isEqualTo("m");
    SinkRecord reverse = new SinkRecord("orders", 3, null, map, outer, struct, 42);
    assertThat(wrapped(reverse, "urn.from", "key:deep.id", "id.from", "field:deep.id").id())
        .isEqualTo("5");
  }

  @Test
  void fallsBackWhereNothingIsFound() {
    SinkRecord record = text(JSON, headers("blank", " "));
    Envelope envelope =
        wrapped(
            record,
            "urn.from",
            "header:blank",
            "id.from",
            "header:blank",
            "trace.from",
            "header:blank");
    assertThat(envelope.urn()).isEqualTo("urn:babel:shop:orders");
    assertThat(envelope.id()).isEqualTo(wrapped(record).id());
    assertThat(envelope.traceId()).isEqualTo(wrapped(record).traceId());
    assertThatThrownBy(() -> apply(record, "urn", null, "urn.from", "header:blank"))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("topic orders, partition 3, offset 42")
        .hasMessageContaining("urn.from");
  }

  @Test
  void continuesTheTraceOfTheRecord() {
    SinkRecord record =
        text(
            JSON,
            headers("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"));
    assertThat(wrapped(record).traceId()).isEqualTo("4bf92f35-77b3-4da6-a3ce-929d0e0e4736");
    SinkRecord invalid = text(JSON, headers("traceparent", "00-zz"));
    assertThat(wrapped(invalid).traceId()).isEqualTo(wrapped(text(JSON, headers())).traceId());
  }
}
