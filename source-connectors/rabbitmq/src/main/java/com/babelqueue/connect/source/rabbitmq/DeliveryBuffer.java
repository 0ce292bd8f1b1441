package com.babelqueue.connect.source.rabbitmq;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.source.Delivery;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What the broker has pushed on one channel and nobody has taken: the hand-over from the client's
 * threads to the engine's, in both directions free of the client's own locks. It is bounded by the
 * prefetch of the consumers that fill it.
 *
 * <p>Thread-safe.
 */
final class DeliveryBuffer {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /** Guarded by {@link #lock}. */
  private final Deque<Sized> pushed = new ArrayDeque<>();

  /** Of all in {@link #pushed}; guarded by {@link #lock}. */
  private long bytes;

  /** Whether the next wait is to end at once; guarded by {@link #lock}. */
  private boolean woken;

  /** Why the channel cannot be used any more; guarded by {@link #lock}. */
  private BrokerException failure;

  /** Adds a delivery behind the others. Client's thread. */
  void add(Delivery delivery, int size) {
    lock.lock();
    try {
      pushed.addLast(new Sized(delivery, size));
      bytes += size;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Ends the channel's use; the first cause counts. Client's thread. */
  void fail(BrokerException cause) {
    lock.lock();
    try {
      if (failure == null) {
        failure = cause;
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Ends the present or the next wait. Any thread. */
  void wakeup() {
    lock.lock();
    try {
      woken = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Throws what ended the channel, if something did. What was pushed before is void then: its tags
   * died with the channel.
   */
  void check() throws BrokerException {
    lock.lock();
    try {
      throwFailure();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until there is a delivery, a wake-up, a failure, or the time is up. */
  void await(Duration wait) throws BrokerException, InterruptedException {
    long nanos = wait.toNanos();
    lock.lock();
    try {
      while (pushed.isEmpty() && failure == null && !woken && nanos > 0) {
        nanos = changed.awaitNanos(nanos);
      }
      woken = false;
      throwFailure();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes deliveries, oldest first.
   *
   * @param maxMessages the most to take
   * @param maxBytes ends the taking once reached; at least one delivery is taken
   */
  List<Sized> take(int maxMessages, long maxBytes) {
    List<Sized> taken = new ArrayList<>();
    lock.lock();
    try {
      long left = maxBytes;
      while (!pushed.isEmpty() && taken.size() < maxMessages && left > 0) {
        Sized next = pushed.removeFirst();
        bytes -= next.size();
        left -= next.size();
        taken.add(next);
      }
    } finally {
      lock.unlock();
    }
    return taken;
  }

  /** How many wait. */
  int size() {
    lock.lock();
    try {
      return pushed.size();
    } finally {
      lock.unlock();
    }
  }

  /** The bytes of those that wait. */
  long bytes() {
    lock.lock();
    try {
      return bytes;
    } finally {
      lock.unlock();
    }
  }

  /** Caller holds the lock. */
  private void throwFailure() throws BrokerException {
    if (failure != null) {
      throw failure;
    }
  }

  /**
   * A delivery and the bytes it holds in memory.
   *
   * @param delivery what was pushed
   * @param size body, headers and metadata, roughly
   */
  record Sized(Delivery delivery, int size) {}
}
