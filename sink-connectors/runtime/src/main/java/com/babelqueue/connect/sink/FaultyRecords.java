package com.babelqueue.connect.sink;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows records that are put aside until their other place holds them: faulty ones, and those
 * whose delivery was refused where there are retry topics. Their offsets count as done no sooner.
 * Owned by the task's thread.
 */
final class FaultyRecords {
  private static final Logger LOG = LoggerFactory.getLogger(FaultyRecords.class);

  private final String task;
  private final FaultPath path;

  /** Where refused deliveries go; null when they are made again by the task itself. */
  private final FaultPath retries;

  private final SinkMetrics metrics;

  /** In the order in which they were given to the path. */
  private final Deque<Reported> reported = new ArrayDeque<>();

  FaultyRecords(String task, FaultPath path, FaultPath retries, SinkMetrics metrics) {
    this.task = task;
    this.path = path;
    this.retries = retries;
    this.metrics = metrics;
  }

  /**
   * The ways that the settings open.
   *
   * @param reporter Connect's own; null when the user configured none
   * @param writes how to write to Kafka, if it is possible
   * @param clock gives the time of dead-lettering
   */
  static FaultyRecords of(
      SinkConfig config,
      String task,
      ErrantRecordReporter reporter,
      KafkaWrites writes,
      SinkMetrics metrics,
      Clock clock) {
    if (!writes.arePossible()) {
      return new FaultyRecords(task, new ErrantRecordPath(task, reporter), null, metrics);
    }
    DeadLetterTopic deadLetters = new DeadLetterTopic(config, writes, metrics, clock);
    FaultPath retries =
        config.retryTiers().count() == 0
            ? null
            : new RetryTopics(task, config, deadLetters, writes, metrics);
    return new FaultyRecords(task, deadLetters, retries, metrics);
  }

  /** Gives a record that can never be sent to the path. */
  void add(FaultyRecord faulty, OffsetLedger.Entry entry) {
    metrics.faults.increment();
    LOG.warn("Task {} cannot send the record at {}: {}", task, faulty.origin(), faulty.fault());
    reported.addLast(new Reported(faulty.origin(), entry, path.take(faulty)));
  }

  /** Whether refused deliveries go to retry topics. */
  boolean haveRetryTopics() {
    return retries != null;
  }

  /** Gives a record whose delivery was refused to the retry topics. */
  void addRefused(FaultyRecord refused, OffsetLedger.Entry entry) {
    reported.addLast(new Reported(refused.origin(), entry, retries.take(refused)));
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
    for (Reported record : List.copyOf(reported)) {
      if (record.outcome.isDone()) {
        await(record, Duration.ZERO);
      }
    }
  }

  /** Waits for the oldest one that others hold, no longer than told; whether it has arrived. */
  boolean awaitFirst(Duration wait) {
    Reported head = reported.peekFirst();
    return head != null && path.isCompletedByOthers() && await(head, wait);
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
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new ConnectException(
          "Task "
              + task
              + " stops: the record at "
              + head.origin
              + " could not be put aside: "
              + cause.getMessage(),
          cause);
    }
  }

  /** A record the path has not confirmed yet. */
  private record Reported(RecordOrigin origin, OffsetLedger.Entry entry, Future<?> outcome) {}
}
