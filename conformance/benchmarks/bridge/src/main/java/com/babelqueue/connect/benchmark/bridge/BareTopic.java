package com.babelqueue.connect.benchmark.bridge;

import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;

/** Where a bare loop moves messages to: a topic of one partition. Any thread. */
public final class BareTopic {
  private final Producer<byte[], byte[]> producer;
  private final String topic;
  private final Headers headers;

  /**
   * @param headers of every record
   */
  BareTopic(Producer<byte[], byte[]> producer, String topic, Headers headers) {
    this.producer = producer;
    this.topic = topic;
    this.headers = headers;
  }

  /**
   * Sends without waiting for the answer.
   *
   * @param acknowledged run on the producer's thread when Kafka has the message, in the order in
   *     which messages were sent; not run when Kafka refuses it, which ends this JVM
   */
  public void send(byte[] body, Runnable acknowledged) {
    Future<?> unused =
        producer.send(
            new ProducerRecord<>(topic, null, null, null, body, headers),
            (metadata, failure) -> {
              if (failure == null) {
                acknowledged.run();
              } else {
                BareLoopMain.fail(failure);
              }
            });
  }
}
