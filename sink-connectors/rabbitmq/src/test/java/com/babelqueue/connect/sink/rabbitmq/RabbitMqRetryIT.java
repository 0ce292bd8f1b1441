package com.babelqueue.connect.sink.rabbitmq;

import static com.babelqueue.connect.harness.RecordText.header;
import static com.babelqueue.connect.harness.RecordText.text;
import static com.babelqueue.connect.sink.rabbitmq.SinkBridge.LIMIT;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.harness.TopicReader;
import com.babelqueue.connect.harness.TopicWriter;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * What a full queue refuses waits in a retry topic, and what nobody can read in a dead-letter one.
 */
@ExtendWith(SinkBridge.Shared.class)
class RabbitMqRetryIT {
  private static final byte[] POISON = {(byte) 0xff, 0, '{'};

  private final SinkBridge bridge;

  RabbitMqRetryIT(SinkBridge bridge) {
    this.bridge = bridge;
  }

  @Test
  void refusedDeliveriesAndPoisonAreKeptInKafka() throws Exception {
    String queue =
        bridge.client().declare("full", Map.of("x-max-length", 1, "x-overflow", "reject-publish"));
    bridge.client().channel().basicPublish("", queue, null, "in the way".getBytes(UTF_8));
    bridge.kafka().createTopic(queue, 1, Map.of("retention.ms", "-1"));
    for (String topic : List.of(".retry.1", ".retry.2", ".dlq")) {
      bridge.kafka().createTopic(queue + topic, 1, Map.of());
    }
    write(queue, new byte[0], Orders.envelope(1), "bq-attempts", "0");
    write(queue, null, Orders.envelope(2), "bq-attempts", "1");
    write(queue, null, Orders.envelope(3));
    bridge.feed(queue, POISON);
    long before = System.currentTimeMillis();

    bridge
        .rest()
        .put(
            queue,
            bridge.settings(
                queue,
                "kafka.bootstrap.servers",
                bridge.kafka().bootstrapServers(),
                "retry.tiers",
                "30s,5s"));

    ConsumerRecord<byte[], byte[]> first = read(queue + ".retry.1", 1).get(0);
    assertThat(text(first.value())).contains("\"id\":\"id-1\"").endsWith("\"attempts\":1}");
    assertThat(first.key()).isEmpty();
    assertThat(header(first, "bq-attempts")).isEqualTo("1");
    assertThat(header(first, "bq-delay")).isEqualTo("5000");
    assertThat(header(first, "bq-original-topic")).isEqualTo(queue);
    assertThat(first.timestamp()).isGreaterThanOrEqualTo(before);

    ConsumerRecord<byte[], byte[]> second = read(queue + ".retry.2", 1).get(0);
    assertThat(text(second.value())).contains("\"id\":\"id-2\"").endsWith("\"attempts\":2}");
    assertThat(second.key()).isNull();

    List<ConsumerRecord<byte[], byte[]>> dead = read(queue + ".dlq", 2);
    assertThat(dead)
        .anySatisfy(
            record -> {
              assertThat(record.value()).isEqualTo(POISON);
              assertThat(header(record, "bq-error-origin")).isEqualTo("kafka:" + queue);
            })
        .anySatisfy(
            record ->
                assertThat(text(record.value()))
                    .contains("\"id\":\"id-3\"", "\"reason\":\"failed\"", "\"attempts\":3,"));
    bridge.rest().stop(queue);
    assertThat(bridge.rest().offsets(queue))
        .as("all of them are done")
        .allSatisfy(offset -> assertThat(offset.toString()).contains("kafka_offset=4"));
    bridge.rest().delete(queue);
  }

  private List<ConsumerRecord<byte[], byte[]>> read(String topic, int count) {
    try (TopicReader reader = bridge.kafka().reader(topic)) {
      return reader.read(count, LIMIT);
    }
  }

  private void write(String topic, byte[] key, String value, String... headerPair) {
    List<Header> headers =
        headerPair.length == 0
            ? List.of()
            : List.of(TopicWriter.header(headerPair[0], headerPair[1].getBytes(UTF_8)));
    try (TopicWriter writer = bridge.kafka().writer()) {
      writer.write(topic, key, value.getBytes(UTF_8), headers);
    }
  }
}
