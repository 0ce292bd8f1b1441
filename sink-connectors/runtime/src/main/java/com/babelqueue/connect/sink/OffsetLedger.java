package com.babelqueue.connect.sink;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows, for each partition, which records were taken in and which of them are done, and from that
 * the offset that may be committed (DESIGN section 5: offsets follow confirmation).
 *
 * <p>Owned by the task's thread. Every operation is O(1), amortised over the records.
 */
final class OffsetLedger {
  private static final Logger LOG = LoggerFactory.getLogger(OffsetLedger.class);

  private final Map<TopicPartition, Partition> partitions = new HashMap<>();

  /**
   * Takes a record in.
   *
   * @param comesAgain whether Connect hands over the very list of the last call once more (DESIGN
   *     section 3, fact 7). Only then is a known offset a record that was seen: at any other time
   *     it means that the consumer went back, because the log was truncated or the topic created
   *     anew, and to skip it would lose the record
   * @return null when the record was taken in before
   */
  Entry take(RecordOrigin origin, boolean comesAgain) {
    Partition partition = partitions.computeIfAbsent(origin.partition(), name -> new Partition());
    if (origin.offset() <= partition.highest) {
      if (comesAgain) {
        return null;
      }
      LOG.warn(
          "{} comes after offset {}: the consumer went back, and so does this task",
          origin,
          partition.highest);
      partition = new Partition();
      partitions.put(origin.partition(), partition);
    }
    partition.highest = origin.offset();
    Entry entry = new Entry(partition, origin.offset());
    partition.open.addLast(entry);
    return entry;
  }

  /** Whether {@link #take} would take a record in, as things stand. */
  boolean isNew(RecordOrigin origin, boolean comesAgain) {
    Partition partition = partitions.get(origin.partition());
    return !comesAgain || partition == null || origin.offset() > partition.highest;
  }

  /** Begins partitions afresh, whatever was known of them. */
  void forget(Collection<TopicPartition> closed) {
    partitions.keySet().removeAll(closed);
  }

  /**
   * What may be committed: in each partition the first record that is not done, and nothing beyond
   * what Connect counts as delivered.
   *
   * @param current Connect's own position in each partition
   */
  Map<TopicPartition, OffsetAndMetadata> committable(
      Map<TopicPartition, OffsetAndMetadata> current) {
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>(current);
    offsets.replaceAll(
        (name, position) -> {
          Partition partition = partitions.get(name);
          Entry first = partition == null ? null : partition.open.peekFirst();
          return first == null || first.offset >= position.offset()
              ? position
              : new OffsetAndMetadata(first.offset);
        });
    return offsets;
  }

  /** One partition since it was opened. */
  private static final class Partition {
    /** In the order of their offsets; the first one is never done. */
    private final ArrayDeque<Entry> open = new ArrayDeque<>();

    /** The highest offset taken in; -1 before the first. */
    private long highest = -1;
  }

  /** One record that was taken in. */
  static final class Entry {
    private final Partition partition;
    private final long offset;
    private boolean done;

    private Entry(Partition partition, long offset) {
      this.partition = partition;
      this.offset = offset;
    }

    /** The record needs nothing more: the broker holds it, or it lies in its other place. */
    void done() {
      done = true;
      while (!partition.open.isEmpty() && partition.open.peekFirst().done) {
        partition.open.removeFirst();
      }
    }
  }
}
