package com.babelqueue.connect.envelope;

import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.sink.SinkRecord;

/** Names a record in messages and log lines, never its content. Stateless; for any thread. */
public final class RecordLocation {
  private RecordLocation() {}

  /**
   * For example {@code topic orders, partition 3, offset 1042}; parts that are not known are left
   * out.
   */
  public static String of(ConnectRecord<?> record) {
    StringBuilder location = new StringBuilder("topic ").append(record.topic());
    if (record.kafkaPartition() != null) {
      location.append(", partition ").append(record.kafkaPartition());
    }
    if (record instanceof SinkRecord sink) {
      location.append(", offset ").append(sink.kafkaOffset());
    }
    return location.toString();
  }
}
