package com.babelqueue.connect.transforms;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.envelope.Envelope;
import com.babelqueue.connect.envelope.EnvelopeScanner;
import com.babelqueue.connect.envelope.RecordBody;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.Headers;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.transforms.Transformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnnotateDeadLetterTest extends EnvelopeTransformContract {
  private static final Clock CLOCK =
      Clock.fixed(Instant.ofEpochMilli(1_800_000_000_000L), ZoneOffset.UTC);

  private static final String BODY =
      "{\"job\":\"urn:a\",\"trace_id\":\"t\",\"data\":{\"n\":99.90},\"meta\":{\"queue\":\"q\","
          + "\"schema_version\":1,\"ts\":1},\"attempts\":2,\"mine\":1e3}";

  @Override
  <R extends ConnectRecord<R>> Transformation<R> create() {
    return new AnnotateDeadLetter<>(CLOCK);
  }

  @Override
  Map<String, String> required() {
    return Map.of();
  }

  @Override
  Headers provoking() {
    return connectHeaders("TASK_PUT");
  }

  private static Headers connectHeaders(String stage, Object... more) {
    Headers headers = headers(more);
    headers.addBytes("__connect.errors.topic", "work".getBytes(UTF_8));
    headers.addBytes("__connect.errors.partition", "4".getBytes(UTF_8));
    headers.addBytes("__connect.errors.offset", "9".getBytes(UTF_8));
    headers.addBytes("__connect.errors.connector.name", "c".getBytes(UTF_8));
    headers.addBytes("__connect.errors.task.id", "0".getBytes(UTF_8));
    headers.addBytes("__connect.errors.stage", stage.getBytes(UTF_8));
    headers.addBytes("__connect.errors.class.name", "org.Task".getBytes(UTF_8));
    headers.addBytes("__connect.errors.exception.class.name", "org.Boom".getBytes(UTF_8));
    headers.addBytes("__connect.errors.exception.message", "no \"luck\"".getBytes(UTF_8));
    headers.addBytes("__connect.errors.exception.stacktrace", "at".getBytes(UTF_8));
    return headers;
  }

  private SinkRecord apply(SinkRecord record, String... settings) {
    return this.<SinkRecord>configured(settings).apply(record);
  }

  private static Envelope scan(SinkRecord record) {
    return new EnvelopeScanner().scan(RecordBody.of(record).bytes());
  }

  @Test
  void writesTheBlockAndTheCounterIntoTheBytes() {
    SinkRecord result = apply(sink(ValueKind.TEXT, BODY, connectHeaders("TASK_PUT", "x", "y")));
    assertThat(result.value())
        .isEqualTo(
            "{\"job\":\"urn:a\",\"trace_id\":\"t\",\"data\":{\"n\":99.90},\"meta\":{\"queue\":\"q\","
                + "\"schema_version\":1},\"attempts\":3,\"dead_letter\":{\"reason\":\"failed\","
                + "\"error\":\"no \\\"luck\\\"\",\"exception\":\"org.Boom\","
                + "\"failed_at\":1800000000000,\"original_queue\":\"work\",\"attempts\":3,"
                + "\"lang\":\"java\"},\"mine\":1e3}");
    assertThat(texts(result))
        .containsExactly(
            "x=y",
            "bq-job=urn:a",
            "bq-trace-id=t",
            "bq-schema-version=1",
            "bq-attempts=3",
            "bq-original-topic=work");
    assertThat(result.key()).isEqualTo("k");
    assertThat(result.timestamp()).isEqualTo(7L);
  }

  @ParameterizedTest
  @EnumSource
  void annotatesEveryRepresentation(ValueKind kind) {
    SinkRecord record = envelope(kind, 2, connectHeaders("TASK_PUT"));
    String before = new String(RecordBody.of(record).bytes(), UTF_8);
    SinkRecord result = apply(record);
    assertThat(result.value()).isInstanceOf(record.value().getClass());
    Envelope envelope = scan(result);
    assertThat(envelope.isAcceptable()).isTrue();
    assertThat(new String(envelope.body(), UTF_8))
        .isEqualTo(
            before.replace("\"attempts\":2}", "\"attempts\":3")
                + ",\"dead_letter\":{\"reason\":\"failed\",\"error\":\"no \\\"luck\\\"\","
                + "\"exception\":\"org.Boom\",\"failed_at\":1800000000000,"
                + "\"original_queue\":\"work\",\"attempts\":3,\"lang\":\"java\"}}");
    assertThat(new String(RecordBody.of(record).bytes(), UTF_8)).isEqualTo(before);
    if (result.value() instanceof Struct struct) {
      assertThat(result.valueSchema()).isSameAs(struct.schema());
      struct.validate();
    }
  }

  @ParameterizedTest
  @EnumSource
  void replacesABlockThatIsThere(ValueKind kind) {
    SinkRecord once = apply(envelope(kind, 0, connectHeaders("VALUE_CONVERTER")));
    assertThat(scan(once).deadLetterReason()).isEqualTo("poison");
    SinkRecord again =
        once.newRecord(
            once.topic(),
            once.kafkaPartition(),
            null,
            null,
            once.valueSchema(),
            once.value(),
            7L,
            connectHeaders("TASK_PUT", "bq-attempts", "1"));
    SinkRecord twice = apply(again);
    assertThat(scan(twice).deadLetterReason()).isEqualTo("failed");
    assertThat(scan(twice).attempts()).isEqualTo(2);
    assertThat(new String(scan(twice).body(), UTF_8)).containsOnlyOnce("dead_letter");
  }

  @ParameterizedTest
  @CsvSource({
    "TASK_PUT, failed",
    "TASK_POLL, failed",
    "KAFKA_PRODUCE, failed",
    "KAFKA_CONSUME, failed",
    "TRANSFORMATION, poison",
    "KEY_CONVERTER, poison",
    "VALUE_CONVERTER, poison",
    "HEADER_CONVERTER, poison",
    "other, failed",
  })
  void takesTheReasonFromTheStage(String stage, String reason) {
    SinkRecord result = apply(envelope(ValueKind.BYTES, 0, connectHeaders(stage)));
    assertThat(scan(result).deadLetterReason()).isEqualTo(reason);
  }

  @ParameterizedTest
  @CsvSource({"5, 6", "0, 1", "abc, 3", "2147483647, 2147483647"})
  void countsOnFromTheHeader(String header, int expected) {
    SinkRecord result =
        apply(envelope(ValueKind.BYTES, 2, connectHeaders("TASK_PUT", "bq-attempts", header)));
    assertThat(scan(result).attempts()).isEqualTo(expected);
    assertThat(values(result, "bq-attempts")).containsExactly(Integer.toString(expected));
  }

  @Test
  void namesTheWorkTopicOfAParkedRecord() {
    SinkRecord record =
        sink(
            ValueKind.TEXT,
            BODY,
            connectHeaders("TASK_PUT", "bq-original-topic", "first".getBytes(UTF_8)));
    SinkRecord result = apply(record, "header.type", "bytes");
    assertThat(scan(result).deadLetterOriginalQueue()).isEqualTo("first");
    assertThat(values(result, "bq-original-topic")).containsExactly("first".getBytes(UTF_8));
  }

  @Test
  void fallsBackToQueueAndTopic() {
    Headers onlyStage = headers("__connect.errors.stage", "TASK_PUT");
    assertThat(scan(apply(sink(ValueKind.TEXT, BODY, onlyStage))).deadLetterOriginalQueue())
        .isEqualTo("q");
    SinkRecord withoutQueue = envelope(ValueKind.BYTES, 0, onlyStage);
    assertThat(scan(apply(withoutQueue)).deadLetterOriginalQueue()).isEqualTo("orders");
    assertThat(new String(scan(apply(withoutQueue)).body(), UTF_8))
        .contains("\"error\":null,\"exception\":null");
  }

  @ParameterizedTest
  @EnumSource
  void passesOnRecordsThatConnectSaysNothingAbout(ValueKind kind) {
    SinkRecord record = envelope(kind, 0, headers("bq-attempts", "5"));
    assertThat(apply(record)).isSameAs(record);
  }

  @ParameterizedTest
  @EnumSource
  void isIdempotentWhenItRemovesTheHeaders(ValueKind kind) {
    SinkRecord once = apply(envelope(kind, 0, connectHeaders("TASK_PUT")));
    assertThat(apply(once)).isSameAs(once);
  }

  @Test
  void keepsTheHeadersWhenTold() {
    SinkRecord record = envelope(ValueKind.BYTES, 0, connectHeaders("TASK_PUT"));
    SinkRecord result = apply(record, "connect.headers", "keep");
    assertThat(result.headers())
        .filteredOn(header -> header.key().startsWith("__connect.errors."))
        .hasSize(10);
    assertThat(record.headers()).hasSize(10);
  }

  @ParameterizedTest
  @ValueSource(strings = {"not json", "{\"job\":\"urn:a\",\"data\":[1]}"})
  void leavesWhatIsNoEnvelopeAlone(String body) {
    SinkRecord record = sink(ValueKind.TEXT, body, connectHeaders("VALUE_CONVERTER"));
    assertThat(apply(record)).isSameAs(record);
  }
}
