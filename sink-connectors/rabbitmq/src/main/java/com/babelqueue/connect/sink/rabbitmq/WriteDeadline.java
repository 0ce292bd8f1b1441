package com.babelqueue.connect.sink.rabbitmq;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends writes that a peer no longer reads: a broker in memory alarm stops reading, and a write into
 * a full socket can be neither timed out nor interrupted. Closing the socket makes it fail.
 *
 * <p>Used by the task's thread; it has one daemon thread of its own.
 */
final class WriteDeadline implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WriteDeadline.class);

  /** How much later than asked for a write may be ended. */
  private static final Duration PRECISION = Duration.ofMillis(250);

  private static final long NONE = Long.MIN_VALUE;

  private final ScheduledExecutorService timer;

  /** The last one is the connection's; written before it is used, read by the timer. */
  private volatile Socket socket;

  /**
   * Nanosecond clock when the write is to be ended; {@link #NONE} while nothing writes and once the
   * write was ended. Set by the task's thread, taken away by whoever is first.
   */
  private final AtomicLong end = new AtomicLong(NONE);

  /**
   * @param name of the thread
   */
  WriteDeadline(String name) {
    timer =
        Executors.newSingleThreadScheduledExecutor(
            work -> {
              Thread thread = new Thread(work, name);
              thread.setDaemon(true);
              return thread;
            });
    // One look now and then costs less than a timer for each write, of which there are many.
    ScheduledFuture<?> unused =
        timer.scheduleWithFixedDelay(
            this::look, PRECISION.toMillis(), PRECISION.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Takes the socket to watch. */
  void watch(Socket opened) {
    socket = opened;
  }

  /**
   * Runs what writes. When the time is up the socket is closed, and the write fails as when the
   * broker goes away.
   *
   * @throws X what {@code work} throws
   */
  <X extends Exception> void within(Duration limit, Writing<X> work) throws X {
    end.set(System.nanoTime() + limit.toNanos());
    try {
      work.run();
    } finally {
      end.set(NONE);
    }
  }

  private void look() {
    long due = end.get();
    if (due != NONE && System.nanoTime() - due > 0 && end.compareAndSet(due, NONE)) {
      cut();
    }
  }

  private void cut() {
    Socket watched = socket;
    if (watched == null) {
      return;
    }
    LOG.warn("The broker does not read what is sent to it; the connection is given up");
    try {
      // Without it closing a TLS socket would wait for the very write that is to be ended.
      watched.setSoLinger(true, 0);
      watched.close();
    } catch (IOException e) {
      LOG.debug("The socket could not be closed", e);
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }

  /**
   * What writes to the socket.
   *
   * @param <X> what it throws
   */
  @FunctionalInterface
  interface Writing<X extends Exception> {
    void run() throws X;
  }
}
