package com.babelqueue.connect.source;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Knows whether somebody polls: while a connector is paused Connect simply stops calling {@code
 * poll}, and then nothing new may be received (DESIGN section 3, fact 8).
 *
 * <p>Demand lasts as long as a poll is under way and a short lease longer, which bridges the time
 * that Connect takes to send one batch before it polls for the next.
 */
final class Demand {
  /** Long enough to send a batch, short enough that a pause is felt at once. */
  static final Duration LEASE = Duration.ofSeconds(1);

  private final LongSupplier ticker;

  /** Written by the task's thread, read by the engine's. */
  private volatile boolean polling;

  /** Ticker value; written by the task's thread, read by the engine's. */
  private volatile long leaseEnds;

  Demand(LongSupplier ticker) {
    this.ticker = ticker;
    this.leaseEnds = ticker.getAsLong();
  }

  /** Task's thread. */
  void pollBegins() {
    polling = true;
  }

  /** Task's thread. */
  void pollEnds() {
    leaseEnds = ticker.getAsLong() + LEASE.toNanos();
    polling = false;
  }

  /** Engine's thread. */
  boolean exists() {
    return polling || leaseEnds - ticker.getAsLong() > 0;
  }
}
