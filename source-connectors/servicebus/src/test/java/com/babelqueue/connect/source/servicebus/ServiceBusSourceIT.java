package com.babelqueue.connect.source.servicebus;

import static com.babelqueue.connect.source.servicebus.ServiceBusBridge.envelope;
import static com.babelqueue.connect.source.servicebus.ServiceBusBridge.header;
import static com.babelqueue.connect.source.servicebus.ServiceBusBridge.headers;
import static com.babelqueue.connect.source.servicebus.ServiceBusBridge.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.babelqueue.connect.emulator.servicebus.EntityOptions;
import com.babelqueue.connect.harness.TopicReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.record.TimestampType;
import org.apache.qpid.proton.amqp.Decimal64;
import org.apache.qpid.proton.amqp.UnsignedByte;
import org.apache.qpid.proton.amqp.UnsignedInteger;
import org.apache.qpid.proton.amqp.UnsignedLong;
import org.apache.qpid.proton.amqp.UnsignedShort;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The plugin jar in a worker, between a queue and a real topic. */
class ServiceBusSourceIT {
  /** A decimal64 that is exactly one: coefficient 1, exponent 0 (biased by 398). */
  private static final Decimal64 DECIMAL_ONE = new Decimal64((398L << 53) | 1);

  private static ServiceBusBridge bridge;

  @BeforeAll
  static void start() {
    bridge = ServiceBusBridge.start();
  }

  @AfterAll
  static void stop() {
    bridge.close();
  }

