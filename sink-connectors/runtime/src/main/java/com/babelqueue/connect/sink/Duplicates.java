package com.babelqueue.connect.sink;

import com.babelqueue.connect.broker.AttemptPace;
import com.babelqueue.connect.broker.Backoff;
import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.idempotency.Deduplicator;
import com.babelqueue.connect.envelope.AsciiWhitespace;
import com.babelqueue.connect.envelope.ContractHeaders;
import com.babelqueue.connect.envelope.Envelope;
import com.babelqueue.connect.envelope.HeaderText;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a message from being sent whose id was sent before, where the settings ask for it (contract
 * 5.1); otherwise every message is sent. A raw body and an envelope without an id always are
 * (IDM-2). Owned by the task's thread.
 */
final class Duplicates {
  private static final Logger LOG = LoggerFactory.getLogger(Duplicates.class);

  private final String task;

  /** Null when nobody asks for it. */
  private final Deduplicator<Pending> deduplicator;

  private final AttemptPace asking;
  private final AttemptPace telling;
  private final SinkMetrics metrics;

  /** Whether something was sent that the store was not told. */
  private boolean untold;

  private long waitingBytes;

  /**
   * @param deduplicator a new one, closed with this; null to send every message
   * @param backoffs makes what paces the calls of a store that fails
   * @param ticker gives nanoseconds that only ever grow
   */
  Duplicates(
      String task,
      Deduplicator<Pending> deduplicator,
      Supplier<Backoff> backoffs,
      SinkMetrics metrics,
      LongSupplier ticker) {
    this.task = task;
    this.deduplicator = deduplicator;
    this.asking = new AttemptPace(backoffs.get(), ticker);
    this.telling = new AttemptPace(backoffs.get(), ticker);
    this.metrics = metrics;
  }

  /** Whether {@link #lookUp} has to precede taking in. */
  boolean areSought() {
    return deduplicator != null;
  }

  /** What a message is known by; null when it always runs. */
  static String idOf(OutboundMessage message) {
    Envelope envelope = message.envelope();
    return envelope == null || envelope.id() == null || envelope.id().isEmpty()
        ? null
        : envelope.id();
  }

  /**
   * Asks the store about messages that are to be admitted next, at most once for each backoff.
   *
   * @throws BrokerException when it cannot be asked; none of them may be admitted then (IDM-4)
   */
  void lookUp(Collection<String> ids) throws BrokerException {
    if (ids.isEmpty()) {
      return;
    }
    if (!asking.isDue()) {
      throw BrokerException.outage("it could not be asked and is given time", null);
    }
    try {
      deduplicator.lookUp(ids);
    } catch (BrokerException e) {
      metrics.idempotencyStoreFailures.increment();
      if (asking.failed()) {
        LOG.warn(
            "Task {} cannot ask its idempotency store and takes nothing in until it can: {}",
            task,
            e.getMessage());
      }
      throw e;
    }
    int failures = asking.succeeded();
    if (failures > 0) {
      LOG.info("Task {} can ask its idempotency store again after {} failures", task, failures);
    }
  }

  /** How long the store is given time; zero when it may be asked. */
  Duration untilNextLook() {
    return asking.untilDue();
  }

  /**
   * Decides about a message that was taken in.
   *
   * @return whether it is to be sent now. Otherwise it is done, or kept until it comes out of
   *     {@link #succeeded} or {@link #failed}
   */
  boolean admit(Pending pending) {
    String id = id(pending);
    if (id == null) {
      return true;
    }
    Deduplicator.Verdict verdict =
        asksForReplay(pending.record)
            ? deduplicator.admitAnyway(id, pending)
            : deduplicator.admit(id, pending);
    return switch (verdict) {
      case RUN -> true;
      case WAIT -> {
        waitingBytes += pending.size;
        yield false;
      }
      case DUPLICATE -> {
        LOG.debug("The message {} at {} was sent before", id, pending.origin);
        pending.settled = true;
        pending.entry.done();
        metrics.deduplicated.increment(pending.origin.partition().topic());
        yield false;
      }
    };
  }

  /** HDR-10. */
  private static boolean asksForReplay(SinkRecord record) {
    String bypass = HeaderText.of(HeaderText.last(record.headers(), ContractHeaders.REPLAY_BYPASS));
    return !AsciiWhitespace.isBlank(bypass);
  }

  /**
   * The broker holds the message.
   *
   * @return those that waited for it, to be decided about anew, in the order in which they came
   */
  List<Pending> succeeded(Pending pending) {
    String id = id(pending);
    if (id == null) {
      return List.of();
    }
    untold = true;
    List<Pending> followers = deduplicator.succeeded(id);
    followers.forEach(follower -> waitingBytes -= follower.size);
    return followers;
  }

  /**
   * This task will not send the message.
   *
   * @return the one that is to be sent in its place; null when none waits
   */
  Pending failed(Pending pending) {
    String id = id(pending);
    Pending next = id == null ? null : deduplicator.failed(id);
    if (next != null) {
      waitingBytes -= next.size;
    }
    return next;
  }

  /** Drops what waits of partitions that are another task's now. */
  void forget(Collection<TopicPartition> closed) {
    if (areSought()) {
      deduplicator.removeWaiting(follower -> isDropped(follower, closed));
    }
  }

  private boolean isDropped(Pending follower, Collection<TopicPartition> closed) {
    if (!closed.contains(follower.origin.partition())) {
      return false;
    }
    follower.settled = true;
    waitingBytes -= follower.size;
    return true;
  }

  /** How many messages wait for others of their id. */
  int waitingMessages() {
    return areSought() ? deduplicator.waiting() : 0;
  }

  /** How many bytes wait for others of their id. */
  long waitingBytes() {
    return waitingBytes;
  }

  /**
   * Tells the store what was sent since the last call, before the offsets of it are committed. A
   * store that does not take it never makes a retry of a success (IDM-4): it is told again later,
   * and a task that ends before that has it forgotten.
   */
  void flush() {
    if (!untold || !asking.isDue() || !telling.isDue()) {
      return;
    }
    try {
      deduplicator.flush();
    } catch (BrokerException e) {
      metrics.idempotencyStoreFailures.increment();
      if (telling.failed()) {
        LOG.warn(
            "Task {} cannot tell its idempotency store what it sent; duplicates may pass after a restart: {}",
            task,
            e.getMessage());
      }
      return;
    }
    untold = false;
    int failures = telling.succeeded();
    if (failures > 0) {
      LOG.info("Task {} told its idempotency store all after {} failures", task, failures);
    }
  }

  void close() {
    if (areSought()) {
      deduplicator.close();
    }
  }

  private String id(Pending pending) {
    return areSought() ? idOf(pending.message) : null;
  }
}
