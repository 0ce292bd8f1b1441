package com.babelqueue.connect.transforms;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.Headers;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.transforms.Transformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProjectHeadersTest extends EnvelopeTransformContract {

  @Override
  <R extends ConnectRecord<R>> Transformation<R> create() {
    return new ProjectHeaders<>();
  }

  @Override
  Map<String, String> required() {
    return Map.of();
  }

  @Override
  Headers provoking() {
    return headers("bq-job", "old");
  }

  private SinkRecord apply(SinkRecord record, String... settings) {
    return this.<SinkRecord>configured(settings).apply(record);
  }

  @ParameterizedTest
  @EnumSource
  void setsTheSixHeadersInOrder(ValueKind kind) {
    SinkRecord result = apply(envelope(kind, 2, headers()));
    assertThat(texts(result))
        .containsExactly(
            "bq-job=urn:a",
            "bq-trace-id=t",
            "bq-message-id=i",
            "bq-schema-version=1",
            "bq-source-lang=php",
            "bq-attempts=2");
    assertThat(result.headers()).allMatch(header -> header.schema().equals(Schema.STRING_SCHEMA));
  }

  @Test
  void writesBytesWhenTold() {
    SinkRecord result = apply(envelope(ValueKind.BYTES, 2, headers()), "header.type", "bytes");
    assertThat(result.headers()).allMatch(header -> header.schema().equals(Schema.BYTES_SCHEMA));
    assertThat(values(result, "bq-job")).containsExactly("urn:a".getBytes(UTF_8));
    assertThat(values(result, "bq-attempts")).containsExactly("2".getBytes(UTF_8));
  }

  @Test
  void replacesRepeatedAndStaleHeaders() {
    String body =
        "{\"job\":\"urn:a\",\"trace_id\":\"t\",\"data\":{},\"meta\":{\"schema_version\":1}}";
    SinkRecord record =
        sink(
            ValueKind.TEXT,
            body,
            headers(
                "bq-job", "x", "a", "1", "bq-job", "y", "bq-source-lang", "go", "bq-delay", "5"));
    assertThat(texts(apply(record)))
        .containsExactly(
            "a=1",
            "bq-delay=5",
            "bq-job=urn:a",
            "bq-trace-id=t",
            "bq-schema-version=1",
            "bq-attempts=0");
  }

  @Test
  void stampsTheRecordWithCreatedAt() {
    SinkRecord record = envelope(ValueKind.BYTES, 0, headers());
    assertThat(apply(record).timestamp()).isEqualTo(1749132727000L);
    assertThat(apply(record, "timestamp", "keep").timestamp()).isEqualTo(7L);
  }

  @Test
  void keepsTheTimestampWhenTheEnvelopeHasNone() {
    String body =
        "{\"job\":\"a\",\"trace_id\":\"t\",\"data\":{},\"meta\":{\"schema_version\":1,\"created_at\":0}}";
    assertThat(apply(sink(ValueKind.TEXT, body, headers())).timestamp()).isEqualTo(7L);
  }

  @ParameterizedTest
  @CsvSource({"body,2", "keep-header,1"})
  void takesTheCounterFromWhereItIsTold(String attempts, String expected) {
    SinkRecord record =
        envelope(ValueKind.BYTES, 2, headers("bq-attempts", "9", "bq-attempts", "1"));
    assertThat(values(apply(record, "attempts", attempts), "bq-attempts"))
        .containsExactly(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"abc", "", "-1", "1.5", "99999999999"})
  void fallsBackToTheBodyWhenTheHeaderIsUnreadable(String header) {
    SinkRecord record = envelope(ValueKind.BYTES, 2, headers("bq-attempts", header));
    assertThat(values(apply(record, "attempts", "keep-header"), "bq-attempts"))
        .containsExactly("2");
  }

  @Test
  void namesTheKeyOfItsOwnWrongSettings() {
    for (String key : new String[] {"timestamp", "attempts"}) {
      assertThatThrownBy(() -> configured(key, "wrong"))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining(key);
    }
  }
}
