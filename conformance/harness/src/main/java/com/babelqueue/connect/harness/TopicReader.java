package com.babelqueue.connect.harness;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads one topic from its beginning and keeps all it has read, in the order of arrival (which is
 * the order of offsets within each partition). It belongs to no consumer group and creates no
 * topic: a topic that does not exist yet is waited for.
 *
 * <p>Every reading method returns <em>all</em> records since the beginning, also when its deadline
 * passed first, so that the test's own assertion says what is missing. One thread at a time.
 */
public final class TopicReader implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(200);

  private final String topic;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
  private List<TopicPartition> partitions = List.of();

  TopicReader(String bootstrapServers, String topic, String isolationLevel) {
    this.topic = topic;
    this.consumer =
        new KafkaConsumer<>(
            Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                isolationLevel,
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                false,
                ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
                false,
                ConsumerConfig.METADATA_MAX_AGE_CONFIG,
                1000),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
  }

  /**
   * Reads until at least so many records are there.
   *
   * @return all records since the beginning; fewer than asked for when the limit passed first
   */
  public List<ConsumerRecord<byte[], byte[]>> read(int count, Duration limit) {
    return readUntil(all -> all.size() >= count, limit);
  }

  /**
   * Reads until the records satisfy a condition.
   *
   * @param done sees all records since the beginning, after each poll; must not change the list
   * @return all records since the beginning, whether or not the condition was met in time
   */
  public List<ConsumerRecord<byte[], byte[]>> readUntil(
      Predicate<List<ConsumerRecord<byte[], byte[]>>> done, Duration limit) {
    long deadline = System.nanoTime() + limit.toNanos();
    while (!done.test(records) && System.nanoTime() - deadline < 0) {
      poll(deadline);
    }
    return List.copyOf(records);
  }

  /**
   * Reads what the topic holds now, to its end: the way to see that there is no record too many.
   *
   * @return all records since the beginning
   * @throws HarnessException when the topic does not exist or its end was not reached in time
   */
  public List<ConsumerRecord<byte[], byte[]>> readToEnd(Duration limit) {
    long deadline = System.nanoTime() + limit.toNanos();
    while (!assigned() && System.nanoTime() - deadline < 0) {
      poll(deadline);
    }
    if (!assigned()) {
      throw new HarnessException("topic " + topic + " does not exist within " + limit);
    }
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions, limit);
    while (behind(ends).isPresent()) {
      if (System.nanoTime() - deadline >= 0) {
        throw new HarnessException(
            "end of " + behind(ends).orElseThrow() + " not reached within " + limit);
      }
      poll(deadline);
    }
    return List.copyOf(records);
  }

  private boolean assigned() {
    return !partitions.isEmpty();
  }

  private Optional<TopicPartition> behind(Map<TopicPartition, Long> ends) {
    return partitions.stream().filter(p -> consumer.position(p) < ends.get(p)).findFirst();
  }

  private void poll(long deadline) {
    Duration left = Duration.ofNanos(Math.max(1, deadline - System.nanoTime()));
    Duration wait = left.compareTo(POLL) < 0 ? left : POLL;
    if (!assigned()) {
      assign();
    }
    if (assigned()) {
      consumer.poll(wait).forEach(records::add);
    }
  }

  private void assign() {
    partitions =
        consumer.partitionsFor(topic, Duration.ofSeconds(10)).stream()
            .map(info -> new TopicPartition(info.topic(), info.partition()))
            .toList();
    if (assigned()) {
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
    }
  }

  @Override
  public void close() {
    consumer.close();
  }
}
