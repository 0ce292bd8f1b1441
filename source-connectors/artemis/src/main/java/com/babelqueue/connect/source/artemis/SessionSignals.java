package com.babelqueue.connect.source.artemis;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.artemis.ArtemisFailures;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.qpid.jms.JmsConnectionListener;
import org.apache.qpid.jms.JmsMessageAvailableListener;
import org.apache.qpid.jms.message.JmsInboundMessageDispatch;

/**
 * What the client's threads and others have to say to the engine's thread: a message is there, the
 * session is over, or stop waiting. No JMS call is made here.
 *
 * <p>A connection that a failover address mends by itself counts as over all the same: what was
 * delivered before cannot be settled any more. Thread-safe.
 */
final class SessionSignals implements JmsConnectionListener, JmsMessageAvailableListener {
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

  private void end(Throwable why) {
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

  @Override
  public void onConnectionFailure(Throwable error) {
    end(error);
  }

  @Override
  public void onConnectionInterrupted(URI remoteUri) {
    end(new JMSException("the connection was interrupted"));
  }

  @Override
  public void onSessionClosed(Session session, Throwable why) {
    end(why);
  }

  @Override
  public void onConsumerClosed(MessageConsumer consumer, Throwable why) {
    end(why);
  }

  @Override
  public void onConnectionEstablished(URI remoteUri) {}

  @Override
  public void onConnectionRestored(URI remoteUri) {}

  @Override
  public void onInboundMessage(JmsInboundMessageDispatch envelope) {}

  @Override
  public void onProducerClosed(MessageProducer producer, Throwable why) {}
}
