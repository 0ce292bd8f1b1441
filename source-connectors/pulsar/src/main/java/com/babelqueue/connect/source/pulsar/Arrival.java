package com.babelqueue.connect.source.pulsar;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Wakes the engine's thread when there may be something to do. A signal that comes while nobody
 * waits ends the next wait at once. Thread-safe.
 */
final class Arrival {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /** Guarded by {@link #lock}. */
  private boolean signalled;

  /** Any thread. */
  void signal() {
    lock.lock();
    try {
      signalled = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits for a signal, at most so long, and takes it.
   *
   * @return whether there was one
   */
  boolean await(Duration limit) throws InterruptedException {
    long nanos = limit.toNanos();
    lock.lock();
    try {
      while (!signalled && nanos > 0) {
        nanos = changed.awaitNanos(nanos);
      }
      boolean came = signalled;
      signalled = false;
      return came;
    } finally {
      lock.unlock();
    }
  }
}
