package com.babelqueue.connect.source;

import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.Headers;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * A record that remembers the delivery it was made from.
 *
 * <p>Connect hands the very object that {@code poll} returned to {@code commitRecord}, so the way
 * back needs no lookup. Equality is identity: in exactly-once mode Connect keeps pending records in
 * a map keyed by equality, and two messages with the same content must stay two.
 */
final class BridgeSourceRecord extends SourceRecord {
  private final transient Delivery delivery;

  BridgeSourceRecord(
      Delivery delivery,
      Map<String, ?> sourcePartition,
      Map<String, ?> sourceOffset,
      String topic,
      Schema keySchema,
      Object key,
      byte[] value,
      Long timestamp,
      Headers headers) {
    super(
        sourcePartition,
        sourceOffset,
        topic,
        null,
        keySchema,
        key,
        Schema.BYTES_SCHEMA,
        value,
        timestamp,
        headers);
    this.delivery = delivery;
  }

  Delivery delivery() {
    return delivery;
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
