package com.babelqueue.connect.source;

import com.babelqueue.connect.broker.Backoff;
import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.idempotency.Deduplicator;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.connect.errors.ConnectException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Receives, hands over, renews and settles: the loop behind a source task, one {@link #step} at a
 * time, so that a test can walk it with a clock of its own.
 *
 * <p>Owned by one thread, {@link EngineThread}'s; other threads reach it through {@link Outcomes},
 * {@link Demand} and {@link HandOver} only. It is the only caller of the {@link Receiver}.
 */
final class SourceEngine {
  /** No wait is longer, so a stop is felt within it even if a wake-up were lost. */
  static final Duration MAX_WAIT = Duration.ofSeconds(1);

  /** How long a stop waits for a receive call that is under way at the broker. */
  private static final Duration DRAIN_WAIT = Duration.ofMillis(1_500);

  private static final Logger LOG = LoggerFactory.getLogger(SourceEngine.class);

  private final String name;
  private final Receiver receiver;
  private final HandOver handOver;
  private final Outcomes outcomes;
  private final Demand demand;
  private final InFlight inFlight;
  private final Settlements settlements;
  private final LockRenewal renewal;
  private final Deduplication deduplication;
  private final Intake intake;
  private final Backoff backoff;
  private final SourceMetrics metrics;
  private final LongSupplier ticker;
  private final int readAhead;

  private boolean connected;
  private boolean suspended;

  /** Ticker value since which late deliveries may have come in; meaningless unless suspended. */
  private long lateSince;

  /** Ticker value of the next attempt to connect. */
  private long retryAt;

  SourceEngine(
      SourceConfig config,
      Receiver receiver,
      RecordMapper mapper,
      HandOver handOver,
      Outcomes outcomes,
      Demand demand,
      Deduplicator<BridgeSourceRecord> deduplicator,
      Supplier<Backoff> backoffs,
      SourceMetrics metrics,
      LongSupplier ticker) {
    this.name = config.connectorName() + "-" + config.taskId();
    this.receiver = receiver;
    this.handOver = handOver;
    this.outcomes = outcomes;
    this.demand = demand;
    this.backoff = backoffs.get();
    this.metrics = metrics;
    this.ticker = ticker;
    this.readAhead = config.getInt(SourceConfig.MAX_BATCH_RECORDS);
    this.inFlight =
        new InFlight(
            config.getInt(SourceConfig.MAX_IN_FLIGHT_MESSAGES),
            config.getLong(SourceConfig.MAX_IN_FLIGHT_BYTES),
            metrics);
    this.settlements =
        new Settlements(receiver, inFlight, metrics, config.droppedRecords(), ticker);
    this.renewal = new LockRenewal(receiver, inFlight, metrics, ticker);
    this.deduplication =
        new Deduplication(
            name, deduplicator, handOver, settlements, backoffs.get(), metrics, ticker);
    this.intake =
        new Intake(name, mapper, inFlight, renewal, settlements, deduplication, handOver, metrics);
    this.retryAt = ticker.getAsLong();
  }

  /**
   * Does what is due, and receives if there is demand and room.
   *
   * @return how long the caller may wait before the next step; zero when there may be more to do
   */
  Duration step() throws InterruptedException {
    try {
      deduplication.rememberIfDue();
      if (handOver.hasFailed() && !connected) {
        outcomes.drain(deduplication::succeeded, delivery -> {});
        return MAX_WAIT;
      }
      if (!connected && !connect()) {
        return bounded(retryAt - ticker.getAsLong());
      }
      drainOutcomes();
      renewal.run();
      deduplication.decide();
      if (settlements.isDue()) {
        settle();
      }
      outcomes.wakeAt(settlements.missing());
      int room = room();
      if (room > 0) {
        receive(room);
        return Duration.ZERO;
      }
      suspendIfIdle();
      return outcomes.areWorthwhile() ? Duration.ZERO : untilDue();
    } catch (BrokerException e) {
      disconnect(e);
      return Duration.ZERO;
    } catch (RuntimeException e) {
      receiver.close();
      connected = false;
      handOver.fail(new ConnectException("Task " + name + " failed unexpectedly", e));
      return MAX_WAIT;
    }
  }

  /**
   * Settles what Kafka has acknowledged, hands back everything else, newest first, and disconnects.
   * Called once, instead of further steps.
   */
  void shutDown() throws InterruptedException {
    try {
      drainOutcomes();
      if (connected) {
        settle();
        receiver.drain(DRAIN_WAIT).forEach(intake::takeLate);
        drainOutcomes();
        settle();
        handBack();
      }
    } catch (BrokerException e) {
      LOG.warn(
          "Task {} could not hand everything back while stopping; the broker frees the rest by itself: {}",
          name,
          e.getMessage());
    } finally {
      close();
    }
  }

  /** Lets go of everything without handing anything back; never throws. */
  void close() {
    connected = false;
    receiver.close();
    deduplication.close();
  }

  private void drainOutcomes() {
    outcomes.drain(this::acknowledged, this::dropped);
  }

  private void acknowledged(Delivery delivery) {
    settlements.acknowledged(delivery);
    deduplication.succeeded(delivery);
  }

  private void dropped(Delivery delivery) {
    settlements.dropped(delivery);
    deduplication.failed(delivery);
  }

  /** What is in Kafka is remembered first: a crash in between leaves a redelivery to be skipped. */
  private void settle() throws BrokerException {
    deduplication.remember();
    settlements.flush();
  }

  private void handBack() throws BrokerException {
    List<Delivery> open = inFlight.newestFirst();
    open.removeIf(delivery -> delivery.epoch() != receiver.epoch());
    if (!open.isEmpty()) {
      LOG.info("Task {} hands back {} unsettled messages", name, open.size());
      settlements.release(open);
    }
  }

  private boolean connect() throws BrokerException {
    if (retryAt - ticker.getAsLong() > 0) {
      return false;
    }
    receiver.open();
    connected = true;
    suspended = false;
    if (backoff.failures() > 0) {
      LOG.info("Task {} is connected again after {} attempts", name, backoff.failures());
    } else {
      LOG.info("Task {} is connected", name);
    }
    backoff.reset();
    dropOldEpoch();
    return true;
  }

  /** What belongs to a session that is over cannot be settled; the broker delivers it again. */
  private void dropOldEpoch() {
    List<Delivery> stale = inFlight.select(delivery -> delivery.epoch() != receiver.epoch());
    if (stale.isEmpty()) {
      return;
    }
    settlements.clear();
    stale.forEach(inFlight::close);
    deduplication.dropClosed();
    LOG.info(
        "Task {} gives up {} messages of the lost session; the broker delivers them again",
        name,
        stale.size());
  }

  private void disconnect(BrokerException cause) {
    if (connected) {
      metrics.connectionsLost.increment();
    }
    receiver.close();
    connected = false;
    if (!cause.isRetriable()) {
      handOver.fail(
          new ConnectException("Task " + name + " cannot go on: " + cause.getMessage(), cause));
      return;
    }
    if (backoff.failures() == 0) {
      LOG.warn("Task {} lost its broker and tries again: {}", name, cause.getMessage());
    } else {
      LOG.debug("Task {} still cannot reach its broker: {}", name, cause.getMessage());
    }
    retryAt = ticker.getAsLong() + backoff.next().toNanos();
  }

  /** How many messages may be received now. */
  private int room() {
    if (!mayReceive()) {
      return 0;
    }
    return Math.min(inFlight.freeMessages(), readAhead - handOver.size());
  }

  private boolean mayReceive() {
    return !handOver.hasFailed()
        && demand.exists()
        && inFlight.freeBytes() > 0
        && !deduplication.isUndecided();
  }

  private void receive(int room) throws BrokerException, InterruptedException {
    suspended = false;
    long requestedAt = ticker.getAsLong();
    // Something may have come in since it was drained; then this is only a look.
    Duration wait = outcomes.areWorthwhile() ? Duration.ZERO : untilDue();
    intake.take(receiver.receive(room, inFlight.freeBytes(), wait), requestedAt);
  }

  private void suspendIfIdle() throws BrokerException {
    if (mayReceive()) {
      return;
    }
    if (!suspended) {
      lateSince = ticker.getAsLong();
      receiver.suspend();
      suspended = true;
    }
    long looked = ticker.getAsLong();
    intake.take(receiver.late(), lateSince);
    lateSince = looked;
  }

  private Duration untilDue() {
    return bounded(
        Math.min(
            deduplication.nanosToDue(), Math.min(settlements.nanosToDue(), renewal.nanosToDue())));
  }

  private static Duration bounded(long nanos) {
    return Duration.ofNanos(Math.max(0, Math.min(nanos, MAX_WAIT.toNanos())));
  }
}
