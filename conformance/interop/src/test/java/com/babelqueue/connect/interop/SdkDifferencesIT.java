package com.babelqueue.connect.interop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.harness.RecordText;
import com.babelqueue.connect.harness.TopicWriter;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Where the pinned Python SDK does other than the contract says, as README.md lists it. A test that
 * fails after a new version was pinned says that its line there is out of date.
 */
@ExtendWith(InteropCluster.Shared.class)
class SdkDifferencesIT {
  private static final String TRACE = "d9e8f7a6-1b2c-4d3e-8f40-00000000000";

  private final InteropCluster cluster;
  private final Sdk python = Sdk.python();

  SdkDifferencesIT(InteropCluster cluster) {
    this.cluster = cluster;
  }

  /** Rule RTY-6 wants the time of the write, on which the wait is anchored. */
  @Test
  void whatItParksIsStampedWithTheTimeOfProduction() {
    ConsumerRecord<byte[], byte[]> parked = parked("stamped");

    JsonNode meta = Message.tree(RecordText.text(parked.value())).path("meta");
    assertThat(parked.timestamp()).isEqualTo(meta.path("created_at").asLong());
  }

  /** Rules RTY-4 and HDR-9 want at least the trace context to outlive a retry. */
  @Test
  void whatItParksHasLostTheHeadersBesideTheContracts() {
    ConsumerRecord<byte[], byte[]> parked = parked("stripped");

    assertThat(RecordText.header(parked, "bq-attempts")).isEqualTo("1");
    assertThat(RecordText.header(parked, "traceparent")).isNull();
  }

  /**
   * Rule ASB-3: a second delivery is attempt 1. The client for Python hands on AMQP's counter,
   * which begins at 0, and the SDK takes it for one that begins at 1.
   */
  @Test
  void itCountsOneDeliveryTooFewOnServiceBusAndWeDoNot() {
    BrokerAccess broker = cluster.broker(BrokerKind.SERVICEBUS);
    Order order = Order.plain(TRACE + 2);
    List<String> queues = List.of("again", "again-bridged");
    List<String> ids = new ArrayList<>();
    for (String queue : queues) {
      broker.createQueue(queue);
      ids.addAll(python.produce(broker.address(), queue, order));
      python.abandon(broker.address(), queue, 1);
    }
    cluster.createTopics("again");

    cluster.startSource("again", broker, "again-bridged", "again");

    assertThat(python.consume(broker.address(), "again", 1))
        .containsExactly(order.seen(ids.get(0), 0));
    assertThat(python.consume(cluster.kafkaAddress(), "again", 1))
        .containsExactly(order.seen(ids.get(1), 1));
    cluster.rest().delete("again");
  }

  /** Lets the SDK's worker fail a record with a foreign header once. */
  private ConsumerRecord<byte[], byte[]> parked(String topic) {
    cluster.createTopics(topic, topic + ".retry.1", topic + "-sample");
    Address kafka = cluster.kafkaAddress();
    python.produce(kafka, topic + "-sample", Order.plain(TRACE + 1));
    byte[] envelope = cluster.records(topic + "-sample", 1).get(0).value();
    try (TopicWriter writer = cluster.kafka().writer()) {
      writer.write(
          topic,
          null,
          envelope,
          List.of(
              TopicWriter.header(
                  "traceparent",
                  "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01".getBytes(UTF_8))));
    }
    python.consume(kafka, topic, 1, "--tiers", "200", "--fail-below", "1");
    return cluster.records(topic + ".retry.1", 1).get(0);
  }
}
