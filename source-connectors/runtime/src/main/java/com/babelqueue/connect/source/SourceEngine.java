package com.babelqueue.connect.source;

import com.babelqueue.connect.broker.Backoff;
import com.babelqueue.connect.broker.BrokerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
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
  private final RecordMapper mapper;
  private final HandOver handOver;
  private final Outcomes outcomes;
  private final Demand demand;
  private final InFlight inFlight;
  private final Settlements settlements;
  private final LockRenewal renewal;
  private final Backoff backoff;
  private final SourceMetrics metrics;
  private final LongSupplier ticker;
  private final int readAhead;

  private boolean connected;
  private boolean failed;
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
      Backoff backoff,
      SourceMetrics metrics,
      LongSupplier ticker) {
    this.name = config.connectorName() + "-" + config.taskId();
    this.receiver = receiver;
    this.mapper = mapper;
    this.handOver = handOver;
    this.outcomes = outcomes;
    this.demand = demand;
    this.backoff = backoff;
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
    this.retryAt = ticker.getAsLong();
  }

  /**
   * Does what is due, and receives if there is demand and room.
   *
   * @return how long the caller may wait before the next step; zero when there may be more to do
   */
  Duration step() throws InterruptedException {
    if (failed && !connected) {
      outcomes.drain(delivery -> {}, delivery -> {});
      return MAX_WAIT;
    }
    try {
      if (!connected && !connect()) {
        return bounded(retryAt - ticker.getAsLong());
      }
      outcomes.drain(settlements::acknowledged, settlements::dropped);
      renewal.run();
      int room = room();
      settlements.flushIfDue();
      outcomes.expect(settlements.nanosToDue() != Long.MAX_VALUE);
      if (room > 0) {
        receive(room);
        return Duration.ZERO;
      }
      suspendWithoutDemand();
      return untilDue();
    } catch (BrokerException e) {
      disconnect(e);
      return Duration.ZERO;
    } catch (RuntimeException e) {
      receiver.close();
      connected = false;
      fail(new ConnectException("Task " + name + " failed unexpectedly", e));
      return Duration.ZERO;
    }
  }

  /**
   * Settles what Kafka has acknowledged, hands back everything else, newest first, and disconnects.
   * Called once, instead of further steps.
   */
  void shutDown() throws InterruptedException {
    try {
      if (connected) {
        outcomes.drain(settlements::acknowledged, settlements::dropped);
        settlements.flush();
        for (Delivery late : receiver.drain(DRAIN_WAIT)) {
          metrics.received.increment();
          inFlight.add(late);
        }
        outcomes.drain(settlements::acknowledged, settlements::dropped);
        settlements.flush();
        handBack();
      }
    } catch (BrokerException e) {
      LOG.warn(
          "Task {} could not hand everything back while stopping; the broker frees the rest by itself: {}",
          name,
          e.getMessage());
    } finally {
      connected = false;
      receiver.close();
    }
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
    handOver.removeIf(delivery -> !delivery.isOpen());
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
      fail(new ConnectException("Task " + name + " cannot go on: " + cause.getMessage(), cause));
      return;
    }
    if (backoff.failures() == 0) {
      LOG.warn("Task {} lost its broker and tries again: {}", name, cause.getMessage());
    } else {
      LOG.debug("Task {} still cannot reach its broker: {}", name, cause.getMessage());
    }
    retryAt = ticker.getAsLong() + backoff.next().toNanos();
  }

  private void fail(RuntimeException cause) {
    failed = true;
    handOver.fail(cause);
  }

  /** How many messages may be received now. */
  private int room() {
    if (failed || !demand.exists() || inFlight.freeBytes() <= 0) {
      return 0;
    }
    return Math.min(inFlight.freeMessages(), readAhead - handOver.size());
  }

  private void receive(int room) throws BrokerException, InterruptedException {
    suspended = false;
    long requestedAt = ticker.getAsLong();
    // Something may have come in since it was drained; then this is only a look.
    Duration wait = outcomes.isEmpty() ? untilDue() : Duration.ZERO;
    takeIn(receiver.receive(room, inFlight.freeBytes(), wait), requestedAt);
  }

  private void takeIn(List<Delivery> received, long requestedAt) {
    if (received.isEmpty()) {
      return;
    }
    metrics.received.add(received.size());
    List<BridgeSourceRecord> records = new ArrayList<>(received.size());
    for (Delivery delivery : received) {
      renewal.track(delivery, requestedAt);
      inFlight.add(delivery);
      if (!failed) {
        dispose(delivery, records);
      }
    }
    handOver.add(records);
  }

  private void dispose(Delivery delivery, List<BridgeSourceRecord> records) {
    Disposition disposition = map(delivery);
    if (disposition instanceof Disposition.HandOn handOn) {
      records.add(handOn.record());
      if (handOn.poison() != null) {
        metrics.deadLettered.increment();
        notePoison(delivery, handOn.poison(), "goes to topic " + handOn.record().topic());
      }
    } else if (disposition instanceof Disposition.Reject reject) {
      notePoison(delivery, reject.poison(), "is rejected");
      settlements.reject(delivery, reject.poison().code());
    } else if (disposition instanceof Disposition.Hold hold) {
      metrics.held.increment();
      LOG.error(
          "Task {} keeps {} unsettled until it stops: {}", name, delivery, describe(hold.poison()));
    } else if (disposition instanceof Disposition.Fail fail) {
      handOver.add(List.copyOf(records));
      records.clear();
      fail(
          new DataException(
              "Task " + name + " stops at " + delivery + ": " + describe(fail.poison())));
    }
  }

  /** A message that trips over a fault of ours must neither be lost nor stop the others. */
  private Disposition map(Delivery delivery) {
    try {
      return mapper.map(delivery);
    } catch (RuntimeException e) {
      LOG.error("Task {} cannot make a record of {}", name, delivery, e);
      return new Disposition.Hold(
          new Poison(Poison.INTERNAL, "a fault of the connector: " + e.getClass().getSimpleName()));
    }
  }

  private void notePoison(Delivery delivery, Poison poison, String where) {
    if (poison.isGateRefusal()) {
      metrics.gateRefusals.increment();
    }
    LOG.warn("Task {}: {} {}: {}", name, delivery, where, describe(poison));
  }

  private static String describe(Poison poison) {
    return poison.code() + " (" + poison.detail() + ")";
  }

  private void suspendWithoutDemand() throws BrokerException {
    if (!failed && demand.exists() && inFlight.freeBytes() > 0) {
      return;
    }
    if (!suspended) {
      lateSince = ticker.getAsLong();
      receiver.suspend();
      suspended = true;
    }
    long looked = ticker.getAsLong();
    takeIn(receiver.late(), lateSince);
    lateSince = looked;
  }

  private Duration untilDue() {
    return bounded(Math.min(settlements.nanosToDue(), renewal.nanosToDue()));
  }

  private static Duration bounded(long nanos) {
    return Duration.ofNanos(Math.max(0, Math.min(nanos, MAX_WAIT.toNanos())));
  }
}
