package com.babelqueue.connect.quickstart;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads every topic there is from its beginning, topics that appear later included. Topics whose
 * names begin with an underscore are internal. One thread.
 */
final class TopicWatch implements AutoCloseable {
  /** How the names of topics begin that are not shown. */
  static final String INTERNAL = "_";

  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration LIST_LIMIT = Duration.ofSeconds(10);

  private final KafkaConsumer<byte[], byte[]> consumer;

  TopicWatch(String bootstrapServers) {
    consumer =
        new KafkaConsumer<>(
            Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "earliest",
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                false),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
  }

  /** Returns the records that came within a moment. */
  List<ConsumerRecord<byte[], byte[]>> poll() throws InterruptedException {
    Set<TopicPartition> partitions =
        consumer.listTopics(LIST_LIMIT).values().stream()
            .flatMap(Collection::stream)
            .filter(partition -> !partition.topic().startsWith(INTERNAL))
            .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
            .collect(Collectors.toSet());
    if (!partitions.equals(consumer.assignment())) {
      consumer.assign(partitions);
    }
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    if (partitions.isEmpty()) {
      Thread.sleep(POLL.toMillis());
    } else {
      consumer.poll(POLL).forEach(records::add);
    }
    return records;
  }

  @Override
  public void close() {
    consumer.close();
  }
}
