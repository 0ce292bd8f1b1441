package com.babelqueue.connect.benchmark.bridge;

import com.babelqueue.connect.harness.KafkaServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The topics that runs read or write, each of one partition. One thread. */
final class BenchedTopics implements AutoCloseable {
  private static final long ADMIN_SECONDS = 60;

  private final KafkaServer kafka;
  private final Admin admin;

  BenchedTopics(KafkaServer kafka) {
    this.kafka = kafka;
    this.admin = kafka.admin();
  }

  void create(String topic) {
    kafka.createTopic(topic, 1, Map.of());
  }

  void delete(String topic) throws InterruptedException, ExecutionException, TimeoutException {
    admin.deleteTopics(List.of(topic)).all().get(ADMIN_SECONDS, TimeUnit.SECONDS);
  }

  /** Puts the same value into a topic so many times. */
  void fill(String topic, byte[] value, int count)
      throws InterruptedException, ExecutionException, TimeoutException {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", kafka.bootstrapServers(), "linger.ms", "20"),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      List<Future<RecordMetadata>> sends = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        sends.add(producer.send(new ProducerRecord<>(topic, value)));
      }
      producer.flush();
      for (Future<RecordMetadata> send : sends) {
        send.get(ADMIN_SECONDS, TimeUnit.SECONDS);
      }
    }
  }

  /** How many records a topic holds. */
  long size(String topic) throws InterruptedException, ExecutionException, TimeoutException {
    TopicPartition partition = new TopicPartition(topic, 0);
    return admin
        .listOffsets(Map.of(partition, OffsetSpec.latest()))
        .partitionResult(partition)
        .get(ADMIN_SECONDS, TimeUnit.SECONDS)
        .offset();
  }

  @Override
  public void close() {
    admin.close(Duration.ofSeconds(5));
  }
}
