package com.babelqueue.connect.source.servicebus;

import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Where the SDK's threads leave messages and the engine's thread finds them, with the count of
 * those that were asked for and have not come. Safe for any thread.
 */
final class Arrivals {
  private final LongSupplier ticker;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /** Guarded by {@link #lock}. */
  private final Deque<Arrival> buffer = new ArrayDeque<>();

  /** Messages asked for that have not come, by stream; guarded by {@link #lock}. */
  private final Map<MessageStream, Integer> asked = new HashMap<>();

  /** The sum of them; guarded by {@link #lock}. */
  private int outstanding;

  /** Ticker value of the last arrival; guarded by {@link #lock}. */
  private long lastArrival;

  /** Whether a waiting engine has something else to look at; guarded by {@link #lock}. */
  private boolean signalled;

  /** Whether somebody wants a waiting engine back; guarded by {@link #lock}. */
  private boolean woken;

  Arrivals(LongSupplier ticker) {
    this.ticker = ticker;
    this.lastArrival = ticker.getAsLong();
  }

  /** How many more may be asked for when so many may be there in all. */
  int room(int most) {
    lock.lock();
    try {
      return Math.max(0, most - buffer.size() - outstanding);
    } finally {
      lock.unlock();
    }
  }

  void asked(MessageStream stream, int count) {
    lock.lock();
    try {
      asked.merge(stream, count, Integer::sum);
      outstanding += count;
    } finally {
      lock.unlock();
    }
  }

  /** How many messages a stream was asked for that have not come. */
  int outstanding(MessageStream stream) {
    lock.lock();
    try {
      return asked.getOrDefault(stream, 0);
    } finally {
      lock.unlock();
    }
  }

  /** An SDK thread brings a message. */
  void add(MessageStream stream, ServiceBusReceivedMessage message) {
    lock.lock();
    try {
      // One that comes when its stream has ended was given up already.
      if (asked.getOrDefault(stream, 0) > 0) {
        asked.merge(stream, -1, Integer::sum);
        outstanding--;
      }
      lastArrival = ticker.getAsLong();
      buffer.add(new Arrival(stream, message, lastArrival));
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** What a stream was asked for will not come. */
  void ended(MessageStream stream) {
    lock.lock();
    try {
      Integer given = asked.remove(stream);
      outstanding -= given == null ? 0 : given;
      signalled = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** A stream has begun, or a session was accepted. */
  void signal() {
    lock.lock();
    try {
      signalled = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  void wake() {
    lock.lock();
    try {
      woken = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits for a message, a signal or a wake-up.
   *
   * @return whether the caller should go on waiting, because only a signal came
   */
  boolean await(long nanos) throws InterruptedException {
    lock.lock();
    try {
      long left = nanos;
      while (buffer.isEmpty() && !signalled && !woken && left > 0) {
        left = changed.awaitNanos(left);
      }
      boolean onlySignalled = signalled && buffer.isEmpty() && !woken;
      signalled = false;
      woken = false;
      return onlySignalled;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until everything that was asked for has come, or nothing has for a while.
   *
   * @param quiet how long nothing must come, in ns
   * @param nanos how long to wait at the most
   */
  void awaitQuiet(long quiet, long nanos) throws InterruptedException {
    long start = ticker.getAsLong();
    lock.lock();
    try {
      while (outstanding > 0) {
        long now = ticker.getAsLong();
        long calm = Math.min(quiet - (now - lastArrival), nanos - (now - start));
        if (calm <= 0) {
          return;
        }
        changed.awaitNanos(calm);
      }
    } finally {
      lock.unlock();
    }
  }

  List<Arrival> take(int most) {
    lock.lock();
    try {
      List<Arrival> taken = new ArrayList<>(Math.min(most, buffer.size()));
      while (taken.size() < most && !buffer.isEmpty()) {
        taken.add(buffer.removeFirst());
      }
      return taken;
    } finally {
      lock.unlock();
    }
  }

  /** Whether messages of a stream wait to be taken. */
  boolean holds(MessageStream stream) {
    lock.lock();
    try {
      return buffer.stream().anyMatch(arrival -> arrival.stream() == stream);
    } finally {
      lock.unlock();
    }
  }

  /** Forgets messages of a stream whose locks are gone. */
  void drop(MessageStream stream) {
    lock.lock();
    try {
      buffer.removeIf(arrival -> arrival.stream() == stream);
    } finally {
      lock.unlock();
    }
  }

  /**
   * A message that came.
   *
   * @param at ticker value
   */
  record Arrival(MessageStream stream, ServiceBusReceivedMessage message, long at) {}
}
