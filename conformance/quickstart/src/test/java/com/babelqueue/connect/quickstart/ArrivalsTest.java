package com.babelqueue.connect.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.quickstart.scene.PlainEnvelope;
import com.babelqueue.connect.quickstart.scene.SentMessage;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

class ArrivalsTest {
  private static final ConnectorFile CONNECTOR =
      new ConnectorFile("f", "n", Map.of("kafka.topic", "orders"));

  private final PlainEnvelope envelope =
      PlainEnvelope.of("urn:babel:orders:created", "orders", "php", 1_700_000_000_000L, "{}");
  private final SentMessage good = SentMessage.of("good", envelope, 1);
  private final SentMessage poison = SentMessage.poison("poison", "oops");
  private final Arrivals arrivals = new Arrivals();

  ArrivalsTest() {
    arrivals.expect(Expectation.of("sqs", good, CONNECTOR));
    arrivals.expect(Expectation.of("sqs", poison, CONNECTOR));
  }

  private static ConsumerRecord<byte[], byte[]> record(
      String topic, String body, Map<String, String> headers) {
    ConsumerRecord<byte[], byte[]> record =
        new ConsumerRecord<>(topic, 0, 0, null, body.getBytes(StandardCharsets.UTF_8));
    headers.forEach(
        (name, value) -> record.headers().add(name, value.getBytes(StandardCharsets.UTF_8)));
    return record;
  }

  @Test
  void everythingAsItMustBe() {
    assertThat(arrivals.see(record("orders", good.body(), good.headers())))
        .isEqualTo(new Arrivals.Verdict(Arrivals.Kind.EXPECTED, "sqs: good"));
    assertThat(arrivals.count()).isEqualTo("1/2");
    assertThat(arrivals.complete()).isFalse();
    assertThat(arrivals.faults("sqs")).containsExactly("missing: poison");

    assertThat(arrivals.see(record("orders.dlq", poison.body(), Map.of())).kind())
        .isEqualTo(Arrivals.Kind.EXPECTED);
    assertThat(arrivals.complete()).isTrue();
    assertThat(arrivals.faults("sqs")).isEmpty();
    assertThat(arrivals.summary("sqs"))
        .isEqualTo("2 of 2 messages arrived: 1 in orders, 1 in orders.dlq");
  }

  @Test
  void whatTheDemonstrationWroteItselfIsNoArrival() {
    arrivals.passOver("orders.out");

    assertThat(arrivals.isArrival(record("orders.out", good.body(), good.headers()))).isFalse();
    assertThat(arrivals.isArrival(record("orders", good.body(), good.headers()))).isTrue();
  }

  @Test
  void wrongAttemptsBodyAndTopicAreNamed() {
    Map<String, String> headers = envelope.kafkaHeaders(0);

    assertThat(arrivals.see(record("other", good.body() + " ", headers)))
        .isEqualTo(
            new Arrivals.Verdict(
                Arrivals.Kind.DIFFERENT,
                "sqs: good; but topic is other instead of orders, bq-attempts is 0 instead of 1,"
                    + " the body is not the one sent"));
    assertThat(arrivals.faults("sqs")).hasSize(2);
  }

  @Test
  void poisonInMainTopicIsFault() {
    assertThat(arrivals.see(record("orders", poison.body(), Map.of())).kind())
        .isEqualTo(Arrivals.Kind.DIFFERENT);
  }

  @Test
  void missingHeaderIsFault() {
    Map<String, String> idOnly = Map.of("bq-message-id", envelope.id());

    assertThat(arrivals.see(record("orders", good.body(), idOnly)).remark())
        .contains("bq-trace-id is missing instead of " + envelope.traceId());
  }

  @Test
  void duplicatesAndStrangersAreToldApart() {
    arrivals.see(record("orders", good.body(), good.headers()));

    assertThat(arrivals.see(record("orders", good.body(), good.headers())).kind())
        .isEqualTo(Arrivals.Kind.AGAIN);
    assertThat(arrivals.see(record("orders", "{}", Map.of())).kind())
        .isEqualTo(Arrivals.Kind.OTHER);
    assertThat(arrivals.count()).isEqualTo("3");
    assertThat(arrivals.anyOf("sqs")).isTrue();
    assertThat(arrivals.anyOf("rabbitmq")).isFalse();
  }

  @Test
  void topicIsOpenWhereMessageDecides() {
    ConnectorFile templated = new ConnectorFile("f", "n", Map.of("kafka.topic", "${urn}"));

    assertThat(Expectation.of("sqs", good, templated).topic()).isEmpty();
    assertThat(
            Expectation.of(
                    "sqs",
                    poison,
                    new ConnectorFile(
                        "f", "n", Map.of("kafka.topic", "t", "dead.letter.topic", "${topic}-dead")))
                .topic())
        .contains("t-dead");
  }
}
