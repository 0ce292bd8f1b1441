package com.babelqueue.connect.broker;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Says when something that fails may be tried again. For one thread at a time. */
public final class AttemptPace {
  private final Backoff backoff;
  private final LongSupplier ticker;

  /** Ticker value of the next attempt; meaningless unless the last one failed. */
  private long dueAt;

  /**
   * @param backoff a new one, which counts the failures
   * @param ticker gives nanoseconds that only ever grow
   */
  public AttemptPace(Backoff backoff, LongSupplier ticker) {
    this.backoff = backoff;
    this.ticker = ticker;
  }

  /** Whether the last attempt failed. */
  public boolean hasFailed() {
    return backoff.failures() > 0;
  }

  /** Whether the next attempt may be made. */
  public boolean isDue() {
    return untilDue().isZero();
  }

  /** How long to wait before the next attempt; zero when it may be made. */
  public Duration untilDue() {
    return hasFailed() ? Duration.ofNanos(Math.max(0, dueAt - ticker.getAsLong())) : Duration.ZERO;
  }

  /** An attempt failed; whether it is the first one since all was well. */
  public boolean failed() {
    boolean first = !hasFailed();
    dueAt = ticker.getAsLong() + backoff.next().toNanos();
    return first;
  }

  /** An attempt succeeded; how many failed before it. */
  public int succeeded() {
    int failures = backoff.failures();
    backoff.reset();
    return failures;
  }
}
