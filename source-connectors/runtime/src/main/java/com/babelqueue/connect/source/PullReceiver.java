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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adapts a thread-safe client that blocks in its receive call (long polling) to {@link Receiver}:
 * one thread per queue pulls, so that waiting for messages never delays a settlement, and pulling
 * the next batch overlaps with settling the last.
 *
 * <p>A pull is made only against an allowance that {@link #receive} grants from the engine's free
 * slots, so the bound on deliveries in flight holds for the pull threads too. {@link #suspend()}
 * takes the allowance away; a pull that is under way then still ends in the buffer.
 *
 * <p>Subclasses implement {@link #connect}, {@link #pull}, {@link #pullBatch} and {@link
 * #disconnect}; {@code pull} runs on the queue's own thread, everything else on the engine's.
 */
public abstract class PullReceiver implements Receiver {
  private static final Logger LOG = LoggerFactory.getLogger(PullReceiver.class);

  /** Longer than a pull may block; a thread that overstays is left to end by itself. */
  private static final long JOIN_MILLIS = 2_000;

  private final List<String> queues;
  private final String threadName;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /** What was pulled and not yet returned; guarded by {@link #lock}. */
  private final Deque<Delivery> buffer = new ArrayDeque<>();

  /** Messages that pull threads may still ask for; guarded by {@link #lock}. */
  private int allowance;

  /** Messages asked for by pulls under way; guarded by {@link #lock}. */
  private int outstanding;

  /** Whether unused allowance is void; guarded by {@link #lock}. */
  private boolean suspended;

  /** Whether somebody wants a blocked receive to return; guarded by {@link #lock}. */
  private boolean woken;

  /** The first failure of a pull thread; guarded by {@link #lock}. */
  private Throwable failure;

  /** Counts opens, so that a thread that overstayed cannot touch the next session; guarded too. */
  private long session;

  /** Owned by the engine's thread. */
  private final List<Thread> threads = new ArrayList<>();

  /**
   * @param queues the queues to pull from, one thread each
   * @param threadName the prefix of the pull threads' names
   */
  protected PullReceiver(List<String> queues, String threadName) {
    this.queues = List.copyOf(queues);
    this.threadName = threadName;
  }

  /**
   * Connects and checks that every queue exists.
   *
   * @throws BrokerException when the broker cannot be reached or refuses the settings
   */
  protected abstract void connect() throws BrokerException;

  /**
   * Asks the broker once for messages of a queue and waits for them, at most about a second. Called
   * on the pull thread of that queue.
   *
   * @param max the most messages to ask for, from 1 to {@link #pullBatch()}
   * @return what came, in the broker's order; empty when nothing did
   * @throws BrokerException on an outage or a misconfiguration
   * @throws InterruptedException when the receiver is being closed
   */
  protected abstract List<Delivery> pull(String queue, int max)
      throws BrokerException, InterruptedException;

  /** The most messages that one pull may ask for. */
  protected abstract int pullBatch();

  /** Closes the client; never throws. */
  protected abstract void disconnect();

  @Override
  public final void open() throws BrokerException {
    connect();
    long current;
    lock.lock();
    try {
      current = ++session;
      buffer.clear();
      allowance = 0;
      outstanding = 0;
      failure = null;
    } finally {
      lock.unlock();
    }
    for (String queue : queues) {
      Thread thread = new Thread(() -> pullLoop(queue, current), threadName + "-" + queue);
      thread.setDaemon(true);
      threads.add(thread);
      thread.start();
    }
  }

  @Override
  public final List<Delivery> receive(int maxMessages, long maxBytes, Duration wait)
      throws BrokerException, InterruptedException {
    long nanos = wait.toNanos();
    lock.lock();
    try {
      suspended = false;
      allowance = Math.max(0, maxMessages - buffer.size() - outstanding);
      changed.signalAll();
      while (buffer.isEmpty() && failure == null && !woken && nanos > 0) {
        nanos = changed.awaitNanos(nanos);
      }
      woken = false;
      if (buffer.isEmpty()) {
        rethrow();
      }
      return takeBuffered(maxMessages);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public final void wakeup() {
    lock.lock();
    try {
      woken = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public final void suspend() {
    lock.lock();
    try {
      suspended = true;
      allowance = 0;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public final List<Delivery> drain(Duration wait) throws InterruptedException {
    long nanos = wait.toNanos();
    lock.lock();
    try {
      suspended = true;
      allowance = 0;
      while (outstanding > 0 && failure == null && nanos > 0) {
        nanos = changed.awaitNanos(nanos);
      }
      return takeBuffered(Integer.MAX_VALUE);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public final void close() {
    lock.lock();
    try {
      session++;
      buffer.clear();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    threads.forEach(Thread::interrupt);
    boolean interrupted = false;
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(JOIN_MILLIS);
    for (Thread thread : threads) {
      try {
        long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        thread.join(Math.max(1, left));
      } catch (InterruptedException e) {
        interrupted = true;
      }
      if (thread.isAlive()) {
        LOG.warn("Thread {} has not ended yet and is left to end by itself", thread.getName());
      }
    }
    threads.clear();
    disconnect();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Caller holds the lock. */
  private List<Delivery> takeBuffered(int max) {
    int count = Math.min(max, buffer.size());
    List<Delivery> taken = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      taken.add(buffer.removeFirst());
    }
    return taken;
  }

  /** Caller holds the lock. */
  private void rethrow() throws BrokerException {
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

  private void pullLoop(String queue, long mine) {
    try {
      for (int granted = grant(mine); granted > 0; granted = grant(mine)) {
        List<Delivery> got = List.of();
        try {
          got = pull(queue, granted);
        } finally {
          finished(mine, granted, got);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (BrokerException | RuntimeException | Error e) {
      fail(mine, e);
    }
  }

  /** Waits for allowance; zero means that the session is over. */
  private int grant(long mine) throws InterruptedException {
    lock.lock();
    try {
      while (session == mine && allowance == 0) {
        changed.await(1, TimeUnit.SECONDS);
      }
      if (session != mine) {
        return 0;
      }
      int granted = Math.min(allowance, pullBatch());
      allowance -= granted;
      outstanding += granted;
      return granted;
    } finally {
      lock.unlock();
    }
  }

  private void finished(long mine, int granted, List<Delivery> got) {
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

  private void fail(long mine, Throwable cause) {
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
}
