package com.babelqueue.connect.source;

import com.babelqueue.connect.broker.BrokerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
  private final PullBuffer pulled = new PullBuffer();

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
    long session = pulled.begin();
    for (String queue : queues) {
      Thread thread = new Thread(() -> pullLoop(queue, session), threadName + "-" + queue);
      thread.setDaemon(true);
      threads.add(thread);
      thread.start();
    }
  }

  @Override
  public final List<Delivery> receive(int maxMessages, long maxBytes, Duration wait)
      throws BrokerException, InterruptedException {
    return pulled.take(maxMessages, wait);
  }

  @Override
  public final void wakeup() {
    pulled.wakeup();
  }

  @Override
  public final void suspend() {
    pulled.suspend();
  }

  @Override
  public final List<Delivery> late() throws BrokerException {
    return pulled.takeLate();
  }

  @Override
  public final List<Delivery> drain(Duration wait) throws BrokerException, InterruptedException {
    return pulled.drain(wait);
  }

  @Override
  public final void close() {
    pulled.begin();
    threads.forEach(Thread::interrupt);
    boolean interrupted = joinThreads();
    disconnect();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether this thread was interrupted meanwhile. */
  private boolean joinThreads() {
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
    return interrupted;
  }

  private void pullLoop(String queue, long session) {
    try {
      for (int granted = pulled.grant(session, pullBatch());
          granted > 0;
          granted = pulled.grant(session, pullBatch())) {
        List<Delivery> got = List.of();
        try {
          got = pull(queue, granted);
        } finally {
          pulled.bring(session, granted, got);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (BrokerException | RuntimeException | Error e) {
      pulled.fail(session, e);
    }
  }

  /** Pull threads that wait for allowance now; for tests, which must know that all are there. */
  final int waitingThreads() {
    return pulled.waiting();
  }
}
