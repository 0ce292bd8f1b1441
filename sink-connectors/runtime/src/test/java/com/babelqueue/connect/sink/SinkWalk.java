package com.babelqueue.connect.sink;

import com.babelqueue.connect.broker.idempotency.Deduplicator;
import com.babelqueue.connect.broker.idempotency.IdempotencyStore;
import com.babelqueue.connect.broker.kafka.RecordWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * An engine whose calls a test makes as Connect's worker would: a list that ended in a
 * RetriableException comes again as it was, positions move only after a put that returned, and a
 * partition's last commit precedes its close. Time passes only where a test or a wait lets it.
 */
final class SinkWalk {
  /** When every test takes place. */
  static final Clock CLOCK = Clock.fixed(Instant.ofEpochMilli(1_764_500_000_000L), ZoneOffset.UTC);

  private final AtomicLong now = new AtomicLong(1_000_000_000L);

  final ScriptedSender sender = new ScriptedSender();
  final FakeContext context = new FakeContext();
  final SinkMetrics metrics = new SinkMetrics();
  final SinkEngine engine;

  /** What a wait for an outcome finds the broker doing. */
  Runnable whileWaiting = () -> {};

  /** How often the engine waited in vain. */
  int waits;

  /** Delivered to the task and not taken over yet, as the worker's batch. */
  private final List<SinkRecord> batch = new ArrayList<>();

  private final Map<TopicPartition, OffsetAndMetadata> positions = new HashMap<>();

  private SinkWalk(
      ErrantRecordReporter reporter,
      RecordWriter kafka,
      IdempotencyStore store,
      String... settings) {
    context.reporter = reporter;
    engine =
        new SinkEngine(
            new TestSinkConfig(TestSinkConfig.settings(settings)),
            context,
            sender,
            kafka,
            store == null ? null : new Deduplicator<>(store),
            new WalkedOutcomes(),
            metrics,
            CLOCK,
            now::get,
            () -> 0);
  }

  static SinkWalk over(String... settings) {
    return new SinkWalk(null, null, null, settings);
  }

  static SinkWalk reportingTo(ErrantRecordReporter reporter, String... settings) {
    return new SinkWalk(reporter, null, null, settings);
  }

  static SinkWalk writingTo(RecordWriter kafka, String... settings) {
    return new SinkWalk(null, kafka, null, settings);
  }

  static SinkWalk deduplicating(IdempotencyStore store, String... settings) {
    return new SinkWalk(null, null, store, settings);
  }

  /** The same with retries and dead letters that go to Kafka. */
  static SinkWalk deduplicating(IdempotencyStore store, RecordWriter kafka, String... settings) {
    return new SinkWalk(null, kafka, store, settings);
  }

  /** Assigns partitions, from their beginning. */
  SinkWalk open(TopicPartition... partitions) {
    for (TopicPartition partition : partitions) {
      open(partition, 0);
    }
    return this;
  }

  void open(TopicPartition partition, long position) {
    context.assignment.add(partition);
    positions.put(partition, new OffsetAndMetadata(position));
    engine.open(List.of(partition));
  }

  /** Takes a partition away, as a rebalance does; what is committed for it then. */
  long close(TopicPartition partition) {
    OffsetAndMetadata position = positions.get(partition);
    long committed = engine.preCommit(Map.of(partition, position)).get(partition).offset();
    engine.close(List.of(partition));
    positions.remove(partition);
    context.assignment.remove(partition);
    batch.removeIf(record -> RecordOrigin.of(record).partition().equals(partition));
    return committed;
  }

  /** The next list of records; whether the task took it. */
  boolean put(List<SinkRecord> records) {
    if (!batch.isEmpty()) {
      throw new IllegalStateException("the worker polls nothing new before the old list is taken");
    }
    batch.addAll(records);
    return putAgain();
  }

  /** A list that fails the task: it is taken, and the call that Connect makes at once throws. */
  void putAndCallAgain(List<SinkRecord> records) {
    if (!put(records) || context.timeout != 1) {
      throw new IllegalStateException("no failure is to come");
    }
    putAgain();
  }

  /** Connect calls again, with the old list if it was not taken; whether it is taken now. */
  boolean putAgain() {
    context.timeout = -1;
    try {
      engine.put(List.copyOf(batch));
    } catch (RetriableException e) {
      return false;
    }
    for (SinkRecord record : batch) {
      RecordOrigin origin = RecordOrigin.of(record);
      positions.put(origin.partition(), new OffsetAndMetadata(origin.offset() + 1));
    }
    batch.clear();
    return true;
  }

  /** What Connect would commit now for a partition. */
  long committable(TopicPartition partition) {
    return engine.preCommit(new HashMap<>(positions)).get(partition).offset();
  }

  boolean isBatchTaken() {
    return batch.isEmpty();
  }

  void pass(Duration time) {
    now.addAndGet(time.toNanos());
  }

  private final class WalkedOutcomes extends Outcomes {
    @Override
    Outcome poll(Duration wait) throws InterruptedException {
      whileWaiting.run();
      Outcome outcome = super.poll(Duration.ZERO);
      if (outcome == null) {
        waits++;
        pass(wait);
      }
      return outcome;
    }
  }
}
