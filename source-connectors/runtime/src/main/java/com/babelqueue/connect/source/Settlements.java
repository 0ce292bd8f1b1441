package com.babelqueue.connect.source;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.source.Receiver.Unsettled;
import com.babelqueue.connect.source.SourceConfig.DroppedRecords;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gathers what is decided about deliveries into batches and tells the broker, on the thread that
 * owns its client.
 *
 * <p>A settlement that fails is counted and logged, never repeated: the message was handled, and
 * the broker will deliver it again (SET-2). A settlement of an older epoch is dropped, since its
 * handle died with its session. Owned by the engine's thread.
 */
final class Settlements {
  /** How long an incomplete batch waits for more; short against any lock or visibility timeout. */
  static final Duration LINGER = Duration.ofMillis(20);

  private static final Logger LOG = LoggerFactory.getLogger(Settlements.class);

  private final Receiver receiver;
  private final InFlight inFlight;
  private final SourceMetrics metrics;
  private final DroppedRecords droppedRecords;
  private final LongSupplier ticker;

  private List<Delivery> accepted = new ArrayList<>();
  private List<Delivery> released = new ArrayList<>();

  /** By reason, so that a broker that stores one gets the right one. */
  private TreeMap<String, List<Delivery>> rejected = new TreeMap<>();

  private int pending;

  /** Ticker value at which the oldest pending settlement has waited long enough. */
  private long due;

  Settlements(
      Receiver receiver,
      InFlight inFlight,
      SourceMetrics metrics,
      DroppedRecords droppedRecords,
      LongSupplier ticker) {
    this.receiver = receiver;
    this.inFlight = inFlight;
    this.metrics = metrics;
    this.droppedRecords = droppedRecords;
    this.ticker = ticker;
  }

  /** Kafka has the record. */
  void acknowledged(Delivery delivery) {
    metrics.acknowledged.increment();
    if (isCurrent(delivery)) {
      accepted.add(delivery);
      added();
    }
  }

  /** Kafka will never have the record: filtered, or its failure was tolerated (fact 5). */
  void dropped(Delivery delivery) {
    metrics.dropped.increment();
    if (!isCurrent(delivery)) {
      return;
    }
    switch (droppedRecords) {
      case SETTLE -> accepted.add(delivery);
      case REJECT -> rejectedList("dropped").add(delivery);
      case RELEASE -> released.add(delivery);
    }
    added();
  }

  /** The message had its effect already, and its record goes nowhere. */
  void duplicate(Delivery delivery) {
    if (isCurrent(delivery)) {
      accepted.add(delivery);
      added();
    }
  }

  /** The message goes the broker's own dead-letter way. */
  void reject(Delivery delivery, String reason) {
    rejectedList(reason).add(delivery);
    added();
  }

  /** Nanoseconds until an incomplete batch is due; {@link Long#MAX_VALUE} when there is none. */
  long nanosToDue() {
    return pending == 0 ? Long.MAX_VALUE : Math.max(0, due - ticker.getAsLong());
  }

  /** Whether to settle now: a full batch, one that waited long enough, or one that cannot grow. */
  boolean isDue() {
    return pending > 0 && (pending >= full() || nanosToDue() == 0);
  }

  /**
   * How many more decisions are worth an immediate look: any one where nothing is pending, or where
   * it may be the last that can come; otherwise what the batch lacks. At least 1.
   */
  int missing() {
    return pending == 0 ? 1 : Math.max(1, full() - pending);
  }

  /** A full batch, or all that can come. */
  private int full() {
    return Math.min(receiver.settlementBatch(), inFlight.size());
  }

  /** Settles whatever waits. */
  void flush() throws BrokerException {
    if (pending == 0) {
      return;
    }
    // Each list is taken out before its call: one that fails is given up, the others stay.
    List<Delivery> toAccept = current(accepted);
    accepted = new ArrayList<>();
    if (!toAccept.isEmpty()) {
      metrics.settled.add(settle(toAccept, () -> receiver.accept(toAccept), "settled"));
    }
    while (!rejected.isEmpty()) {
      Map.Entry<String, List<Delivery>> reason = rejected.pollFirstEntry();
      List<Delivery> toReject = current(reason.getValue());
      if (!toReject.isEmpty()) {
        metrics.rejected.add(
            settle(toReject, () -> receiver.reject(toReject, reason.getKey()), "rejected"));
      }
    }
    List<Delivery> toRelease = current(released);
    released = new ArrayList<>();
    if (!toRelease.isEmpty()) {
      Collections.reverse(toRelease);
      release(toRelease);
    }
    pending = 0;
  }

  private List<Delivery> current(List<Delivery> deliveries) {
    deliveries.removeIf(delivery -> !isCurrent(delivery));
    return deliveries;
  }

  /** Hands deliveries back at once; the list is newest first. */
  void release(List<Delivery> newestFirst) throws BrokerException {
    metrics.released.add(settle(newestFirst, () -> receiver.release(newestFirst), "handed back"));
  }

  /** Forgets what waits, because its session is over. */
  void clear() {
    accepted = new ArrayList<>();
    released = new ArrayList<>();
    rejected = new TreeMap<>();
    pending = 0;
  }

  private long settle(List<Delivery> batch, Call call, String verb) throws BrokerException {
    List<Unsettled> failed;
    try {
      failed = call.run();
    } catch (BrokerException e) {
      metrics.settlementFailures.add(batch.size());
      LOG.warn(
          "{} messages could not be {}, the broker will deliver them again, first {}: {}",
          batch.size(),
          verb,
          batch.get(0),
          e.getMessage());
      throw e;
    } finally {
      batch.forEach(inFlight::close);
    }
    if (!failed.isEmpty()) {
      metrics.settlementFailures.add(failed.size());
      LOG.warn(
          "{} of {} messages could not be {}, the broker will deliver them again, first {}: {}",
          failed.size(),
          batch.size(),
          verb,
          failed.get(0).delivery(),
          failed.get(0).reason());
    }
    return batch.size() - (long) failed.size();
  }

  /** A closed delivery was given up with its session; what Kafka says of it comes too late. */
  private boolean isCurrent(Delivery delivery) {
    if (delivery.isOpen() && delivery.epoch() == receiver.epoch()) {
      return true;
    }
    metrics.staleSettlements.increment();
    inFlight.close(delivery);
    return false;
  }

  private List<Delivery> rejectedList(String reason) {
    return rejected.computeIfAbsent(reason, code -> new ArrayList<>());
  }

  private void added() {
    if (pending++ == 0) {
      due = ticker.getAsLong() + LINGER.toNanos();
    }
  }

  @FunctionalInterface
  private interface Call {
    List<Unsettled> run() throws BrokerException;
  }
}
