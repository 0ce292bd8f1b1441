package com.babelqueue.connect.harness;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Writes raw records to any topic. Safe for any thread. */
public final class TopicWriter implements AutoCloseable {
  private static final int LIMIT_SECONDS = 30;

  private final KafkaProducer<byte[], byte[]> producer;

  TopicWriter(String bootstrapServers) {
    producer =
        new KafkaProducer<>(
            Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ProducerConfig.MAX_BLOCK_MS_CONFIG,
                LIMIT_SECONDS * 1000L),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  /** Names a header for {@link #write}; a null value stands for a header without a value. */
  public static Header header(String name, byte[] value) {
    return new RecordHeader(name, value);
  }

  /**
   * Writes one record and waits until Kafka acknowledged it.
   *
   * @param key null for a record without a key
   * @param value null for a tombstone
   * @return where the record lies
   * @throws HarnessException when Kafka refused the record or did not answer within 30 seconds
   */
  public RecordMetadata write(String topic, byte[] key, byte[] value, List<Header> headers) {
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(topic, null, null, key, value, headers);
    try {
      return producer.send(record).get(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HarnessException("interrupted while writing to topic " + topic, e);
    } catch (ExecutionException e) {
      throw new HarnessException("Kafka refused a record for topic " + topic, e.getCause());
    } catch (TimeoutException e) {
      throw new HarnessException("no acknowledgement from topic " + topic, e);
    }
  }

  @Override
  public void close() {
    producer.close();
  }
}
