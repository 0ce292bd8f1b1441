package com.babelqueue.connect.sink.reinject;

import com.babelqueue.connect.broker.Backoff;
import com.babelqueue.connect.broker.BrokerException;
import java.time.Clock;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTaskContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The work of a task between Connect's calls: pauses partitions whose records wait while polling
 * goes on (REI-7), and has Connect call again when the next record is due. Owned by the task's
 * thread.
 */
final class ReinjectEngine {
  private static final Logger LOG = LoggerFactory.getLogger(ReinjectEngine.class);

  /** How often results are looked for. */
  private static final long WRITING_MS = 50;

  /** The longest time between two looks at the clock, so that a clock set forward is noticed. */
  private static final long IDLE_MS = 5_000;

  /** How long open writes may hold up a commit. */
  private static final long COMMIT_WAIT_MS = 2_000;

  private final String task;
  private final SinkTaskContext context;
  private final Passage passage;
  private final ParkedRecords parked;
  private final Supplier<Backoff> backoffs;
  private final Clock clock;

  /** Assigned, but not prepared for. */
  private final Set<TopicPartition> opened = new HashSet<>();

  private final Set<TopicPartition> paused = new HashSet<>();

  /** Null while partitions can be prepared for. */
  private Backoff beginning;

  /** When the last record was seen or held, in ms since the epoch. */
  private long busyAt;

  private boolean over;

  /**
   * @param task names the task in the log
   */
  ReinjectEngine(
      String task,
      SinkTaskContext context,
      Passage passage,
      ParkedRecords parked,
      Supplier<Backoff> backoffs,
      Clock clock) {
    this.task = task;
    this.context = context;
    this.passage = passage;
    this.parked = parked;
    this.backoffs = backoffs;
    this.clock = clock;
    this.busyAt = clock.millis();
  }

  void open(Collection<TopicPartition> partitions) {
    opened.addAll(partitions);
    // Connect keeps the pauses of an earlier assignment.
    context.resume(partitions.toArray(new TopicPartition[0]));
  }

  /**
   * Takes records and writes what is due.
   *
   * @throws RetriableException when partitions cannot be prepared for yet; nothing was taken
   * @throws ConnectException when a person has to mend something first
   */
  void put(Collection<SinkRecord> records) {
    begin();
    parked.settle();
    parked.take(records);
    parked.write();
    hold();
    observeEnd(records.isEmpty());
    context.timeout(untilNext());
  }

  private void begin() {
    if (opened.isEmpty()) {
      return;
    }
    try {
      passage.begin(opened);
      opened.clear();
      beginning = null;
    } catch (BrokerException e) {
      if (!e.isRetriable()) {
        throw new ConnectException(e.getMessage(), e);
      }
      if (beginning == null) {
        beginning = backoffs.get();
      }
      context.timeout(beginning.next().toMillis());
      throw new RetriableException(e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ConnectException(task + " is being torn down", e);
    }
  }

  private void hold() {
    for (TopicPartition partition : context.assignment()) {
      boolean held = parked.isHeld(partition);
      if (held && paused.add(partition)) {
        context.pause(partition);
      } else if (!held && paused.remove(partition)) {
        context.resume(partition);
      }
    }
  }

  private long untilNext() {
    long now = clock.millis();
    long wait = parked.nextDue().orElse(now + IDLE_MS) - now;
    return Math.max(1, Math.min(wait < 1 || parked.isWriting() ? WRITING_MS : wait, IDLE_MS));
  }

  private void observeEnd(boolean nothingNew) {
    if (!nothingNew || parked.size() > 0) {
      busyAt = clock.millis();
      over = false;
    } else if (!over && clock.millis() - busyAt >= IDLE_MS) {
      over = true;
      if (passage.epilogue() != null) {
        LOG.info("{}: {}", task, passage.epilogue());
      }
    }
  }

  /** What may be committed, after a bounded wait for what is being written. */
  Map<TopicPartition, OffsetAndMetadata> preCommit(
      Map<TopicPartition, OffsetAndMetadata> consumed) {
    parked.awaitWrites(COMMIT_WAIT_MS);
    return parked.committable(consumed);
  }

  void close(Collection<TopicPartition> partitions) {
    opened.removeAll(partitions);
    paused.removeAll(partitions);
    parked.forget(partitions);
  }
}
