package com.babelqueue.connect.interop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.harness.RecordText;
import com.babelqueue.connect.harness.TopicWriter;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Retry topics between the SDK and the connectors: each parks what the other brings back (contract
 * section 4.4).
 */
@ExtendWith(InteropCluster.Shared.class)
class RetryTopicsIT {
  private static final String TRACE = "7a0d5d6e-41c5-4c2f-9a35-00000000000";
  private static final String TIERS = "200ms,400ms";
  private static final String SDK_TIERS = "200,400";
  private static final byte[] KEY = "customer ü".getBytes(UTF_8);

  private final InteropCluster cluster;
  private final Sdk python = Sdk.python();

  RetryTopicsIT(InteropCluster cluster) {
    this.cluster = cluster;
  }

  @Test
  void whatTheSdkParksOurReinjectorBringsBack() {
    cluster.createTopics("park");
    startReinjector("park-back", "park.retry.1,park.retry.2", TIERS);
    Order order = Order.rich(TRACE + 1);
    Address kafka = cluster.kafkaAddress();
    String id = python.produce(kafka, "park", order).get(0);

    Message last = order.seen(id, 2);
    Message second = last.failedBefore();
    Message first = second.failedBefore();
    assertThat(python.consume(kafka, "park", 3, "--tiers", SDK_TIERS, "--fail-below", "2"))
        .containsExactly(first, second, last);

    List<ConsumerRecord<byte[], byte[]>> records = cluster.records("park", 3);
    assertThat(records)
        .extracting(record -> RecordText.header(record, "bq-attempts"))
        .containsExactly("0", "1", "2");
    assertThat(records)
        .allSatisfy(
            record ->
                assertThat(RecordText.headers(record))
                    .noneMatch(header -> header.startsWith("bq-delay="))
                    .noneMatch(header -> header.startsWith("bq-original-topic=")));
    cluster.rest().delete("park-back");
  }

  /** Rule REI-4 with the SDK's own part in it: the key outlives its retry and our re-injection. */
  @Test
  void theKeyOutlivesTheSdksRetryAndOurReinjector() {
    cluster.createTopics("keyed", "sample");
    startReinjector("keyed-back", "keyed.retry.1", "200ms");
    Address kafka = cluster.kafkaAddress();
    python.produce(kafka, "sample", Order.plain(TRACE + 2));
    byte[] envelope = cluster.records("sample", 1).get(0).value();
    try (TopicWriter writer = cluster.kafka().writer()) {
      writer.write("keyed", KEY, envelope, List.of());
    }

    assertThat(python.consume(kafka, "keyed", 2, "--tiers", "200", "--fail-below", "1"))
        .extracting(Message::attempts)
        .containsExactly(0, 1);

    assertThat(cluster.records("keyed", 2))
        .extracting(ConsumerRecord::key)
        .containsExactly(KEY, KEY);
    cluster.rest().delete("keyed-back");
  }

  /** A delay that a producer asks for is parked in the same topics. */
  @Test
  void whatTheSdkDelaysOurReinjectorBringsBack() {
    cluster.createTopics("delay");
    startReinjector("delay-back", "delay.retry.1,delay.retry.2", TIERS);
    Order order = Order.rich(TRACE + 3).withDelayMillis(300);
    Address kafka = cluster.kafkaAddress();
    String id = python.produceDelayed(kafka, "delay", SDK_TIERS, order);

    assertThat(python.consume(kafka, "delay", 1)).containsExactly(order.seen(id, 0));
    assertThat(cluster.records("delay.retry.2", 1))
        .extracting(record -> RecordText.header(record, "bq-delay"))
        .containsExactly("300");
    cluster.rest().delete("delay-back");
  }

  /** The sink's tiers and headers are the SDK's too: its re-injector is a substitute for ours. */
  @Test
  void whatOurSinkParksTheSdksReinjectorBringsBack() {
    cluster.createTopics("later", "later.retry.1", "later.retry.2");
    BrokerAccess rabbit = cluster.broker(BrokerKind.RABBITMQ);
    Address kafka = cluster.kafkaAddress();
    // Nobody has declared the queue yet, so RabbitMQ returns the first delivery.
    cluster.startSink(
        "later-out",
        rabbit,
        "later",
        "${meta.queue}",
        "rabbitmq.queue.declare",
        "none",
        "retry.tiers",
        TIERS,
        "kafka.bootstrap.servers",
        cluster.kafka().bootstrapServers());
    Order parked = Order.rich(TRACE + 4);
    String parkedId = python.produce(kafka, "later", parked).get(0);
    assertThat(cluster.records("later.retry.1", 1))
        .extracting(record -> RecordText.header(record, "bq-attempts"))
        .containsExactly("1");
    Order direct = Order.plain(TRACE + 5);
    String directId = python.produce(rabbit.address(), "later", direct).get(0);

    python.reinject(kafka, "later", 1, "--tiers", SDK_TIERS);

    assertThat(python.consume(rabbit.address(), "later", 2))
        .containsExactly(direct.seen(directId, 0), parked.seen(parkedId, 1));
    cluster.rest().delete("later-out");
  }

  /** It makes the retry topics, with the broker's time: the SDK's own stamp would not count. */
  private void startReinjector(String name, String topics, String tiers) {
    cluster.startReinjector(
        name, "retry", topics, "retry.tiers", tiers, "retry.topics.create", "true");
  }
}
