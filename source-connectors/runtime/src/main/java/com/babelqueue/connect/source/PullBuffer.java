package com.babelqueue.connect.source;

import com.babelqueue.connect.broker.BrokerException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What pull threads may still ask the broker for, and what they have brought: the one place where
 * they and the engine's thread meet. Any thread.
 */
final class PullBuffer {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /** What was pulled and not yet returned; guarded by {@link #lock}, like all that follows. */
  private final Deque<Delivery> buffer = new ArrayDeque<>();

  /** Messages that pull threads may still ask for. */
  private int allowance;

  /** Messages asked for by pulls under way. */
  private int outstanding;

  /** Pull threads that wait for allowance, in the order of their coming. */
  private final Deque<Thread> line = new ArrayDeque<>();

  /** Whether unused allowance is void. */
  private boolean suspended;

  /** Whether somebody wants a blocked take to return. */
  private boolean woken;

  /** The first failure of a pull thread in this session. */
  private Throwable failure;

  /** Counts sessions, so that a thread that overstayed cannot touch the next one. */
  private long session;

  /** Begins a session without allowance; threads of the one before are turned away. */
  long begin() {
    lock.lock();
    try {
      buffer.clear();
      allowance = 0;
      outstanding = 0;
      failure = null;
      changed.signalAll();
      return ++session;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Grants {@code max} messages, what is buffered and asked for included, and takes what is there.
   */
  List<Delivery> take(int max, Duration wait) throws BrokerException, InterruptedException {
    long nanos = wait.toNanos();
    lock.lock();
    try {
      suspended = false;
      allowance = Math.max(0, max - buffer.size() - outstanding);
      changed.signalAll();
      while (buffer.isEmpty() && failure == null && !woken && nanos > 0) {
        nanos = changed.awaitNanos(nanos);
      }
      woken = false;
      return takeBuffered(max);
    } finally {
      lock.unlock();
    }
  }

  /** Takes what is there without granting more. */
  List<Delivery> takeLate() throws BrokerException {
    lock.lock();
    try {
      return takeBuffered(Integer.MAX_VALUE);
    } finally {
      lock.unlock();
    }
  }

  /** Takes the allowance away and waits for the pulls under way. */
  List<Delivery> drain(Duration wait) throws BrokerException, InterruptedException {
    long nanos = wait.toNanos();
    lock.lock();
    try {
      suspend();
      while (outstanding > 0 && failure == null && nanos > 0) {
        nanos = changed.awaitNanos(nanos);
      }
      return takeBuffered(Integer.MAX_VALUE);
    } finally {
      lock.unlock();
    }
  }

  /** Takes the allowance away; the next {@link #take} grants again. */
  void suspend() {
    lock.lock();
    try {
      suspended = true;
      allowance = 0;
    } finally {
      lock.unlock();
    }
  }

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
   * Waits for allowance, in turn: a queue that asked in vain lines up behind the others, or it
   * could keep a single slot from them for ever. Pull thread.
   *
   * @param batch the most that one pull asks for
   * @return what to ask for; zero when the session is over
   */
  int grant(long mine, int batch) throws InterruptedException {
    lock.lock();
    try {
      Thread own = Thread.currentThread();
      line.addLast(own);
      try {
        while (session == mine && (allowance == 0 || line.peekFirst() != own)) {
          changed.await(1, TimeUnit.SECONDS);
        }
        if (session != mine) {
          return 0;
        }
        // A fair share, or an idle queue would hold all of it for as long as its poll takes.
        int granted = Math.min(Math.max(1, allowance / line.size()), batch);
        allowance -= granted;
        outstanding += granted;
        return granted;
      } finally {
        line.remove(own);
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Brings what a pull returned. Pull thread. */
  void bring(long mine, int granted, List<Delivery> got) {
    lock.lock();
    try {
      if (session != mine) {
        return;
      }
      outstanding -= granted;
      if (!suspended) {
        allowance += granted - got.size();
      }
      buffer.addAll(got);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Reports the end of a pull thread by failure. Pull thread. */
  void fail(long mine, Throwable cause) {
    lock.lock();
    try {
      if (session == mine && failure == null) {
        failure = cause;
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Pull threads that wait for allowance now; for tests, which must know that all are there. */
  int waiting() {
    lock.lock();
    try {
      return line.size();
    } finally {
      lock.unlock();
    }
  }

  /** A failure comes out once what was pulled before it is taken. Caller holds the lock. */
  private List<Delivery> takeBuffered(int max) throws BrokerException {
    if (buffer.isEmpty()) {
      if (failure instanceof BrokerException broker) {
        throw broker;
      }
      if (failure instanceof RuntimeException runtime) {
        throw runtime;
      }
      if (failure instanceof Error error) {
        throw error;
      }
    }
    int count = Math.min(max, buffer.size());
    List<Delivery> taken = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      taken.add(buffer.removeFirst());
    }
    return taken;
  }
}
