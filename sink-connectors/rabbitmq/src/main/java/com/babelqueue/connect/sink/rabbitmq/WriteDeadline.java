package com.babelqueue.connect.sink.rabbitmq;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
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

  private final ScheduledExecutorService timer;

  /** The last one is the connection's; written before it is used, read by the timer. */
  private volatile Socket socket;

  /**
   * @param name of the thread
   */
  WriteDeadline(String name) {
    ScheduledThreadPoolExecutor executor =
        new ScheduledThreadPoolExecutor(
            1,
            work -> {
              Thread thread = new Thread(work, name);
              thread.setDaemon(true);
              return thread;
            });
    executor.setRemoveOnCancelPolicy(true);
    timer = executor;
  }

  /** Takes the socket to watch. */
  void watch(Socket opened) {
    socket = opened;
  }

  /**
   * Runs what writes. When the time is up the socket is closed, and the write fails as when the
   * broker goes away.
   *
   * @throws X what {@code writing} throws
   */
  <X extends Exception> void within(Duration limit, Writing<X> writing) throws X {
    ScheduledFuture<?> end = timer.schedule(this::cut, limit.toMillis(), TimeUnit.MILLISECONDS);
    try {
      writing.run();
    } finally {
      end.cancel(false);
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
