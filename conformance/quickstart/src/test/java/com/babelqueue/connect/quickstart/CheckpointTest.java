package com.babelqueue.connect.quickstart;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.quickstart.scene.PlainEnvelope;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

class CheckpointTest {
  private static final String DEAD_LETTER =
      ",\"dead_letter\":{\"reason\":\"failed\",\"original_queue\":\"orders\",\"attempts\":%d}}";

  private final PlainEnvelope sent =
      PlainEnvelope.of("urn:babel:orders:created", "orders", "go", 1_700_000_000_000L, "{\"n\":1}");

  /** With the headers of an envelope, and pairs beside them. */
  private static ConsumerRecord<byte[], byte[]> record(
      PlainEnvelope envelope, String body, Map<String, String> more) {
    ConsumerRecord<byte[], byte[]> record =
        new ConsumerRecord<>("any", 0, 0, null, body.getBytes(UTF_8));
    envelope
        .kafkaHeaders(envelope.attempts())
        .forEach((name, value) -> record.headers().add(name, value.getBytes(UTF_8)));
    more.forEach((name, value) -> record.headers().add(name, value.getBytes(UTF_8)));
    return record;
  }

  private static List<String> differences(
      Checkpoint checkpoint, PlainEnvelope found, Map<String, String> more) {
    return checkpoint.differences(record(found, found.body(), more));
  }

  private static String dead(PlainEnvelope envelope, int attempts) {
    String body = envelope.body();
    return body.substring(0, body.length() - 1) + DEAD_LETTER.formatted(attempts);
  }

  @Test
  void parkedRecordSaysTierAndWayBack() {
    Checkpoint parked = Checkpoint.parked("orders.retry.1", sent.withAttempts(1), 1000, "orders");

    assertThat(
            differences(
                parked,
                sent.withAttempts(1),
                Map.of("bq-delay", "1000", "bq-original-topic", "orders")))
        .isEmpty();
    assertThat(differences(parked, sent.withAttempts(1), Map.of("bq-delay", "5")))
        .containsExactly(
            "bq-delay is 5 instead of 1000", "bq-original-topic is missing instead of orders");
    assertThat(differences(parked, sent, Map.of("bq-delay", "1000", "bq-original-topic", "orders")))
        .containsExactly(
            "bq-attempts is 0 instead of 1", "the body is not the one sent with attempts 1");
  }

  @Test
  void recordThatIsBackHasLostBothHeaders() {
    Checkpoint back = Checkpoint.work("orders", sent.withAttempts(2));

    assertThat(differences(back, sent.withAttempts(2), Map.of())).isEmpty();
    assertThat(differences(back, sent.withAttempts(2), Map.of("bq-original-topic", "orders")))
        .containsExactly("bq-original-topic is still there");
  }

  @Test
  void deadLetterHasItsBlock() {
    PlainEnvelope third = sent.withAttempts(3);
    Checkpoint dead = Checkpoint.dead("orders.dlq", third, "orders");
    Map<String, String> from = Map.of("bq-original-topic", "orders");

    assertThat(dead.differences(record(third, dead(third, 3), from))).isEmpty();
    assertThat(dead.differences(record(third, dead(third, 2), from)))
        .containsExactly("dead_letter.attempts is 2 instead of 3");
    assertThat(dead.differences(record(third, dead(sent, 3), from)))
        .containsExactly("the body is not the one sent with a dead_letter block at its end");
    assertThat(dead.differences(record(third, third.body(), from)))
        .contains("dead_letter.reason is missing instead of failed")
        .hasSize(4);
    assertThat(dead.differences(record(third, "oops", from))).hasSize(4);
  }

  @Test
  void redrivenRecordStartsAnew() {
    Checkpoint redriven = Checkpoint.redriven("orders", sent);

    assertThat(differences(redriven, sent, Map.of("bq-replay-bypass", "1"))).isEmpty();
    assertThat(redriven.differences(record(sent, dead(sent, 0), Map.of("bq-replay-bypass", "1"))))
        .containsExactly("the body is not the one sent with attempts 0");
    assertThat(differences(redriven, sent, Map.of()))
        .containsExactly("bq-replay-bypass is missing instead of 1");
  }
}
