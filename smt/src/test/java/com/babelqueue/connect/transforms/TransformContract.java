package com.babelqueue.connect.transforms;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.components.Versioned;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.header.Headers;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.transforms.Transformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds for each transform, whatever it does; a subclass names the transform. */
abstract class TransformContract {

  /** A new instance that was not configured yet. */
  abstract <R extends ConnectRecord<R>> Transformation<R> create();

  /** The settings without which it cannot be configured. */
  abstract Map<String, String> required();

  /** Headers that make the transform change or refuse an envelope of version 1. */
  abstract Headers provoking();

  final <R extends ConnectRecord<R>> Transformation<R> configured(String... settings) {
    Map<String, String> all = new HashMap<>(required());
    for (int i = 0; i < settings.length; i += 2) {
      all.put(settings[i], settings[i + 1]);
    }
    Transformation<R> transform = create();
    transform.configure(all);
    return transform;
  }

  static SinkRecord sink(ValueKind kind, Object value, Headers headers) {
    return new SinkRecord(
        "orders",
        3,
        Schema.STRING_SCHEMA,
        "k",
        kind.schema(),
        value,
        42,
        7L,
        TimestampType.CREATE_TIME,
        headers);
  }

  static SinkRecord envelope(ValueKind kind, int attempts, Headers headers) {
    return sink(kind, kind.envelope(attempts, 1), headers);
  }

  static Headers headers(Object... namesAndValues) {
    Headers headers = new ConnectHeaders();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      headers.add((String) namesAndValues[i], namesAndValues[i + 1], null);
    }
    return headers;
  }

  static List<String> texts(ConnectRecord<?> record) {
    List<String> texts = new ArrayList<>();
    record.headers().forEach(header -> texts.add(header.key() + "=" + header.value()));
    return texts;
  }

  static List<Object> values(ConnectRecord<?> record, String name) {
    Stream<Object> values =
        StreamSupport.stream(record.headers().spliterator(), false)
            .filter(header -> header.key().equals(name))
            .map(header -> header.value());
    return values.toList();
  }

  @Test
  void passesNullValuesUntouched() {
    SinkRecord tombstone = sink(ValueKind.MAP, null, provoking());
    assertThat(this.<SinkRecord>configured().apply(tombstone)).isSameAs(tombstone);
  }

  @ParameterizedTest
  @EnumSource
  void keepsWhatIsNotItsBusiness(ValueKind kind) {
    SinkRecord record = envelope(kind, 0, headers("traceparent", "p", "x", "y"));
    SinkRecord result = this.<SinkRecord>configured().apply(record);
    assertThat(result.value()).isSameAs(record.value());
    assertThat(result.valueSchema()).isSameAs(record.valueSchema());
    assertThat(result.key()).isEqualTo("k");
    assertThat(result.keySchema()).isSameAs(Schema.STRING_SCHEMA);
    assertThat(result.topic()).isEqualTo("orders");
    assertThat(result.kafkaPartition()).isEqualTo(3);
    assertThat(result.kafkaOffset()).isEqualTo(42);
    assertThat(texts(result)).contains("traceparent=p", "x=y");
    assertThat(texts(record)).containsExactly("traceparent=p", "x=y");
  }

  @ParameterizedTest
  @EnumSource
  void servesSourceRecords(ValueKind kind) {
    Map<String, String> partition = Map.of("queue", "orders");
    Map<String, String> offset = Map.of("id", "1");
    SourceRecord record =
        new SourceRecord(partition, offset, "orders", kind.schema(), kind.envelope(0, 1));
    SourceRecord result = this.<SourceRecord>configured().apply(record);
    assertThat(result.value()).isSameAs(record.value());
    assertThat(result.sourcePartition()).isEqualTo(partition);
    assertThat(result.sourceOffset()).isEqualTo(offset);
    assertThat(result.kafkaPartition()).isNull();
  }

  @Test
  void hasAVersionAndClosesAtAnyTime() {
    Transformation<SinkRecord> transform = create();
    assertThat(((Versioned) transform).version()).isNotBlank().doesNotContain("$", "unknown");
    transform.close();
    transform.close();
  }
}
