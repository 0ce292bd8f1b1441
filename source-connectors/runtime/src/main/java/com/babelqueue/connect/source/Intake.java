package com.babelqueue.connect.source;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.connect.errors.DataException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes what a broker delivered into the engine's custody and decides what becomes of each message:
 * a record, a dead letter, or neither. Owned by the engine's thread.
 */
final class Intake {
  private static final Logger LOG = LoggerFactory.getLogger(Intake.class);

  /** The task's thread sends the first records while the next are being made. */
  private static final int HAND_OVER_EACH = 100;

  private final String name;
  private final RecordMapper mapper;
  private final InFlight inFlight;
  private final LockRenewal renewal;
  private final Settlements settlements;
  private final Deduplication deduplication;
  private final HandOver handOver;
  private final SourceMetrics metrics;

  Intake(
      String name,
      RecordMapper mapper,
      InFlight inFlight,
      LockRenewal renewal,
      Settlements settlements,
      Deduplication deduplication,
      HandOver handOver,
      SourceMetrics metrics) {
    this.name = name;
    this.mapper = mapper;
    this.inFlight = inFlight;
    this.renewal = renewal;
    this.settlements = settlements;
    this.deduplication = deduplication;
    this.handOver = handOver;
    this.metrics = metrics;
  }

  /**
   * Takes deliveries in their order. Once the task has failed they are only kept, to be handed
   * back.
   *
   * @param requestedAt ticker value before the broker was asked
   */
  void take(List<Delivery> received, long requestedAt) {
    if (received.isEmpty()) {
      return;
    }
    metrics.received.add(received.size());
    List<BridgeSourceRecord> records = new ArrayList<>(received.size());
    for (Delivery delivery : received) {
      renewal.track(delivery, requestedAt);
      inFlight.add(delivery);
      if (!handOver.hasFailed()) {
        dispose(delivery, records);
        if (records.size() == HAND_OVER_EACH && !deduplication.looksUp()) {
          deduplication.offer(records);
          records.clear();
        }
      }
    }
    deduplication.offer(records);
  }

  /** Takes a delivery that came too late to be anything but handed back. */
  void takeLate(Delivery delivery) {
    metrics.received.increment();
    inFlight.add(delivery);
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
      deduplication.offer(List.copyOf(records));
      records.clear();
      handOver.fail(
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
}
