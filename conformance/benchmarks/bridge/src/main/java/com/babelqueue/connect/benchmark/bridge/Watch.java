package com.babelqueue.connect.benchmark.bridge;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Looks again and again until something is so; stateless. */
final class Watch {
  /** The longest that a million messages may take. */
  static final Duration LIMIT = Duration.ofMinutes(20);

  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private Watch() {}

  static void until(String what, Condition condition) throws Exception {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!condition.holds()) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException("not within " + LIMIT + ": " + what);
      }
      LockSupport.parkNanos(LOOK_NANOS);
      if (Thread.interrupted()) {
        throw new InterruptedException(what);
      }
    }
  }

  /** What is looked at. */
  @FunctionalInterface
  interface Condition {
    boolean holds() throws Exception;
  }
}
