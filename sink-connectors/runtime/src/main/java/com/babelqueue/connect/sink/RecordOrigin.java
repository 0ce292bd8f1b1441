package com.babelqueue.connect.sink;

import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Where a record lies in Kafka, whatever a transform has made of its topic since: offsets are
 * committed under these names. Immutable.
 *
 * @param partition the consumed topic and partition
 * @param offset the record's offset in it
 */
record RecordOrigin(TopicPartition partition, long offset) {
  static RecordOrigin of(SinkRecord record) {
    return new RecordOrigin(
        new TopicPartition(record.originalTopic(), record.originalKafkaPartition()),
        record.originalKafkaOffset());
  }

  /** For logs and errors, in the words of the transforms' own messages. */
  @Override
  public String toString() {
    return "topic "
        + partition.topic()
        + ", partition "
        + partition.partition()
        + ", offset "
        + offset;
  }
}
