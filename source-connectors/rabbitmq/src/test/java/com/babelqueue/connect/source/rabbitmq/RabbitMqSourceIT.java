package com.babelqueue.connect.source.rabbitmq;

import static com.babelqueue.connect.harness.RecordText.header;
import static com.babelqueue.connect.harness.RecordText.headers;
import static com.babelqueue.connect.source.rabbitmq.RabbitMqBridge.LIMIT;
import static com.babelqueue.connect.source.rabbitmq.RabbitMqBridge.envelope;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.harness.RecordText;
import com.babelqueue.connect.harness.TlsEndpoint;
import com.babelqueue.connect.source.rabbitmq.RabbitMqBridge.Running;
import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.GetResponse;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages of a real broker through the plugin jar in a real worker into a real topic. */
@ExtendWith(RabbitMqBridge.Shared.class)
class RabbitMqSourceIT {
  private final RabbitMqBridge bridge;

  RabbitMqSourceIT(RabbitMqBridge bridge) {
    this.bridge = bridge;
  }

  @Test
  void aMessageCrossesAsTheContractSays() throws Exception {
    String queue = bridge.declare("crossing", Map.of());
    String body = envelope(7);
    Map<String, Object> native0 = new HashMap<>();
    native0.put("x-schema-version", 1);
    native0.put("x-source-lang", "php");
    native0.put("x-attempts", 0);
    native0.put("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
    native0.put("tenant", "0123");
    native0.put("priority-hint", 5);
    native0.put("raw", new byte[] {0, (byte) 0xFF});
    native0.put("tags", List.of("a", Map.of("b", 1)));
    native0.put("blank", " ");
    native0.put("nothing", null);
    AMQP.BasicProperties properties =
        new AMQP.BasicProperties.Builder()
            .type("urn:babel:orders:created")
            .messageId("0b54b1f2-0000-4000-8000-000000000007")
            // Laravel's whole seconds; a bridge never reads them (RMQ-2).
            .timestamp(Date.from(Instant.ofEpochSecond(1_000_000_000)))
            .headers(native0)
            .build();
    bridge.publish(queue, properties, body.getBytes(UTF_8));

    Running connector = bridge.start(queue);
    ConsumerRecord<byte[], byte[]> record = bridge.records(queue, 1).get(0);

    assertThat(record.value()).isEqualTo(body.getBytes(UTF_8));
    assertThat(record.key()).isNull();
    assertThat(record.timestamp()).isEqualTo(RabbitMqBridge.CREATED_AT);
    assertThat(headers(record))
        .filteredOn(header -> !header.startsWith("raw="))
        .containsExactly(
            "bq-job=urn:babel:orders:created",
            "bq-trace-id=6f1c2a52-9f0e-4d27-8a51-000000000007",
            "bq-message-id=0b54b1f2-0000-4000-8000-000000000007",
            "bq-schema-version=1",
            "bq-source-lang=php",
            "bq-attempts=0",
            "priority-hint=5",
            "tags=[\"a\",{\"b\":1}]",
            "tenant=0123",
            "traceparent=00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
    assertThat(record.headers().lastHeader("raw").value()).isEqualTo(new byte[] {0, (byte) 0xFF});
    bridge.awaitEmpty(queue, connector);
  }

  /** RMQ-4: the larger of the body's counter and a readable header. */
  @Test
  void attemptsAreTheLargerOfBodyAndHeader() throws Exception {
    String queue = bridge.declare("attempts", Map.of());
    List<Object> counts = List.of(5, 1L, "7", " 4 ", "many", -1, 2.0, "");
    for (int i = 0; i < counts.size(); i++) {
      AMQP.BasicProperties properties =
          new AMQP.BasicProperties.Builder().headers(Map.of("x-attempts", counts.get(i))).build();
      bridge.publish(queue, properties, envelope(i, 3, RabbitMqBridge.CREATED_AT).getBytes(UTF_8));
    }

    Running connector = bridge.start(queue);
    List<ConsumerRecord<byte[], byte[]>> records = bridge.records(queue, counts.size());

    assertThat(records)
        .extracting(record -> header(record, "bq-attempts"))
        .containsExactly("5", "3", "7", "4", "3", "3", "3", "3");
    assertThat(records).allSatisfy(r -> assertThat(header(r, "x-attempts")).isNull());
    bridge.awaitEmpty(queue, connector);
  }

  @Test
  void aRedeliveryIsMetadataAndNoAttempt() throws Exception {
    String queue = bridge.declare("redelivered", Map.of());
    bridge.publish(queue, null, envelope(1).getBytes(UTF_8));
    GetResponse got = bridge.channel().basicGet(queue, false);
    bridge.channel().basicNack(got.getEnvelope().getDeliveryTag(), false, true);

    Running connector = bridge.start(queue, "headers.metadata", "true", "kafka.key", "group");
    ConsumerRecord<byte[], byte[]> record = bridge.records(queue, 1).get(0);

    assertThat(header(record, "rabbitmq.redelivered")).isEqualTo("true");
    assertThat(header(record, "rabbitmq.routing.key")).isEqualTo(queue);
    assertThat(header(record, "bq-attempts")).isEqualTo("0");
    assertThat(RecordText.text(record.key())).isEqualTo(queue);
    bridge.awaitEmpty(queue, connector);
  }

  @Test
  void poisonGoesToTheDeadLetterTopicAsItCame() throws Exception {
    String queue = bridge.declare("poison", Map.of());
    byte[] body = "{\"data\":[1,2]".getBytes(UTF_8);
    bridge.publish(
        queue,
        new AMQP.BasicProperties.Builder()
            .messageId("m-1")
            .headers(Map.of("x-attempts", 2, "tenant", "acme"))
            .build(),
        body);
    bridge.publish(queue, null, envelope(1).getBytes(UTF_8));

    Running connector = bridge.start(queue);
    ConsumerRecord<byte[], byte[]> dead = bridge.records(queue + ".dlq", 1).get(0);

    assertThat(dead.value()).isEqualTo(body);
    assertThat(headers(dead))
        .contains("x-attempts=2", "tenant=acme")
        .anySatisfy(header -> assertThat(header).startsWith("bq-error-reason="));
    assertThat(bridge.records(queue, 1)).hasSize(1);
    bridge.awaitEmpty(queue, connector);
  }

  /** GATE-10: off unless asked for. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theVersionGateIsASetting(boolean gate) throws Exception {
    String queue = bridge.declare("gate-" + gate, Map.of());
    bridge.publish(
        queue,
        new AMQP.BasicProperties.Builder().headers(Map.of("x-schema-version", 2)).build(),
        envelope(1).getBytes(UTF_8));

    Running connector = bridge.start(queue, "rabbitmq.version.gate", Boolean.toString(gate));

    List<ConsumerRecord<byte[], byte[]>> records = bridge.records(gate ? queue + ".dlq" : queue, 1);
    assertThat(records).hasSize(1);
    assertThat(header(records.get(0), "bq-error-reason"))
        .isEqualTo(gate ? "schema_version_gate" : null);
    bridge.awaitEmpty(queue, connector);
  }

  @Test
  void aMessageWhoseRecordATransformDropsIsSettled() throws Exception {
    String queue = bridge.declare("filtered", Map.of());
    bridge.publish(
        queue,
        new AMQP.BasicProperties.Builder().headers(Map.of("drop", "yes")).build(),
        envelope(1).getBytes(UTF_8));
    bridge.publish(queue, null, envelope(2).getBytes(UTF_8));

    Running connector =
        bridge.start(
            queue,
            "transforms",
            "drop",
            "transforms.drop.type",
            "org.apache.kafka.connect.transforms.Filter",
            "transforms.drop.predicate",
            "marked",
            "predicates",
            "marked",
            "predicates.marked.type",
            "org.apache.kafka.connect.transforms.predicates.HasHeaderKey",
            "predicates.marked.name",
            "drop");

    assertThat(bridge.records(queue, 1)).extracting(RabbitMqBridge::number).containsExactly(2);
    bridge.awaitEmpty(queue, connector);
  }

  @Test
  void nothingIsTakenWhilePaused() throws Exception {
    String queue = bridge.declare("paused", Map.of());
    bridge.publish(queue, null, envelope(0).getBytes(UTF_8));
    Running connector = bridge.start(queue);
    assertThat(bridge.records(queue, 1)).hasSize(1);

    bridge.rest().pause(queue);
    Await.until("the consumer is gone", LIMIT, () -> bridge.channel().consumerCount(queue) == 0);
    bridge.publishEnvelopes(queue, 0, 5);
    bridge.rest().awaitState(queue, "PAUSED", 1, LIMIT);
    assertThat(bridge.channel().messageCount(queue)).isEqualTo(5);

    bridge.rest().resume(queue);
    assertThat(bridge.records(queue, 6)).hasSize(6);
    bridge.awaitEmpty(queue, connector);
  }

  @Test
  void aQuorumQueueIsDeclaredAndReadInOrder() throws Exception {
    assumeTrue(bridge.broker().isRabbitMq(), "needs quorum queues: " + bridge.broker().describe());
    String queue = "quorum-orders";
    Running connector =
        bridge.start(
            queue,
            "rabbitmq.queue.declare",
            "active",
            "rabbitmq.queue.type",
            "quorum",
            "rabbitmq.queue.arguments.x-delivery-limit",
            "20");
    // Others see a quorum queue before it has a leader, and what they publish then is refused.
    Await.until(
        "the queue is read",
        LIMIT,
        () -> bridge.channel().queueDeclarePassive(queue).getConsumerCount() == 1);
    bridge.publishEnvelopes(queue, 0, 500);

    assertThat(bridge.records(queue, 500))
        .extracting(RabbitMqBridge::number)
        .containsExactlyElementsOf(IntStream.range(0, 500).boxed().toList());
    bridge.awaitEmpty(queue, connector);
  }

  @Test
  void severalQueuesAreReadBySeveralTasksEachInOrder() throws Exception {
    List<String> queues = List.of("several-a", "several-b", "several-c");
    for (String queue : queues) {
      bridge.declare(queue, Map.of());
      bridge.publishEnvelopes(queue, 0, 300);
    }

    Running connector =
        bridge.start(
            "several",
            2,
            bridge.settings(
                String.join(",", queues),
                "into-${queue}",
                "tasks.max",
                "2",
                "max.in.flight.messages",
                "50"));

    for (String queue : queues) {
      assertThat(bridge.records("into-" + queue, 300))
          .extracting(RabbitMqBridge::number)
          .containsExactlyElementsOf(IntStream.range(0, 300).boxed().toList());
      assertThat(bridge.channel().consumerCount(queue)).isEqualTo(1);
    }
    connector.close();
    for (String queue : queues) {
      bridge.awaitEmpty(queue, () -> {});
    }
  }

  @Test
  void tlsIsTrustedByItsStoreOnly() throws Exception {
    assumeTrue(bridge.broker().tls().isPresent(), "no TLS listener at a given address");
    TlsEndpoint tls = bridge.broker().tls().orElseThrow();
    String queue = bridge.declare("tls", Map.of());
    bridge.publish(queue, null, envelope(1).getBytes(UTF_8));
    Map<String, String> settings = bridge.settings(queue, queue);
    settings.remove("rabbitmq.addresses");
    settings.put("rabbitmq.uri", "amqps://" + bridge.broker().host() + ":" + tls.port());

    assertThat(bridge.rest().validate(RabbitMqBridge.CONNECTOR, settings))
        .singleElement()
        .satisfies(e -> assertThat(e.key()).isEqualTo("rabbitmq.ssl.truststore.location"));

    settings.put("rabbitmq.ssl.truststore.location", tls.trustStore().toString());
    settings.put("rabbitmq.ssl.truststore.password", tls.trustStorePassword());
    Running connector = bridge.start(queue, 1, settings);
    assertThat(bridge.records(queue, 1)).hasSize(1);
    bridge.awaitEmpty(queue, connector);
  }
}
