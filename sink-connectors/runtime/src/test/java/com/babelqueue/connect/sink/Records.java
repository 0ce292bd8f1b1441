package com.babelqueue.connect.sink;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.sink.SinkRecord;

/** Records for tests, each an envelope whose meta.id is its label. */
final class Records {
  static final TopicPartition ORDERS_0 = new TopicPartition("orders", 0);
  static final TopicPartition ORDERS_1 = new TopicPartition("orders", 1);
  static final TopicPartition INVOICES_0 = new TopicPartition("invoices", 0);

  private Records() {}

  /** Records of one partition with rising offsets. */
  static List<SinkRecord> of(TopicPartition partition, long firstOffset, String... labels) {
    List<SinkRecord> records = new ArrayList<>();
    for (String label : labels) {
      records.add(envelope(partition, firstOffset + records.size(), label));
    }
    return records;
  }

  static SinkRecord envelope(TopicPartition partition, long offset, String label) {
    return raw(partition, offset, body(label));
  }

  /** A record with any value, bytes of a String, and pairs of header name and value. */
  static SinkRecord raw(
      TopicPartition partition, long offset, Object value, Object... headerPairs) {
    return keyed(partition, offset, null, value, headerPairs);
  }

  /** The same with a key. */
  static SinkRecord keyed(
      TopicPartition partition, long offset, byte[] key, Object value, Object... headerPairs) {
    ConnectHeaders headers = new ConnectHeaders();
    for (int i = 0; i < headerPairs.length; i += 2) {
      headers.add((String) headerPairs[i], headerPairs[i + 1], null);
    }
    return new SinkRecord(
        partition.topic(),
        partition.partition(),
        Schema.OPTIONAL_BYTES_SCHEMA,
        key,
        Schema.OPTIONAL_BYTES_SCHEMA,
        value instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : value,
        offset,
        0L,
        TimestampType.CREATE_TIME,
        headers);
  }

  static String body(String label) {
    return "{\"job\":\"urn:babel:orders:created\",\"trace_id\":\"7b3f9c2a-e41d-4f88-9b2a-1c0d5e6f7a8b\","
        + "\"data\":{\"price\":99.90},\"meta\":{\"id\":\""
        + label
        + "\",\"queue\":\"orders\",\"lang\":\"php\",\"schema_version\":1,\"created_at\":1749132727000},"
        + "\"attempts\":0}";
  }
}
