package com.babelqueue.connect.sink;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows faulty records until the fault path holds them; their offsets count as done no sooner.
 * Owned by the task's thread.
 */
final class FaultyRecords {
  private static final Logger LOG = LoggerFactory.getLogger(FaultyRecords.class);

  private final String task;
  private final FaultPath path;
  private final SinkMetrics metrics;

  /** In the order in which they were given to the path. */
  private final Deque<Reported> reported = new ArrayDeque<>();

  FaultyRecords(String task, FaultPath path, SinkMetrics metrics) {
    this.task = task;
    this.path = path;
    this.metrics = metrics;
  }

  /** Gives a record to the path. */
  void add(SinkRecord record, RecordOrigin origin, OffsetLedger.Entry entry, Fault fault) {
    metrics.faults.increment();
    LOG.warn("Task {} cannot send the record at {}: {}", task, origin, fault);
    reported.addLast(new Reported(origin, entry, path.take(record, origin, fault)));
  }

  boolean isEmpty() {
    return reported.isEmpty();
  }

  /**
   * Settles the offsets of those that have arrived.
   *
   * @throws ConnectException when the path failed for one of them
   */
  void settle() {
    for (Reported head = reported.peekFirst();
        head != null && head.outcome.isDone();
        head = reported.peekFirst()) {
      await(head, Duration.ZERO);
    }
  }

  /** Waits for the oldest one, no longer than told; whether it has arrived. */
  boolean awaitFirst(Duration wait) {
    Reported head = reported.peekFirst();
    return head == null || await(head, wait);
  }

  void forget(Collection<TopicPartition> closed) {
    reported.removeIf(record -> closed.contains(record.origin.partition()));
  }

  private boolean await(Reported head, Duration wait) {
    try {
      head.outcome.get(wait.toNanos(), TimeUnit.NANOSECONDS);
      reported.remove(head);
      head.entry.done();
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException | CancellationException e) {
      // Its offset stays open for ever.
      reported.remove(head);
      throw new ConnectException(
          "Task "
              + task
              + " stops: the faulty record at "
              + head.origin
              + " could not be put aside",
          e.getCause() == null ? e : e.getCause());
    }
  }

  /** A record the path has not confirmed yet. */
  private record Reported(RecordOrigin origin, OffsetLedger.Entry entry, Future<?> outcome) {}
}
