package com.babelqueue.connect.harness;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits for a state that another thread or process brings about, by looking at it again and again
 * until a deadline. Callable from any thread.
 *
 * <p>A look that throws an exception counts as "not yet" (a REST port that does not answer, a topic
 * that does not exist); the last such exception becomes the cause of the failure. An {@link Error},
 * such as a failed assertion, passes at once.
 */
public final class Await {
  private static final Duration INTERVAL = Duration.ofMillis(50);

  private Await() {}

  /**
   * Returns as soon as the condition is true.
   *
   * @param what the state waited for, as it shall stand in the failure: "connector x is RUNNING"
   * @param limit how long to look at the most; the condition is looked at once at least
   * @throws HarnessException when the limit passed or the thread was interrupted; the interrupt
   *     stays set
   */
  public static void until(String what, Duration limit, Callable<Boolean> condition) {
    value(what, limit, () -> condition.call() ? Optional.of(Boolean.TRUE) : Optional.empty());
  }

  /**
   * Returns the first value that the probe finds.
   *
   * @param what the value waited for, as it shall stand in the failure
   * @param limit how long to look at the most; the probe is asked once at least
   * @throws HarnessException when the limit passed or the thread was interrupted; the interrupt
   *     stays set
   */
  public static <T> T value(String what, Duration limit, Callable<Optional<T>> probe) {
    long deadline = System.nanoTime() + limit.toNanos();
    Exception last = null;
    while (true) {
      try {
        Optional<T> found = probe.call();
        if (found.isPresent()) {
          return found.get();
        }
        last = null;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        last = e;
      } catch (Exception e) {
        last = e;
      }
      if (Thread.currentThread().isInterrupted()) {
        throw new HarnessException("interrupted while waiting for: " + what, last);
      }
      if (System.nanoTime() - deadline >= 0) {
        throw new HarnessException(
            "not within " + limit + ": " + what + (last == null ? "" : "; last seen: " + last),
            last);
      }
      LockSupport.parkNanos(INTERVAL.toNanos());
    }
  }
}
