package com.babelqueue.connect.sink;

import static com.babelqueue.connect.sink.Records.ORDERS_0;
import static com.babelqueue.connect.sink.ScriptedKafka.header;
import static com.babelqueue.connect.sink.ScriptedKafka.headers;
import static com.babelqueue.connect.sink.ScriptedKafka.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.babelqueue.connect.broker.kafka.CarriedRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What can never be sent is kept in the dead-letter topic, annotated or byte for byte. */
class DeadLetterTopicTest {
  private static final byte[] UNDECODABLE = {(byte) 0xc3, 0x28, 0, 'x'};

  private final ScriptedKafka kafka = new ScriptedKafka();

  /** DL-1 to DL-3, KFK-8: the block in a copy, everything else as it was. */
  @Test
  void aRejectedEnvelopeIsAnnotated() {
    ProducerRecord<byte[], byte[]> letter = reject(Records.raw(ORDERS_0, 0, Records.body("a")));

    assertThat(letter.topic()).isEqualTo("orders.dlq");
    assertThat(text(letter.value()))
        .isEqualTo(
            Records.body("a")
                .replace(
                    "\"attempts\":0}",
                    "\"attempts\":1,\"dead_letter\":{\"reason\":\"poison\",\"error\":\"too_large"
                        + " (300 KiB)\",\"exception\":null,\"failed_at\":"
                        + SinkWalk.CLOCK.millis()
                        + ",\"original_queue\":\"orders\",\"attempts\":1,\"lang\":\"java\"}}"));
    assertThat(headers(letter))
        .containsExactly(
            "bq-job=urn:babel:orders:created",
            "bq-trace-id=7b3f9c2a-e41d-4f88-9b2a-1c0d5e6f7a8b",
            "bq-message-id=a",
            "bq-schema-version=1",
            "bq-source-lang=php",
            "bq-attempts=1",
            "bq-original-topic=orders");
    assertThat(letter.timestamp()).as("KFK-9: now").isNull();
  }

  /** HDR-9, KFK-8: no trace and no delay follow an annotated envelope; other headers do. */
  @Test
  void headersOfOneDeliveryStayBehind() {
    ProducerRecord<byte[], byte[]> letter =
        reject(
            Records.raw(
                ORDERS_0,
                0,
                Records.body("a"),
                "traceparent",
                utf8("00-a-b-01"),
                "tracestate",
                utf8("x=1"),
                "bq-replay-bypass",
                utf8("1"),
                "bq-delay",
                utf8("5000"),
                "bq-attempts",
                utf8("2"),
                "bq-original-topic",
                utf8("work"),
                "mine",
                UNDECODABLE,
                "mine",
                utf8("again")));

    assertThat(letter.topic()).isEqualTo("work.dlq");
    assertThat(headers(letter).subList(5, 9))
        .containsExactly(
            "bq-attempts=3", "bq-original-topic=work", "mine=" + text(UNDECODABLE), "mine=again");
    assertThat(headers(letter)).hasSize(9);
    assertThat(text(letter.value()))
        .contains("\"original_queue\":\"work\",\"attempts\":3,")
        .contains("\"attempts\":3,\"dead_letter\"");
  }

  /** DL-1: an existing block is replaced. */
  @Test
  void anEarlierBlockIsReplaced() {
    String before = "\"dead_letter\":{\"reason\":\"unsupported_schema_version\",\"mine\":1}";

    ProducerRecord<byte[], byte[]> letter =
        reject(
            Records.raw(
                ORDERS_0,
                0,
                Records.body("a").replace("\"attempts\":0", "\"attempts\":4," + before)));

    assertThat(text(letter.value()))
        .contains("\"attempts\":5,\"dead_letter\":{\"reason\":\"poison\"")
        .doesNotContain("unsupported_schema_version");
  }

  /** DL-5, POI-2: nothing of what cannot be decoded changes; only headers say why it is there. */
  @ParameterizedTest
  @MethodSource("poison")
  void poisonKeepsEveryByte(String reason, SinkRecord record) {
    List<String> before =
        CarriedRecord.of(record).headers().stream()
            .map(header -> header.key() + "=" + text(header.value()))
            .toList();

    ProducerRecord<byte[], byte[]> letter = deadLetter(record);

    assertThat(letter.topic()).isEqualTo("orders.dlq");
    assertThat(letter.key()).isEqualTo((byte[]) record.key());
    assertThat(letter.value()).isEqualTo((byte[]) record.value());
    assertThat(headers(letter).subList(0, before.size())).containsExactlyElementsOf(before);
    assertThat(headers(letter).subList(before.size(), before.size() + 4))
        .satisfiesExactly(
            header -> assertThat(header).isEqualTo("bq-error-reason=" + reason),
            header -> assertThat(header).startsWith("bq-error-detail=").doesNotContain("99.90"),
            header -> assertThat(header).isEqualTo("bq-error-origin=kafka:orders"),
            header -> assertThat(header).isEqualTo("bq-error-message-id=0-7"));
    assertThat(headers(letter)).hasSize(before.size() + 4);
    assertThat(letter.timestamp()).isNull();
    assertThat(letter.partition()).isNull();
  }

