package com.babelqueue.connect.source.artemis;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.artemis.ArtemisFailures;
import com.babelqueue.connect.broker.artemis.ConnectionLoss;
import jakarta.jms.MessageConsumer;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.qpid.jms.JmsMessageAvailableListener;

/**
 * What the client's threads and others have to say to the engine's thread: a message is there, the
 * session is over, or stop waiting. No JMS call is made here. Thread-safe.
 */
final class SessionSignals extends ConnectionLoss implements JmsMessageAvailableListener {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /** Whether a consumer may have something; guarded by {@link #lock}. */
  private boolean available;

  /** Whether somebody wants a wait to end; guarded by {@link #lock}. */
  private boolean woken;

  /** Whether the session is over; guarded by {@link #lock}. */
  private boolean over;

  /** Why it is; null where nobody said. Guarded by {@link #lock}. */
  private Throwable cause;

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
   * Throws when the session is over. Engine's thread.
   *
   * @throws BrokerException an outage
   */
  void check(ArtemisFailures failures) throws BrokerException {
    lock.lock();
    try {
      if (over) {
        throw failures.inUse("the connection was lost", cause);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Whether a wait was asked to end since the last time; forgets it. Engine's thread. */
  boolean takeWakeup() {
    lock.lock();
    try {
      boolean was = woken || over;
      woken = false;
      return was;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until something is said. Engine's thread.
   *
   * @return false when the time is up
   */
  boolean await(Duration wait) throws InterruptedException {
    long nanos = wait.toNanos();
    lock.lock();
    try {
      while (!available && !woken && !over && nanos > 0) {
        nanos = changed.awaitNanos(nanos);
      }
      boolean said = available || woken || over;
      available = false;
      woken = false;
      return said;
    } finally {
      lock.unlock();
    }
  }

  @Override
  protected void lost(Throwable why) {
    lock.lock();
    try {
      if (!over) {
        over = true;
        cause = why;
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void onMessageAvailable(MessageConsumer consumer) {
    lock.lock();
    try {
      available = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
