package com.babelqueue.connect.sink;

import com.babelqueue.connect.broker.Backoff;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Says when something that fails may be tried again. Owned by the task's thread. */
final class AttemptPace {
  private final Backoff backoff;
  private final LongSupplier ticker;

  /** Ticker value of the next attempt; meaningless unless the last one failed. */
  private long dueAt;

  AttemptPace(Backoff backoff, LongSupplier ticker) {
    this.backoff = backoff;
    this.ticker = ticker;
  }

  boolean isDue() {
    return untilDue().isZero();
  }

  /** How long to wait before the next attempt; zero when it may be made. */
  Duration untilDue() {
    return backoff.failures() == 0
        ? Duration.ZERO
        : Duration.ofNanos(Math.max(0, dueAt - ticker.getAsLong()));
  }

  /** An attempt failed; whether it is the first one since all was well. */
  boolean failed() {
    boolean first = backoff.failures() == 0;
    dueAt = ticker.getAsLong() + backoff.next().toNanos();
    return first;
  }

  /** An attempt succeeded; how many failed before it. */
  int succeeded() {
    int failures = backoff.failures();
    backoff.reset();
    return failures;
  }
}
