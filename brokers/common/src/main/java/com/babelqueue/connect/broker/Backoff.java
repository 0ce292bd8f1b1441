package com.babelqueue.connect.broker;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * Says how long to wait before the next attempt to reach a broker: exponential, capped, with jitter
 * so that a fleet of tasks does not return in step.
 *
 * <p>The delay of attempt n is drawn from the upper half of {@code initial * 2^n}, at most {@code
 * max}. Used by one thread at a time; not thread-safe.
 */
public final class Backoff {
  /** Past this the doubled value overflows; the cap has long been reached. */
  private static final int MAX_DOUBLINGS = 30;

  private final long initialMillis;
  private final long maxMillis;
  private final DoubleSupplier random;
  private int attempt;

  /**
   * @param initial the first delay, at least 1 ms
   * @param max the longest delay, at least {@code initial}
   * @param random yields values in [0, 1); injected so that a test can hold it still
   */
  public Backoff(Duration initial, Duration max, DoubleSupplier random) {
    if (initial.toMillis() < 1 || max.compareTo(initial) < 0) {
      throw new IllegalArgumentException("backoff needs 1 ms <= initial <= max");
    }
    this.initialMillis = initial.toMillis();
    this.maxMillis = max.toMillis();
    this.random = random;
  }

  /** The delay before the next attempt; each call counts as one more failure. */
  public Duration next() {
    long ceiling = Math.min(maxMillis, initialMillis << Math.min(attempt, MAX_DOUBLINGS));
    if (ceiling <= 0) {
      ceiling = maxMillis;
    }
    attempt++;
    long half = ceiling / 2;
    return Duration.ofMillis(ceiling - (long) (half * random.getAsDouble()));
  }

  /** How many failures there have been since the last {@link #reset()}. */
  public int failures() {
    return attempt;
  }

  /** Forgets past failures; called after a success. */
  public void reset() {
    attempt = 0;
  }
}
