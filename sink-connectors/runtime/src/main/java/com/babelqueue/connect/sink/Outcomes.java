package com.babelqueue.connect.sink;

import com.babelqueue.connect.broker.BrokerException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Carries what became of sends, and of writes to Kafka, from any thread to the task's thread, the
 * only one that acts on it. Any thread may add; the task's thread applies.
 */
class Outcomes {
  private final BlockingQueue<Outcome> reported = new LinkedBlockingQueue<>();

  /** Adds an outcome; never blocks. */
  final void add(Outcome outcome) {
    reported.add(outcome);
  }

  /**
   * Applies all that has been reported.
   *
   * @throws BrokerException when one of them says that the connection is lost; the rest stays for
   *     the next call
   */
  final void applyAll() throws BrokerException {
    for (Outcome next = reported.poll(); next != null; next = reported.poll()) {
      next.apply();
    }
  }

  /**
   * Waits for an outcome and applies all there are.
   *
   * @param wait the longest wait
   * @return false when the time was up, or the thread was interrupted, before anything came
   */
  final boolean await(Duration wait) throws BrokerException {
    Outcome first;
    try {
      first = poll(wait);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
    if (first == null) {
      return false;
    }
    first.apply();
    applyAll();
    return true;
  }

  /** The next outcome; null when none comes in time. A test lets its own time pass here. */
  Outcome poll(Duration wait) throws InterruptedException {
    return reported.poll(wait.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** What one report changes. */
  @FunctionalInterface
  interface Outcome {
    /**
     * Runs on the task's thread.
     *
     * @throws BrokerException when the connection is lost
     */
    void apply() throws BrokerException;
  }
}
