package com.babelqueue.connect.sink.reinject;

import com.babelqueue.connect.broker.BrokerException;
import java.util.Collection;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;

/** Decides what becomes of the records of parked topics. Called on the task's thread. */
interface Passage {
  /**
   * Prepares for partitions before their first record is decided.
   *
   * @throws BrokerException when Kafka does not answer; asked again with the same partitions
   * @throws InterruptedException when the task is being torn down
   */
  default void begin(Collection<TopicPartition> partitions)
      throws BrokerException, InterruptedException {}

  /**
   * Decides about one record.
   *
   * @param partition where it was read
   * @param record in the order of its partition
   * @return null when this record and all behind it stay where they are
   * @throws org.apache.kafka.connect.errors.ConnectException when it cannot be carried
   */
  Decision decide(TopicPartition partition, SinkRecord record);

  /** Takes a decision back whose partition has gone to another task before it was done. */
  default void revoked(Decision decision) {}

  /** Whether offsets are committed; a dry run leaves no trace. */
  default boolean commits() {
    return true;
  }

  /**
   * What to say once when no more records come.
   *
   * @return null when there is no end
   */
  default String epilogue() {
    return null;
  }

  /** What becomes of a record, for counters. */
  enum Outcome {
    REINJECTED,
    REDRIVEN,
    RESTORED
  }

  /**
   * What becomes of one record.
   *
   * @param dueMillis when it is to be written, in ms since the epoch
   * @param target what to write; null writes nothing
   * @param outcome how it is counted once it is written
   */
  record Decision(long dueMillis, ProducerRecord<byte[], byte[]> target, Outcome outcome) {
    /** How much memory the record takes, roughly, in bytes. */
    long bytes() {
      return target == null ? 0 : length(target.key()) + length(target.value());
    }

    private static long length(byte[] bytes) {
      return bytes == null ? 0 : bytes.length;
    }
  }
}
