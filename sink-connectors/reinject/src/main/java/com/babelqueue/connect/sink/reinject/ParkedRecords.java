package com.babelqueue.connect.sink.reinject;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.kafka.RecordWriter;
import com.babelqueue.connect.sink.reinject.ParkedPartition.Parked;
import com.babelqueue.connect.sink.reinject.Passage.Decision;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Everything a task holds: takes records in, writes those that are due, and knows which offsets are
 * done. Owned by the task's thread; results of writes come from the producer's through a queue.
 */
final class ParkedRecords {
  /** Enough for full batches; what is beyond waits in its partition's order. */
  private static final int MAX_WRITES = 1_000;

  /** Half of what a producer buffers by default, so that a write rarely blocks. */
  private static final long MAX_WRITE_BYTES = 16L * 1024 * 1024;

  private final Passage passage;
  private final RecordWriter writer;
  private final TargetOutages outages;
  private final ReinjectMetrics metrics;
  private final Clock clock;
  private final Map<TopicPartition, ParkedPartition> partitions = new HashMap<>();

  /** The same partitions; whose turn is first changes from one round of writes to the next. */
  private final List<ParkedPartition> turns = new ArrayList<>();

  /** Filled by the producer's thread, emptied by the task's. */
  private final BlockingQueue<Result> results = new LinkedBlockingQueue<>();

  /** Writes without a result, those of partitions that have gone among them. */
  private int writes;

  private long writeBytes;

  /** What no repetition can cure; null while there is none. */
  private ConnectException fault;

  ParkedRecords(
      Passage passage,
      RecordWriter writer,
      TargetOutages outages,
      ReinjectMetrics metrics,
      Clock clock) {
    this.passage = passage;
    this.writer = writer;
    this.outages = outages;
    this.metrics = metrics;
    this.clock = clock;
  }

  /**
   * Takes in what is new; Connect hands over a whole list again after a failure.
   *
   * @throws ConnectException when a record cannot be carried
   */
  void take(Collection<SinkRecord> records) {
    for (SinkRecord record : records) {
      ParkedPartition partition =
          partition(new TopicPartition(record.originalTopic(), record.originalKafkaPartition()));
      long offset = record.originalKafkaOffset();
      if (partition.isNew(offset)) {
        Decision decision = passage.decide(partition.at(), record);
        if (decision == null) {
          partition.stopAt(offset);
        } else {
          partition.add(offset, decision);
        }
      }
    }
  }

  private ParkedPartition partition(TopicPartition at) {
    ParkedPartition known = partitions.get(at);
    if (known != null) {
      return known;
    }
    ParkedPartition added = new ParkedPartition(at);
    partitions.put(at, added);
    turns.add(added);
    return added;
  }

  /**
   * Writes what is due, in the order of each partition.
   *
   * @throws ConnectException when a person has to mend something first; nothing is skipped (REI-6)
   */
  void write() {
    long now = clock.millis();
    Collections.rotate(turns, 1);
    for (ParkedPartition partition : turns) {
      while (fault == null && hasRoom() && isDue(partition.next(), now)) {
        begin(partition.begin());
        // A topic that fails at once blocks for seconds: the next record must not try it too.
        applyResults();
      }
    }
    settle();
  }

  private boolean hasRoom() {
    return writes < MAX_WRITES && (writeBytes < MAX_WRITE_BYTES || writes == 0);
  }

  private boolean isDue(Parked next, long now) {
    return next != null && dueMillis(next) <= now;
  }

  private long dueMillis(Parked next) {
    Decision decision = next.decision();
    return decision.target() == null
        ? decision.dueMillis()
        : Math.max(decision.dueMillis(), outages.retryAt(decision.target().topic()));
  }

  private void begin(Parked parked) {
    ProducerRecord<byte[], byte[]> target = parked.decision().target();
    if (target == null) {
      parked.partition().done(parked);
      metrics.count(parked.decision());
      return;
    }
    writes++;
    writeBytes += parked.decision().bytes();
    try {
      writer.write(target, failure -> results.add(new Result(parked, failure)));
    } catch (BrokerException e) {
      results.add(new Result(parked, e));
    }
  }

  /**
   * Applies the results that have come.
   *
   * @throws ConnectException when one of them is a failure that a person has to mend
   */
  void settle() {
    applyResults();
    metrics.parked(size());
    if (fault != null) {
      throw fault;
    }
  }

  private void applyResults() {
    for (Result result = results.poll(); result != null; result = results.poll()) {
      apply(result);
    }
  }

  /**
   * Waits until every write of these partitions has its result, or the time is up. A failure comes
   * up with the next {@link #settle}.
   */
  void awaitWrites(long limitMillis) {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limitMillis);
    try {
      while (isWriting()) {
        Result result = results.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (result == null) {
          return;
        }
        apply(result);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void apply(Result result) {
    Parked parked = result.parked();
    Decision decision = parked.decision();
    writes--;
    writeBytes -= decision.bytes();
    if (result.failure() == null) {
      outages.accepted(decision.target().topic());
      metrics.count(decision);
      parked.partition().done(parked);
      return;
    }
    metrics.writeFailures.increment();
    parked.partition().failed(parked);
    if (result.failure().isRetriable()) {
      outages.refused(decision.target().topic(), result.failure(), clock.millis());
    } else if (fault == null && partitions.get(parked.partition().at()) == parked.partition()) {
      fault =
          new ConnectException(
              "The record at " + parked + " stays there: " + result.failure().getMessage(),
              result.failure());
    }
  }

  /** When something can be written next, in ms since the epoch; empty when nothing waits. */
  OptionalLong nextDue() {
    return turns.stream()
        .filter(partition -> partition.next() != null)
        .mapToLong(partition -> dueMillis(partition.next()))
        .min();
  }

  boolean isWriting() {
    return turns.stream().anyMatch(ParkedPartition::isWriting);
  }

  /** How many records are held. */
  long size() {
    return turns.stream().mapToLong(ParkedPartition::size).sum();
  }

  /** Whether a partition must not be read on for now. */
  boolean isHeld(TopicPartition partition) {
    ParkedPartition parked = partitions.get(partition);
    return parked != null && parked.isHeld();
  }

  /** Forgets partitions that another task has now; it reads their open records again. */
  void forget(Collection<TopicPartition> gone) {
    for (TopicPartition at : gone) {
      ParkedPartition partition = partitions.remove(at);
      if (partition != null) {
        turns.remove(partition);
        partition.open().forEach(passage::revoked);
      }
    }
  }

  /** What may be committed, never beyond an open record (REI-6). */
  Map<TopicPartition, OffsetAndMetadata> committable(
      Map<TopicPartition, OffsetAndMetadata> consumed) {
    if (!passage.commits()) {
      return Map.of();
    }
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    consumed.forEach(
        (at, offset) -> {
          ParkedPartition partition = partitions.get(at);
          offsets.put(
              at,
              partition == null
                  ? offset
                  : new OffsetAndMetadata(partition.committable(offset.offset())));
        });
    return offsets;
  }

  private record Result(Parked parked, BrokerException failure) {}
}