  @Test
  void aMessageCrossesAsTheContractSays() {
    bridge.peer().createQueue("cross");
    UUID id = UUID.fromString("11111111-2222-4333-8444-555555555555");
    ServiceBusMessage message =
        new ServiceBusMessage(envelope(7))
            .setSubject("urn:babel:orders:created")
            .setCorrelationId("6f1c2a52-9f0e-4d27-8a51-000000000007")
            .setMessageId("0b54b1f2-0000-4000-8000-000000000007")
            .setContentType("application/json");
    message
        .getApplicationProperties()
        .putAll(
            Map.of(
                "bq-schema-version",
                1,
                "bq-source-lang",
                "php",
                "bq-created-at",
                1700000000123L,
                "traceparent",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                "count",
                UnsignedInteger.valueOf(4_000_000_000L),
                "ratio",
                0.5,
                "tenant",
                id,
                "flag",
                true));
    bridge.peer().send("cross", message);

    bridge.connect("cross", "cross", "cross");

    ConsumerRecord<byte[], byte[]> record = bridge.records("cross", 1).get(0);
    assertThat(record.key()).isNull();
    assertThat(text(record.value())).isEqualTo(envelope(7));
    assertThat(record.timestampType()).isEqualTo(TimestampType.CREATE_TIME);
    assertThat(record.timestamp()).isEqualTo(1700000000123L);
    assertThat(headers(record))
        .containsExactly(
            "bq-job=urn:babel:orders:created",
            "bq-trace-id=6f1c2a52-9f0e-4d27-8a51-000000000007",
            "bq-message-id=0b54b1f2-0000-4000-8000-000000000007",
            "bq-schema-version=1",
            "bq-source-lang=php",
            "bq-attempts=0",
            "count=4000000000",
            "flag=true",
            "ratio=0.5",
            "tenant=" + id,
            "traceparent=00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
    bridge.awaitEmpty("cross");
  }

  @Test
  void aRedeliveredMessageCountsItsEarlierDelivery() {
    bridge.peer().createQueue("again");
    bridge.peer().send("again", envelope(1));
    try (ServiceBusReceiverClient application = bridge.peer().receiver("again")) {
      application.abandon(ServiceBusPeer.receive(application, 1).get(0));
    }

    bridge.connect("again", "again", "again", "headers.metadata", "true");

    ConsumerRecord<byte[], byte[]> record = bridge.records("again", 1).get(0);
    assertThat(header(record, "bq-attempts")).isEqualTo("1");
    assertThat(header(record, "servicebus.delivery.count")).isEqualTo("2");
    assertThat(text(record.value())).as("the body stays as it was").isEqualTo(envelope(1));
  }

  @Test
  void theGateLooksAtTheTypeOfTheVersion() {
    bridge.peer().createQueue("gate");
    Map<String, Object> passing = new LinkedHashMap<>();
    passing.put("byte", (byte) 1);
    passing.put("short", (short) 1);
    passing.put("int", 1);
    passing.put("long", 1L);
    passing.put("ubyte", UnsignedByte.valueOf((byte) 1));
    passing.put("ushort", UnsignedShort.valueOf((short) 1));
    passing.put("uint", UnsignedInteger.ONE);
    passing.put("ulong", UnsignedLong.valueOf(1));
    passing.put("text", "1");
    passing.put("blank", " ");
    passing.put("null", null);
    Map<String, Object> refused = new LinkedHashMap<>();
    refused.put("zero", 0);
    refused.put("two", 2L);
    refused.put("float", 1.0f);
    refused.put("double", 1.0);
    refused.put("decimal", DECIMAL_ONE);
    refused.put("boolean", true);
    refused.put("padded", "01");
    refused.put("ulong", UnsignedLong.valueOf(-1L));
    passing.forEach((name, version) -> send("pass-" + name, version));
    refused.forEach((name, version) -> send("refuse-" + name, version));

    bridge.connect("gate", "gate", "gate");

    assertThat(bridge.records("gate", passing.size()))
        .extracting(record -> header(record, "case"))
        .containsExactlyElementsOf(passing.keySet().stream().map(name -> "pass-" + name).toList());
    List<ConsumerRecord<byte[], byte[]>> dead = bridge.records("gate.dlq", refused.size());
    assertThat(dead)
        .extracting(record -> header(record, "case"))
        .containsExactlyElementsOf(
            refused.keySet().stream().map(name -> "refuse-" + name).toList());
    assertThat(dead)
        .allMatch(record -> "schema_version_gate".equals(header(record, "bq-error-reason")));
    bridge.awaitEmpty("gate");
  }

  private static void send(String name, Object version) {
    ServiceBusMessage message = new ServiceBusMessage(envelope(1));
    message.getApplicationProperties().put("case", name);
    message.getApplicationProperties().put("bq-schema-version", version);
    bridge.peer().send("gate", message);
  }

  @Test
  void rejectedPoisonIsANativeDeadLetter() {
    bridge.peer().createQueue("rejected");
    bridge.peer().send("rejected", "no envelope", Map.of("mine", "kept"));
    bridge.peer().send("rejected", envelope(3));

    bridge.connect("rejected", "rejected", "rejected", "poison.policy", "reject");

    assertThat(text(bridge.records("rejected", 1).get(0).value())).isEqualTo(envelope(3));
    bridge.awaitEmpty("rejected");
    ServiceBusReceivedMessage dead = bridge.peer().takeDeadLetters("rejected", 1).get(0);
    assertThat(dead.getBody()).hasToString("no envelope");
    assertThat(dead.getApplicationProperties()).containsEntry("mine", "kept");
    assertThat(dead.getDeadLetterReason()).isEqualTo("poison");
    assertThat(dead.getDeadLetterErrorDescription()).isEqualTo("malformed_json");
    assertThat(bridge.kafka().topics()).doesNotContain("rejected.dlq");
  }

  @Test
  void theSessionCanBeTheKeyAndItsOrderIsKept() {
    bridge.peer().emulator().createQueue("sessions", EntityOptions.standard().withSessions());
    int sessions = 5;
    int messages = 100;
    List<ServiceBusMessage> all = new ArrayList<>();
    for (int i = 0; i < messages; i++) {
      all.add(new ServiceBusMessage(envelope(i)).setSessionId("customer-" + i % sessions));
    }
    bridge.peer().sendAllMessages("sessions", all);

    bridge.connect(
        "sessions",
        "sessions",
        "sessions",
        "kafka.key",
        "group",
        "servicebus.sessions.enabled",
        "true",
        "servicebus.sessions.max.concurrent",
        "2",
        "servicebus.session.idle.timeout.ms",
        "500");

    List<ConsumerRecord<byte[], byte[]>> records = bridge.records("sessions", messages);
    for (int session = 0; session < sessions; session++) {
      int first = session;
      assertThat(records)
          .filteredOn(record -> ("customer-" + first).equals(text(record.key())))
          .extracting(record -> text(record.value()))
          .containsExactlyElementsOf(
              IntStream.range(0, messages / sessions)
                  .mapToObj(i -> envelope(first + sessions * i))
                  .toList());
    }
    bridge.awaitEmpty("sessions");
  }

  @Test
  void aSubscriptionIsReadIntoItsTopic() {
    bridge.peer().emulator().createTopic("news");
    String path =
        bridge.peer().emulator().createSubscription("news", "bridge", EntityOptions.standard());
    bridge.peer().sendToTopic("news", envelope(9));

    bridge.connect("subscription", path, "news-topic");

    assertThat(text(bridge.records("news-topic", 1).get(0).value())).isEqualTo(envelope(9));
    bridge.awaitEmpty(path);
  }

  @Test
  void locksAreRenewedUntilKafkaHasTheRecords() {
    bridge
        .peer()
        .emulator()
        .createQueue("slow", EntityOptions.standard().withLockDuration(Duration.ofSeconds(2)));
    bridge.kafka().createTopic("slow", 1, Map.of());
    bridge.peer().sendAll("slow", IntStream.range(0, 20).mapToObj(i -> envelope(i)).toList());

    // A producer that waits for several lock durations before it sends.
    bridge.connect(
        "slow",
        "slow",
        "slow",
        "producer.override.linger.ms",
        "8000",
        "producer.override.batch.size",
        "16000000");

    bridge.records("slow", 20);
    bridge.awaitEmpty("slow");
    try (TopicReader reader = bridge.kafka().reader("slow")) {
      assertThat(reader.readToEnd(ServiceBusBridge.LIMIT))
          .as("once each")
          .hasSize(20)
          .extracting(record -> header(record, "bq-attempts"))
          .containsOnly("0");
    }
  }
}
