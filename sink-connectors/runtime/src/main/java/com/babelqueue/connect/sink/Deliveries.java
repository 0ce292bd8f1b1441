package com.babelqueue.connect.sink;

import com.babelqueue.connect.broker.BrokerException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * The life of a message from taking in to its end: passed over as a duplicate, waiting in its lane,
 * under way, confirmed or put aside as faulty. Owned by the task's thread, on which outcomes are
 * applied too ({@link Outcomes}).
 */
final class Deliveries {
  private final Duplicates duplicates;
  private final Lanes lanes;
  private final InFlight inFlight;
  private final FaultyRecords faulty;
  private final Outcomes outcomes;
  private final SinkMetrics metrics;
  private final LongSupplier ticker;
  private long sequence;

  Deliveries(
      Duplicates duplicates,
      Lanes lanes,
      InFlight inFlight,
      FaultyRecords faulty,
      Outcomes outcomes,
      SinkMetrics metrics,
      LongSupplier ticker) {
    this.duplicates = duplicates;
    this.lanes = lanes;
    this.inFlight = inFlight;
    this.faulty = faulty;
    this.outcomes = outcomes;
    this.metrics = metrics;
    this.ticker = ticker;
  }

  /** Takes in a message to send, unless it is a duplicate. */
  void add(
      SinkRecord record, RecordOrigin origin, OffsetLedger.Entry entry, OutboundMessage message) {
    admit(new Pending(record, origin, entry, message, sequence++));
  }

  private void admit(Pending pending) {
    if (duplicates.admit(pending)) {
      lanes.add(pending);
    }
  }

  /** What may be sent now, in order; the caller hands it to the sender. */
  List<Send> next() {
    long now = ticker.getAsLong();
    List<Send> sends = new ArrayList<>();
    lanes.take(
        now,
        head -> inFlight.hasRoomFor(head.size),
        pending -> {
          Attempt attempt = new Attempt(pending, now, this, outcomes);
          inFlight.add(attempt);
          sends.add(attempt);
        });
    return sends;
  }

  /** Whether something waits for room only. */
  boolean waitForRoom() {
    return lanes.hasSendable(ticker.getAsLong());
  }

  /** Whether attempts are under way. */
  boolean areUnderWay() {
    return !inFlight.isEmpty();
  }

  int waitingMessages() {
    return lanes.messages() + duplicates.waitingMessages();
  }

  long waitingBytes() {
    return lanes.bytes() + duplicates.waitingBytes();
  }

  /**
   * Looks for a confirmation that is overdue.
   *
   * @throws BrokerException when there is one: the connection counts as lost
   */
  void checkOverdue() throws BrokerException {
    Attempt overdue = inFlight.overdue(ticker.getAsLong());
    if (overdue != null) {
      throw BrokerException.outage(
          "no confirmation within "
              + SinkConfig.SEND_TIMEOUT
              + " for the record at "
              + overdue.pending.origin,
          null);
    }
  }

  /** Puts back what the lost connection left unconfirmed; how many messages that is. */
  int connectionLost() {
    List<Pending> unconfirmed = new ArrayList<>();
    for (Attempt attempt : inFlight.removeAll()) {
      if (!attempt.pending.settled) {
        unconfirmed.add(attempt.pending);
      }
    }
    lanes.connectionLost(unconfirmed);
    return unconfirmed.size();
  }

  /** Drops the messages of partitions that are another task's now. */
  void forget(Collection<TopicPartition> closed) {
    duplicates.forget(closed);
    List<Pending> forgotten = lanes.select(waiting -> closed.contains(waiting.origin.partition()));
    forgotten.forEach(lanes::remove);
    for (Attempt attempt : inFlight.all()) {
      Pending pending = attempt.pending;
      if (!pending.settled && closed.contains(pending.origin.partition())) {
        forgotten.add(pending);
      }
    }
    for (Pending pending : forgotten) {
      pending.settled = true;
      giveUp(pending);
    }
  }

  /** Another message of its id, if there is one, is to be sent in its place. */
  private void giveUp(Pending pending) {
    Pending next = duplicates.failed(pending);
    if (next != null) {
      lanes.add(next);
    }
  }

  /** The broker holds the message; an earlier connection's word counts as much as this one's. */
  void sent(Attempt attempt) {
    Pending pending = attempt.pending;
    boolean current = inFlight.remove(attempt);
    if (!pending.settled) {
      pending.settled = true;
      pending.entry.done();
      metrics.sent.increment();
      lanes.remove(pending);
      duplicates.succeeded(pending).forEach(this::admit);
    }
    if (current) {
      lanes.cameBack(pending);
    }
  }

  void retry(Attempt attempt, String reason) {
    if (cameBackUnsettled(attempt)) {
      metrics.retried.increment();
      lanes.failed(attempt.pending, ticker.getAsLong(), reason);
    }
  }

  /** Without retry tiers a refused delivery is made again like any other. */
  void refused(Attempt attempt, Fault fault) {
    if (!cameBackUnsettled(attempt)) {
      return;
    }
    metrics.refused.increment();
    Pending pending = attempt.pending;
    if (faulty.haveRetryTopics()) {
      faulty.addRefused(putAside(pending, fault), pending.entry);
    } else {
      lanes.failed(pending, ticker.getAsLong(), fault.toString());
    }
  }

  void rejected(Attempt attempt, Fault fault) {
    if (cameBackUnsettled(attempt)) {
      Pending pending = attempt.pending;
      faulty.add(putAside(pending, fault), pending.entry);
    }
  }

  /** The message leaves its lane, which others may use again. */
  private FaultyRecord putAside(Pending pending, Fault fault) {
    pending.settled = true;
    lanes.cameBack(pending);
    giveUp(pending);
    OutboundMessage message = pending.message;
    return new FaultyRecord(
        pending.record, pending.origin, message.envelope(), message.attempts(), fault);
  }

  /**
   * Whether a failure matters: one of an earlier connection does not, nor one of a message that is
   * settled.
   */
  private boolean cameBackUnsettled(Attempt attempt) {
    if (!inFlight.remove(attempt)) {
      return false;
    }
    if (attempt.pending.settled) {
      lanes.cameBack(attempt.pending);
      return false;
    }
    return true;
  }
}
