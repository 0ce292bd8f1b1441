package com.babelqueue.connect.source;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.source.Receiver.Unsettled;
import java.util.List;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Extends the locks of deliveries until they are settled, however long Kafka takes and also while
 * the connector is paused. Owned by the engine's thread.
 */
final class LockRenewal {
  private static final Logger LOG = LoggerFactory.getLogger(LockRenewal.class);

  /**
   * A lock is extended when half of it is over, so that one failed attempt leaves time for more.
   */
  private static final int RENEW_AT_FRACTION = 2;

  /** Locks that end soon anyway are extended in the same call. */
  private static final int BATCH_FRACTION = 6;

  private final Receiver receiver;
  private final InFlight inFlight;
  private final SourceMetrics metrics;
  private final LongSupplier ticker;

  /** Ticker value of the earliest renewal; meaningless while nothing is in flight. */
  private long next;

  LockRenewal(Receiver receiver, InFlight inFlight, SourceMetrics metrics, LongSupplier ticker) {
    this.receiver = receiver;
    this.inFlight = inFlight;
    this.metrics = metrics;
    this.ticker = ticker;
  }

  /**
   * Starts the clock of a new delivery, before it joins those in flight.
   *
   * @param requestedAt ticker value before the broker was asked, since the lock may run since then
   */
  void track(Delivery delivery, long requestedAt) {
    long lock = receiver.lockDuration().toNanos();
    if (lock > 0) {
      delivery.renewAt(requestedAt + lock / RENEW_AT_FRACTION);
      if (inFlight.isEmpty() || delivery.renewAt() - next < 0) {
        next = delivery.renewAt();
      }
    }
  }

  /** Nanoseconds until the next renewal; {@link Long#MAX_VALUE} when there is none. */
  long nanosToDue() {
    return idle() ? Long.MAX_VALUE : Math.max(0, next - ticker.getAsLong());
  }

  /** Extends what is due. */
  void run() throws BrokerException {
    long now = ticker.getAsLong();
    if (idle() || next - now > 0) {
      return;
    }
    long lock = receiver.lockDuration().toNanos();
    long horizon = now + lock / BATCH_FRACTION;
    List<Delivery> due =
        inFlight.select(
            delivery -> delivery.epoch() == receiver.epoch() && delivery.renewAt() - horizon <= 0);
    long renewAt = now + lock / RENEW_AT_FRACTION;
    due.forEach(delivery -> delivery.renewAt(renewAt));
    next = renewAt;
    inFlight.select(delivery -> delivery.renewAt() - next < 0).stream()
        .mapToLong(Delivery::renewAt)
        .forEach(at -> next = at - next < 0 ? at : next);
    if (due.isEmpty()) {
      return;
    }
    List<Unsettled> lost = receiver.renew(due);
    metrics.locksRenewed.add(due.size() - (long) lost.size());
    if (!lost.isEmpty()) {
      metrics.locksLost.add(lost.size());
      LOG.warn(
          "{} of {} locks could not be extended, the broker may deliver those messages again, first {}: {}",
          lost.size(),
          due.size(),
          lost.get(0).delivery(),
          lost.get(0).reason());
    }
  }

  private boolean idle() {
    return inFlight.isEmpty() || receiver.lockDuration().isZero();
  }
}
