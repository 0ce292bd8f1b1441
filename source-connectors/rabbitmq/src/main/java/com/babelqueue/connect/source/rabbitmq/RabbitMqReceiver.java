package com.babelqueue.connect.source.rabbitmq;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.rabbitmq.RabbitMqConnections;
import com.babelqueue.connect.source.Delivery;
import com.babelqueue.connect.source.Receiver;
import com.babelqueue.connect.source.SourceConfig;
import java.time.Duration;
import java.util.List;

/**
 * Receives from RabbitMQ as it likes to deliver: it pushes, within a prefetch, and each channel
 * counts deliveries anew, so that every {@link #open} is an epoch of its own.
 *
 * <p>Pushing begins with the first {@link #receive} and after each {@link #suspend}, so that
 * nothing is taken from a queue that nobody polls for. The prefetch of all queues together stays
 * within {@link SourceConfig#MAX_IN_FLIGHT_MESSAGES}. There are no locks; a broker that closes the
 * channel because deliveries were unsettled for too long (consumer_timeout) begins a new epoch.
 *
 * <p>Threads as {@link Receiver} says.
 */
final class RabbitMqReceiver implements Receiver {
  /** One frame may settle a whole run, so the batch is large; it never waits for long. */
  private static final int SETTLEMENT_BATCH = 250;

  private final RabbitMqSourceConfig config;
  private final RabbitMqConnections connections;
  private final Prefetch prefetch;

  /** The present session, null while closed; written by the engine's thread, read by any. */
  private volatile ChannelSession session;

  /** Owned by the engine's thread. */
  private long epoch;

  RabbitMqReceiver(RabbitMqSourceConfig config) {
    this.config = config;
    this.connections = new RabbitMqConnections(config.broker(), config.connectionName());
    this.prefetch =
        new Prefetch(
            config.getInt(SourceConfig.MAX_IN_FLIGHT_MESSAGES),
            config.getLong(SourceConfig.MAX_IN_FLIGHT_BYTES),
            config.queues().size());
  }

  @Override
  public void open() throws BrokerException {
    long next = epoch + 1;
    session =
        ChannelSession.open(config, connections.failures(), prefetch, next, connections.open());
    epoch = next;
  }

  @Override
  public List<Delivery> receive(int maxMessages, long maxBytes, Duration wait)
      throws BrokerException, InterruptedException {
    return session.receive(maxMessages, maxBytes, wait);
  }

  @Override
  public void wakeup() {
    ChannelSession current = session;
    if (current != null) {
      current.wakeup();
    }
  }

  @Override
  public void suspend() throws BrokerException {
    try {
      session.cancel();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw BrokerException.outage("interrupted while it stopped consuming", e);
    }
  }

  /** Nothing needs to be handed back by name: what was pushed goes back with the channel. */
  @Override
  public List<Delivery> drain(Duration wait) {
    session.drain();
    return List.of();
  }

  @Override
  public long epoch() {
    return epoch;
  }

  @Override
  public int settlementBatch() {
    return Math.min(SETTLEMENT_BATCH, Math.max(1, prefetch.slots() / 4));
  }

  @Override
  public List<Unsettled> accept(List<Delivery> deliveries) throws BrokerException {
    session.accept(deliveries);
    return List.of();
  }

  /**
   * RabbitMQ stores its own reason in {@code x-death}; ours has no place there. A queue without a
   * dead-letter exchange drops what is rejected.
   */
  @Override
  public List<Unsettled> reject(List<Delivery> deliveries, String reason) throws BrokerException {
    session.reject(deliveries);
    return List.of();
  }

  @Override
  public List<Unsettled> release(List<Delivery> deliveries) throws BrokerException {
    session.release(deliveries);
    return List.of();
  }

  @Override
  public void close() {
    ChannelSession current = session;
    session = null;
    if (current != null) {
      current.close();
    }
  }
}
