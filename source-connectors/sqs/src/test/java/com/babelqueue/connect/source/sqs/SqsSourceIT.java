package com.babelqueue.connect.source.sqs;

import static com.babelqueue.connect.harness.RecordText.header;
import static com.babelqueue.connect.harness.RecordText.headers;
import static com.babelqueue.connect.harness.RecordText.text;
import static com.babelqueue.connect.source.sqs.SqsBridge.LIMIT;
import static com.babelqueue.connect.source.sqs.SqsBridge.envelope;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.harness.TopicReader;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/** The plugin jar in a worker, between a real queue and a real topic. */
class SqsSourceIT {
  private static final int HIDDEN = 600;

  private static SqsBridge bridge;

  @BeforeAll
  static void start() {
    bridge = SqsBridge.start();
  }

  @AfterAll
  static void stop() {
    bridge.close();
  }

  @Test
  void aMessageCrossesAsTheContractSays() {
    String url = bridge.peer().createQueue("cross", HIDDEN);
    bridge
        .peer()
        .send(
            url,
            envelope(7),
            Map.of(
                "bq-job", string("urn:babel:orders:created"),
                "bq-trace-id", string("6f1c2a52-9f0e-4d27-8a51-000000000007"),
                "bq-message-id", string("0b54b1f2-0000-4000-8000-000000000007"),
                "bq-schema-version", SqsPeer.text("Number", "1"),
                "bq-source-lang", string("php"),
                "bq-created-at", SqsPeer.text("Number", Long.toString(SqsBridge.CREATED_AT)),
                "traceparent", string("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"),
                "amount", SqsPeer.text("Number.decimal", "0099.900"),
                "blob", SqsPeer.bytes((byte) 'o', (byte) 'k')));

    bridge.connect("cross", "cross", "cross");

    ConsumerRecord<byte[], byte[]> record = bridge.records("cross", 1).get(0);
    assertThat(record.key()).isNull();
    assertThat(text(record.value())).isEqualTo(envelope(7));
    assertThat(record.timestampType()).isEqualTo(TimestampType.CREATE_TIME);
    assertThat(record.timestamp()).isEqualTo(SqsBridge.CREATED_AT);
    assertThat(headers(record))
        .containsExactly(
            "bq-job=urn:babel:orders:created",
            "bq-trace-id=6f1c2a52-9f0e-4d27-8a51-000000000007",
            "bq-message-id=0b54b1f2-0000-4000-8000-000000000007",
            "bq-schema-version=1",
            "bq-source-lang=php",
            "bq-attempts=0",
            "amount=0099.900",
            "blob=ok",
            "traceparent=00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
    awaitEmpty(url);
  }

  @Test
  void aRedeliveredMessageCountsItsEarlierDelivery() {
    String url = bridge.peer().createQueue("again", HIDDEN);
    bridge.peer().send(url, envelope(1));
    Message first = bridge.peer().receive(url).get(0);
    bridge
        .peer()
        .client()
        .changeMessageVisibility(
            r -> r.queueUrl(url).receiptHandle(first.receiptHandle()).visibilityTimeout(0));

    bridge.connect("again", "again", "again");

    ConsumerRecord<byte[], byte[]> record = bridge.records("again", 1).get(0);
    assertThat(header(record, "bq-attempts")).isEqualTo("1");
    assertThat(text(record.value())).as("the body stays as it was").isEqualTo(envelope(1));
  }

  @Test
  void poisonAndGateRefusalsGoToTheDeadLetterTopicByteForByte() {
    String url = bridge.peer().createQueue("poison", HIDDEN);
    bridge.peer().send(url, "{\"job\": \"x\" ", Map.of("mine", string("kept")));
    bridge.connect("poison", "poison", "poison");

    ConsumerRecord<byte[], byte[]> malformed = bridge.records("poison.dlq", 1).get(0);
    assertThat(text(malformed.value())).isEqualTo("{\"job\": \"x\" ");
    assertThat(header(malformed, "mine")).isEqualTo("kept");
    assertThat(header(malformed, "bq-error-reason")).isEqualTo("malformed_json");
    assertThat(header(malformed, "bq-error-origin")).isEqualTo("sqs:poison");

    bridge.peer().send(url, envelope(2), Map.of("bq-schema-version", SqsPeer.text("Number", "2")));

    ConsumerRecord<byte[], byte[]> refused = bridge.records("poison.dlq", 2).get(1);
    assertThat(text(refused.value())).isEqualTo(envelope(2));
    assertThat(header(refused, "bq-schema-version")).as("as it came").isEqualTo("2");
    assertThat(header(refused, "bq-error-reason")).isEqualTo("schema_version_gate");
    awaitEmpty(url);
  }

  @Test
  void rejectedPoisonIsLeftToTheQueuesRedrivePolicy() {
    String dead = bridge.peer().createQueue("redriven-dead", HIDDEN);
    String url = bridge.peer().createQueue("redriven", 1, dead, 2);
    bridge.peer().send(url, "poison");
    bridge.peer().send(url, envelope(3));

    bridge.connect("redriven", "redriven", "redriven", "poison.policy", "reject");

    assertThat(text(bridge.records("redriven", 1).get(0).value())).isEqualTo(envelope(3));
    Await.until("the broker moves the poison", LIMIT, () -> bridge.peer().depth(dead) == 1);
    assertThat(bridge.kafka().topics()).doesNotContain("redriven.dlq");
  }

  @Test
  void aRecordThatATransformFiltersIsSettled() {
    String url = bridge.peer().createQueue("filtered", HIDDEN);
    bridge.peer().send(url, envelope(4));

    bridge.connect(
        "filtered",
        "filtered",
        "filtered",
        "transforms",
        "drop",
        "transforms.drop.type",
        "org.apache.kafka.connect.transforms.Filter");

    awaitEmpty(url);
    assertThat(bridge.kafka().topics()).doesNotContain("filtered");
  }

  @Test
  void theGroupOfAFifoQueueCanBeTheKeyAndItsOrderIsKept() {
    String url = bridge.peer().createQueue("groups.fifo", HIDDEN);
    for (int i = 0; i < 30; i++) {
      bridge.peer().sendFifo(url, "customer-" + i % 3, envelope(i));
    }

    bridge.connect("groups", "groups.fifo", "groups", "kafka.key", "group");

    List<ConsumerRecord<byte[], byte[]>> records = bridge.records("groups", 30);
    for (int group = 0; group < 3; group++) {
      String key = "customer-" + group;
      int first = group;
      assertThat(records)
          .filteredOn(record -> key.equals(text(record.key())))
          .extracting(record -> text(record.value()))
          .containsExactlyElementsOf(
              IntStream.range(0, 10).mapToObj(i -> envelope(first + 3 * i)).toList());
    }
    awaitEmpty(url);
  }

  @Test
  void nothingCrossesWhilePausedAndAllDoesAfterwards() {
    String url = bridge.peer().createQueue("paused", 5);
    bridge.connect("paused", "paused", "paused", "max.in.flight.messages", "10000");
    bridge.peer().send(url, envelope(0));
    bridge.records("paused", 1);
    bridge.rest().pause("paused");
    bridge.rest().awaitState("paused", "PAUSED", 1, LIMIT);

    // A receive call may still be under way; were the task to go on, none would ever pile up.
    AtomicInteger sent = new AtomicInteger(1);
    Await.until(
        "messages pile up in the queue",
        LIMIT,
        () -> {
          bridge.peer().send(url, envelope(sent.getAndIncrement()));
          return bridge.peer().visible(url) >= 5;
        });

    try (TopicReader reader = bridge.kafka().reader("paused")) {
      assertThat(reader.readToEnd(LIMIT)).hasSize(1);
      bridge.rest().resume("paused");
      assertThat(distinct(reader.readUntil(all -> distinct(all) == sent.get(), LIMIT)))
          .isEqualTo(sent.get());
    }
    awaitEmpty(url);
  }

  @Test
  void severalQueuesAreReadByTheirOwnTasksIntoTheirOwnTopics() {
    List<String> queues = List.of("several-a", "several-b", "several-c");
    for (String queue : queues) {
      bridge.peer().send(bridge.peer().createQueue(queue, HIDDEN), envelope(queue.hashCode() & 99));
    }

    bridge
        .rest()
        .put(
            "several",
            SqsBridge.settings(
                bridge.peer(), String.join(",", queues), "in-${queue}", "tasks.max", "2"));
    bridge.rest().awaitRunning("several", 2, LIMIT);

    for (String queue : queues) {
      assertThat(text(bridge.records("in-" + queue, 1).get(0).value()))
          .isEqualTo(envelope(queue.hashCode() & 99));
    }
  }

  private static long distinct(List<ConsumerRecord<byte[], byte[]>> records) {
    return records.stream().map(record -> text(record.value())).distinct().count();
  }

  private static void awaitEmpty(String url) {
    Await.until("the queue is empty", LIMIT, () -> bridge.peer().depth(url) == 0);
  }

  private static MessageAttributeValue string(String value) {
    return SqsPeer.text("String", value);
  }
}
