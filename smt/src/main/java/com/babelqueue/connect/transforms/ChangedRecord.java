package com.babelqueue.connect.transforms;

import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.Headers;

/** Copies of a record that differ from it in what a transform changes. Stateless. */
final class ChangedRecord {
  private ChangedRecord() {}

  static <R extends ConnectRecord<R>> R value(
      R record, Schema schema, Object value, Headers headers) {
    return record.newRecord(
        record.topic(),
        record.kafkaPartition(),
        record.keySchema(),
        record.key(),
        schema,
        value,
        record.timestamp(),
        headers);
  }

  static <R extends ConnectRecord<R>> R topic(R record, String topic) {
    return record.newRecord(
        topic,
        record.kafkaPartition(),
        record.keySchema(),
        record.key(),
        record.valueSchema(),
        record.value(),
        record.timestamp(),
        record.headers());
  }
}
