package com.babelqueue.connect.sink;

import com.babelqueue.connect.broker.Backoff;
import com.babelqueue.connect.broker.BrokerException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the sender connected: opens it when the backoff allows, and says once when the broker is
 * lost and once when it is back. Owned by the task's thread.
 */
final class Connection {
  private static final Logger LOG = LoggerFactory.getLogger(Connection.class);

  /** How long a stop waits for a client; with the last commit's wait, under Connect's 5 s. */
  private static final Duration CLOSE_WAIT = Duration.ofSeconds(1);

  private final String task;
  private final Sender sender;
  private final Outcomes outcomes;
  private final Backoff backoff;
  private final SinkMetrics metrics;
  private final LongSupplier ticker;

  /** Identifies the connection that is open; null while there is none. */
  private Object session;

  /** Ticker value of the next attempt to connect. */
  private long retryAt;

  /** Ticker value at which the broker was lost; meaningless without failures. */
  private long lostAt;

  Connection(
      String task,
      Sender sender,
      Outcomes outcomes,
      Backoff backoff,
      SinkMetrics metrics,
      LongSupplier ticker) {
    this.task = task;
    this.sender = sender;
    this.outcomes = outcomes;
    this.backoff = backoff;
    this.metrics = metrics;
    this.ticker = ticker;
    this.retryAt = ticker.getAsLong();
  }

  boolean isOpen() {
    return session != null;
  }

  /** How long until the next attempt to connect is due; not positive when it is. */
  long nanosToRetry() {
    return retryAt - ticker.getAsLong();
  }

  /** Connects. */
  void open() throws BrokerException {
    Object opened = new Object();
    sender.open(cause -> outcomes.add(() -> brokeBy(opened, cause)));
    session = opened;
    if (backoff.failures() > 0) {
      LOG.info(
          "Task {} is connected again after {} ms and {} attempts",
          task,
          TimeUnit.NANOSECONDS.toMillis(ticker.getAsLong() - lostAt),
          backoff.failures());
    } else {
      LOG.info("Task {} is connected", task);
    }
    backoff.reset();
  }

  void send(List<Send> sends) throws BrokerException, InterruptedException {
    sender.send(sends);
  }

  /**
   * Closes the sender after a failure and, if that may pass, begins the backoff.
   *
   * @param unconfirmed how many messages are to be sent again
   */
  void lost(BrokerException cause, int unconfirmed) {
    boolean wasOpen = isOpen();
    if (wasOpen) {
      metrics.connectionsLost.increment();
    }
    session = null;
    sender.close();
    if (!cause.isRetriable()) {
      return;
    }
    if (backoff.failures() == 0) {
      lostAt = ticker.getAsLong();
      LOG.warn(
          "Task {} {} its broker and tries again; {} messages are unconfirmed: {}",
          task,
          wasOpen ? "lost" : "cannot reach",
          unconfirmed,
          cause.getMessage());
    } else {
      LOG.debug("Task {} still cannot reach its broker: {}", task, cause.getMessage());
    }
    retryAt = ticker.getAsLong() + backoff.next().toNanos();
  }

  /**
   * Closes the sender for good. A client that hangs is left to a thread of its own, so that a stop
   * is bounded whatever the broker does.
   */
  void close() {
    session = null;
    Thread closing = new Thread(sender::close, "babelqueue-close-" + task);
    closing.setDaemon(true);
    closing.setContextClassLoader(Thread.currentThread().getContextClassLoader());
    closing.start();
    try {
      closing.join(CLOSE_WAIT.toMillis());
      if (closing.isAlive()) {
        LOG.warn(
            "Task {} leaves a connection that does not close within {} s",
            task,
            CLOSE_WAIT.toSeconds());
        closing.interrupt();
      }
    } catch (InterruptedException e) {
      closing.interrupt();
      Thread.currentThread().interrupt();
    }
  }

  /** A connection that is closed already cannot break any more. */
  private void brokeBy(Object broken, BrokerException cause) throws BrokerException {
    if (session == broken) {
      throw cause;
    }
  }
}
