package com.babelqueue.connect.benchmark.bridge;

import java.time.Duration;

/**
 * What moving one batch of messages took. Immutable.
 *
 * @param nanos from the beginning until the other side had all and this side had forgotten all
 * @param cpu the processor time of the JVM that moved them, in the same span
 * @param firstNanos from the beginning until the first was seen to arrive; 0 when some had before
 */
record Move(long nanos, Duration cpu, long firstNanos) {
  /** What it would have taken at the same pace, had not so many been moved but all. */
  Move extended(long moved, long all) {
    double factor = (double) all / Math.max(1, moved);
    return new Move(
        Math.round(nanos * factor),
        Duration.ofNanos(Math.round(cpu.toNanos() * factor)),
        firstNanos);
  }

  /**
   * The same without the time before the first arrived; it weighs the more the fewer messages there
   * are.
   */
  Move sinceFirst() {
    return new Move(nanos - firstNanos, cpu, 0);
  }
}
