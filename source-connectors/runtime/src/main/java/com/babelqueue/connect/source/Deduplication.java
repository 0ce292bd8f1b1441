package com.babelqueue.connect.source;

import com.babelqueue.connect.broker.AttemptPace;
import com.babelqueue.connect.broker.Backoff;
import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.NativeHeader;
import com.babelqueue.connect.broker.NativeText;
import com.babelqueue.connect.broker.idempotency.Deduplicator;
import com.babelqueue.connect.broker.idempotency.Deduplicator.Verdict;
import com.babelqueue.connect.envelope.AsciiWhitespace;
import com.babelqueue.connect.envelope.ContractHeaders;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.kafka.connect.errors.ConnectException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands records to Connect and, where idempotency is on, keeps back those whose message is in Kafka
 * already (IDM-1 to IDM-5): a message that its broker delivers again, because a session or a lock
 * was lost or a producer sent it twice, is then settled without a second record.
 *
 * <p>A message had its effect when Kafka acknowledged its record. With Connect's exactly-once mode
 * that is after the transaction was committed, so an id is remembered only of what every reader can
 * see; the ids are not part of the transaction, so a crash between the commit and {@link
 * #remember()} still makes a duplicate.
 *
 * <p>While the store cannot be asked, what was received stays undecided and in flight: its locks
 * are renewed, and it is not handed back, since that would make the broker count deliveries in
 * vain. Owned by the engine's thread.
 */
final class Deduplication {
  private static final Logger LOG = LoggerFactory.getLogger(Deduplication.class);

  private final String name;

  /** Null when idempotency is off. */
  private final Deduplicator<BridgeSourceRecord> deduplicator;

  private final HandOver handOver;
  private final Settlements settlements;

  /** Gives a store that failed time before it is asked or told again. */
  private final AttemptPace store;

  private final SourceMetrics metrics;
  private final LongSupplier ticker;

  /** What waits for an answer of the store, in the broker's order. */
  private final List<BridgeSourceRecord> undecided = new ArrayList<>();

  /** Whether there are successes that the store was not told yet. */
  private boolean unremembered;

  /** Ticker value at which the oldest of them has waited long enough for more. */
  private long rememberAt;

  Deduplication(
      String name,
      Deduplicator<BridgeSourceRecord> deduplicator,
      HandOver handOver,
      Settlements settlements,
      Backoff backoff,
      SourceMetrics metrics,
      LongSupplier ticker) {
    this.name = name;
    this.deduplicator = deduplicator;
    this.handOver = handOver;
    this.settlements = settlements;
    this.store = new AttemptPace(backoff, ticker);
    this.metrics = metrics;
    this.ticker = ticker;
  }

  /** Takes new records in the broker's order and hands over those that are to go to Kafka. */
  void offer(List<BridgeSourceRecord> records) {
    if (deduplicator == null) {
      handOver.add(records);
      return;
    }
    undecided.addAll(records);
    decide();
  }

  /** Whether a list of records costs a look-up, so that few long ones are better than many. */
  boolean looksUp() {
    return deduplicator != null;
  }

  /** Whether records wait for the store; nothing more is to be received then. */
  boolean isUndecided() {
    return !undecided.isEmpty();
  }

  /** Decides about what is undecided, with one look-up for all of it, if the store may be asked. */
  void decide() {
    if (undecided.isEmpty() || handOver.hasFailed()) {
      return;
    }
    List<String> keys = new ArrayList<>(undecided.size());
    for (BridgeSourceRecord record : undecided) {
      if (isKnownByKey(record.delivery())) {
        keys.add(record.delivery().idempotencyKey());
      }
    }
    if (keys.isEmpty() || lookUp(keys)) {
      List<BridgeSourceRecord> decided = List.copyOf(undecided);
      undecided.clear();
      admit(decided);
    }
  }

  private boolean lookUp(List<String> keys) {
    if (!store.isDue()) {
      return false;
    }
    try {
      deduplicator.lookUp(keys);
      storeAnswered();
      return true;
    } catch (BrokerException e) {
      storeFailed(e);
      if (!e.isRetriable()) {
        handOver.fail(new ConnectException("Task " + name + " cannot go on: " + e.getMessage(), e));
      }
      return false;
    }
  }

  private void admit(List<BridgeSourceRecord> records) {
    List<BridgeSourceRecord> admitted = new ArrayList<>(records.size());
    for (BridgeSourceRecord record : records) {
      Verdict verdict = verdict(record);
      if (verdict == Verdict.RUN) {
        admitted.add(record);
      } else if (verdict == Verdict.DUPLICATE) {
        LOG.debug("Task {} skips {}, whose record is in Kafka", name, record.delivery());
        metrics.deduplicated.increment(record.topic());
        settlements.duplicate(record.delivery());
      }
    }
    handOver.add(admitted);
  }

  private Verdict verdict(BridgeSourceRecord record) {
    Delivery delivery = record.delivery();
    if (!isKnownByKey(delivery)) {
      return Verdict.RUN;
    }
    return isReplay(delivery)
        ? deduplicator.admitAnyway(delivery.idempotencyKey(), record)
        : deduplicator.admit(delivery.idempotencyKey(), record);
  }

  /** HDR-10: a redrive may ask for a replay whatever is remembered. */
  private static boolean isReplay(Delivery delivery) {
    for (NativeHeader header : delivery.headers()) {
      if (header.name().equals(ContractHeaders.REPLAY_BYPASS) && header.value() != null) {
        return !AsciiWhitespace.isBlank(NativeText.of(header.value()));
      }
    }
    return false;
  }

  private static boolean isKnownByKey(Delivery delivery) {
    String key = delivery.idempotencyKey();
    return key != null && !key.isBlank();
  }

  /**
   * Kafka acknowledged the record. That holds after its session was lost, too: the redelivery has
   * waited behind it, or will be found remembered.
   */
  void succeeded(Delivery delivery) {
    if (deduplicator == null || !isKnownByKey(delivery)) {
      return;
    }
    List<BridgeSourceRecord> followers = deduplicator.succeeded(delivery.idempotencyKey());
    if (!unremembered) {
      unremembered = true;
      rememberAt = ticker.getAsLong() + Settlements.LINGER.toNanos();
    }
    // Replays among them run all the same.
    admit(followers);
  }

  /** Kafka will never have the record; the next of its id takes its place. */
  void failed(Delivery delivery) {
    if (deduplicator == null || !isKnownByKey(delivery)) {
      return;
    }
    BridgeSourceRecord next = deduplicator.failed(delivery.idempotencyKey());
    if (next != null) {
      handOver.add(List.of(next));
    }
  }

  /**
   * Forgets the records of closed deliveries, whose session is over. Those that Connect has already
   * stay under way, and their redeliveries will wait behind them.
   */
  void dropClosed() {
    List<BridgeSourceRecord> unseen = handOver.removeIf(delivery -> !delivery.isOpen());
    if (deduplicator == null) {
      return;
    }
    undecided.removeIf(record -> !record.delivery().isOpen());
    deduplicator.removeWaiting(record -> !record.delivery().isOpen());
    unseen.forEach(record -> failed(record.delivery()));
  }

  /**
   * Tells the store what succeeded, unless it was away a moment ago. Called before the broker is
   * told, so that a crash in between leaves a redelivery that is skipped. A failure never makes a
   * retry of a message (IDM-4); the store is told later.
   */
  void remember() {
    if (unremembered && store.isDue()) {
      flush();
    }
  }

  /** Tells the store what succeeded and has waited long enough for more. */
  void rememberIfDue() {
    if (unremembered && rememberAt - ticker.getAsLong() <= 0) {
      remember();
    }
  }

  private void flush() {
    try {
      deduplicator.flush();
      unremembered = false;
      storeAnswered();
    } catch (BrokerException e) {
      storeFailed(e);
    }
  }

  /** Nanoseconds until the store is to be asked or told; {@link Long#MAX_VALUE} when it is not. */
  long nanosToDue() {
    boolean asks = !undecided.isEmpty() && !handOver.hasFailed();
    if (!asks && !unremembered) {
      return Long.MAX_VALUE;
    }
    if (store.hasFailed()) {
      return store.untilDue().toNanos();
    }
    return asks ? 0 : Math.max(0, rememberAt - ticker.getAsLong());
  }

  private void storeAnswered() {
    int failures = store.succeeded();
    if (failures > 0) {
      LOG.info("Task {} reaches its idempotency store again after {} attempts", name, failures);
    }
  }

  private void storeFailed(BrokerException cause) {
    metrics.idempotencyStoreFailures.increment();
    if (store.failed()) {
      LOG.warn(
          "Task {} cannot reach its idempotency store; what it receives waits until it can: {}",
          name,
          cause.getMessage());
    } else {
      LOG.debug("Task {} still cannot reach its idempotency store: {}", name, cause.getMessage());
    }
  }

  /** Makes a last attempt to tell the store what succeeded, and lets go of it. */
  void close() {
    if (deduplicator == null) {
      return;
    }
    if (unremembered) {
      flush();
    }
    deduplicator.close();
  }
}
