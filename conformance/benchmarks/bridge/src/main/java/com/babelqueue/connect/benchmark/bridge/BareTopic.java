package com.babelqueue.connect.benchmark.bridge;

import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Where a bare loop moves messages to: a topic of one partition. Any thread. */
public final class BareTopic {
  private final Producer<byte[], byte[]> producer;
  private final String topic;

  BareTopic(Producer<byte[], byte[]> producer, String topic) {
    this.producer = producer;
    this.topic = topic;
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
            new ProducerRecord<>(topic, body),
            (metadata, failure) -> {
              if (failure == null) {
                acknowledged.run();
              } else {
                BareLoopMain.fail(failure);
              }
            });
  }
}