  static List<Object[]> poison() {
    Object[] gated = {"bq-schema-version", utf8("2"), "traceparent", utf8("00-a-b-01")};
    List<Object> many = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      many.addAll(List.of("h" + i % 7, new byte[] {(byte) i, (byte) 0xfe}));
    }
    many.addAll(List.of("bq-delay", utf8("5"), "bq-attempts", utf8("x"), "empty", new byte[0]));
    byte[] empty = {};
    return List.of(
        new Object[] {"invalid_utf8", record(null, utf8Invalid(), many.toArray())},
        new Object[] {"malformed_json", record(empty, utf8("no json"), "traceparent", utf8("t"))},
        new Object[] {"malformed_json", record(UNDECODABLE, empty)},
        new Object[] {
          "invalid_data", record(null, utf8(Records.body("a").replace("{\"price\":99.90}", "[1]")))
        },
        new Object[] {"schema_version_gate", record(utf8("k"), utf8(Records.body("a")), gated)},
        new Object[] {"null_value", record(utf8("k"), null, "x", utf8("y"))});
  }

  @Test
  void anExplanationOfAnEarlierDeathIsReplaced() {
    ProducerRecord<byte[], byte[]> letter =
        deadLetter(record(null, utf8("no json"), "bq-error-reason", utf8("old")));

    assertThat(headers(letter)).contains("bq-error-reason=malformed_json").hasSize(4);
  }

  @Test
  void anUnreadableDelayAndAMissingDestinationAreAnnotated() {
    ProducerRecord<byte[], byte[]> delayed =
        deadLetter(record(null, utf8(Records.body("a")), "bq-delay", utf8("soon")));
    kafka.holds.clear();
    ProducerRecord<byte[], byte[]> lost =
        deadLetter(
            record(null, utf8(Records.body("a"))), TestSinkConfig.DESTINATION, "${header.to}");

    assertThat(text(delayed.value())).contains("\"error\":\"delay (");
    assertThat(header(delayed, "bq-delay")).isNull();
    assertThat(text(lost.value())).contains("\"error\":\"destination (");
  }

  @ParameterizedTest
  @ValueSource(strings = {"all.dead", "dead-${topic}"})
  void theTopicIsASetting(String template) {
    ProducerRecord<byte[], byte[]> letter =
        deadLetter(record(null, utf8("no json")), SinkConfig.DEAD_LETTER_TOPIC, template);

    assertThat(letter.topic()).isEqualTo(template.replace("${topic}", "orders"));
  }

  /** A connector that reads dead letters must not feed itself. */
  @Test
  void aRecordOfADeadLetterTopicDoesNotGoBackThere() {
    TopicPartition dead = new TopicPartition("orders.dlq", 0);
    SinkWalk walk = SinkWalk.writingTo(kafka).open(dead);

    walk.put(List.of(Records.raw(dead, 0, "no json", "bq-original-topic", "orders")));

    assertThat(kafka.only().topic()).isEqualTo("orders.dlq.dlq");
  }

  @Test
  void aDeadLetterTopicThatIsTheConsumedOneFailsTheTask() {
    SinkWalk walk =
        SinkWalk.writingTo(kafka, SinkConfig.DEAD_LETTER_TOPIC, "orders").open(ORDERS_0);

    assertThatThrownBy(() -> walk.putAndCallAgain(List.of(record(null, utf8("no json")))))
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("topic orders, partition 0, offset 7")
        .hasMessageContaining(SinkConfig.DEAD_LETTER_TOPIC);
    assertThat(kafka.begun).isZero();
    assertThat(walk.committable(ORDERS_0)).isEqualTo(7);
  }

  @Test
  void whatAConverterMadeUnrecognizableFailsTheTaskAndNamesTheConverter() {
    SinkWalk walk = SinkWalk.writingTo(kafka).open(ORDERS_0);

    assertThatThrownBy(() -> walk.putAndCallAgain(List.of(Records.raw(ORDERS_0, 0, 42))))
        .hasMessageContaining("offset 0")
        .hasMessageContaining("value.converter");
    assertThat(walk.committable(ORDERS_0)).isZero();
  }

  @Test
  void lettersAndGateRefusalsAreCountedPerTopic() {
    SinkWalk walk = SinkWalk.writingTo(kafka).open(ORDERS_0);

    walk.put(
        List.of(
            Records.raw(ORDERS_0, 0, "no json"),
            Records.raw(ORDERS_0, 1, Records.body("b"), "bq-schema-version", "2")));

    assertThat(walk.committable(ORDERS_0)).isEqualTo(2);
    assertThat(walk.metrics.getDeadLettered()).containsExactly(Map.entry("orders", 2L));
    assertThat(walk.metrics.getGateRefused()).containsExactly(Map.entry("orders", 1L));
    assertThat(walk.metrics.getRetriedToTier()).isEmpty();
  }

  private ProducerRecord<byte[], byte[]> reject(SinkRecord record) {
    SinkWalk walk = SinkWalk.writingTo(kafka).open(ORDERS_0);
    walk.sender.script("a", send -> send.rejected("too_large", "300 KiB"));
    walk.put(List.of(record));
    assertThat(walk.committable(ORDERS_0)).isEqualTo(1);
    return kafka.only();
  }

  private ProducerRecord<byte[], byte[]> deadLetter(SinkRecord record, String... settings) {
    List<String> all = new ArrayList<>(List.of(SinkConfig.NULL_VALUES, "dead-letter"));
    all.addAll(List.of(settings));
    SinkWalk walk = SinkWalk.writingTo(kafka, all.toArray(new String[0])).open(ORDERS_0);
    walk.put(List.of(record));
    assertThat(walk.committable(ORDERS_0)).isEqualTo(8);
    return kafka.only();
  }

  private static SinkRecord record(byte[] key, byte[] value, Object... headers) {
    return Records.keyed(ORDERS_0, 7, key, value, headers);
  }

  private static byte[] utf8Invalid() {
    byte[] body = utf8(Records.body("a"));
    body[Records.body("a").indexOf("php")] = (byte) 0xff;
    return body;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(UTF_8);
  }
}
