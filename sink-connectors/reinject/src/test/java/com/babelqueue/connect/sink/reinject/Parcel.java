package com.babelqueue.connect.sink.reinject;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.sink.SinkRecord;

/** Makes records as Connect hands them over with byte-exact converters. */
final class Parcel {
  private final TopicPartition at;
  private final long offset;
  private final ConnectHeaders headers = new ConnectHeaders();
  private byte[] key;
  private byte[] value = "{}".getBytes(UTF_8);
  private Long timestamp = 0L;

  private Parcel(TopicPartition at, long offset) {
    this.at = at;
    this.offset = offset;
  }

  static Parcel at(String topic, int partition, long offset) {
    return new Parcel(new TopicPartition(topic, partition), offset);
  }

  Parcel key(byte[] bytes) {
    key = bytes;
    return this;
  }

  Parcel value(byte[] bytes) {
    value = bytes;
    return this;
  }

  Parcel value(String text) {
    return value(text == null ? null : text.getBytes(UTF_8));
  }

  /** Null for none. */
  Parcel timestamp(Long millis) {
    timestamp = millis;
    return this;
  }

  Parcel header(String name, String text) {
    headers.addBytes(name, text == null ? null : text.getBytes(UTF_8));
    return this;
  }

  TopicPartition partition() {
    return at;
  }

  SinkRecord record() {
    return new SinkRecord(
        at.topic(),
        at.partition(),
        Schema.OPTIONAL_BYTES_SCHEMA,
        key,
        Schema.OPTIONAL_BYTES_SCHEMA,
        value,
        offset,
        timestamp,
        timestamp == null ? TimestampType.NO_TIMESTAMP_TYPE : TimestampType.LOG_APPEND_TIME,
        headers);
  }
}
