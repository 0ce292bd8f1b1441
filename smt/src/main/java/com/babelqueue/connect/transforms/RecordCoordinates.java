package com.babelqueue.connect.transforms;

import com.babelqueue.connect.envelope.PayloadText;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * An id for a record that stays the same when the record is read again. Stateless.
 *
 * <p>A record that was read from Kafka is identified by topic, partition and offset, as they were
 * before any transform. Offsets of sources are positions from which to go on and may be shared by
 * several records, so key and value count too: two that agree in all of it are one. A source record
 * without an offset gets a random id, because an id that two messages share would make consumers
 * drop one of them (IDM-1).
 */
final class RecordCoordinates {
  private RecordCoordinates() {}

  /**
   * The id.
   *
   * @param space tells clusters apart whose topics have the same names
   * @param data the record's value as JSON
   * @throws IllegalArgumentException when the key or the source's position has no JSON form
   */
  static UUID id(ConnectRecord<?> record, String space, String data) {
    if (record instanceof SinkRecord sink) {
      return id(
          space, sink.originalTopic(), sink.originalKafkaPartition(), sink.originalKafkaOffset());
    }
    if (record instanceof SourceRecord source && isKnown(source.sourceOffset())) {
      return id(
          space,
          source.topic(),
          sorted(source.sourcePartition()),
          sorted(source.sourceOffset()),
          source.key(),
          data);
    }
    return UUID.randomUUID();
  }

  private static boolean isKnown(Map<String, ?> offset) {
    return offset != null && !offset.isEmpty();
  }

  private static Map<String, ?> sorted(Map<String, ?> position) {
    return position == null ? null : new TreeMap<>(position);
  }

  private static UUID id(Object... parts) {
    return NameBasedId.of(PayloadText.of(Arrays.asList(parts)));
  }
}
