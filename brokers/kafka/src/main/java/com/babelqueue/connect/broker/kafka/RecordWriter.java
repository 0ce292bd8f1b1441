package com.babelqueue.connect.broker.kafka;

import com.babelqueue.connect.broker.BrokerException;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Takes records to be written to Kafka, as {@link KafkaWriter#write} does. */
@FunctionalInterface
public interface RecordWriter {
  /**
   * Writes without waiting for the acknowledgement.
   *
   * @param result takes null once all replicas have the record, or the failure; exactly once, on
   *     any thread
   * @throws BrokerException when the record is not taken; {@code result} is not called then
   */
  void write(ProducerRecord<byte[], byte[]> record, Consumer<BrokerException> result)
      throws BrokerException;
}
