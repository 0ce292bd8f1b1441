package com.babelqueue.connect.source.artemis;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.artemis.ArtemisConnections;
import com.babelqueue.connect.source.Delivery;
import com.babelqueue.connect.source.Receiver;
import com.babelqueue.connect.source.SourceConfig;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Receives from Artemis over AMQP 1.0 in one session that settles each message by itself; all JMS
 * calls are made on the engine's thread.
 *
 * <p>Handles are good in the session that delivered them, so every {@link #open} is an epoch of its
 * own. There are no locks. A settlement is not answered by the broker: it leaves in order and takes
 * effect when it arrives, and a connection lost before means a redelivery.
 *
 * <p><b>Counts.</b> Handing back is AMQP's {@code released}, which leaves the delivery count alone:
 * nothing was tried, and the message returns to its place unless its address has a {@code
 * redelivery-delay}, which the broker applies here, too. After a lost connection the broker counts
 * what was delivered on it, so its {@code max-delivery-attempts} must be larger than the number of
 * crashes to live through.
 *
 * <p>Threads as {@link Receiver} says.
 */
final class ArtemisReceiver implements Receiver {
  /** Settlements are not answered, so a batch saves little. */
  private static final int SETTLEMENT_BATCH = 100;

  private final ArtemisSourceConfig config;
  private final ArtemisConnections connections;
  private final LongSupplier ticker;

  /** The present session, null while closed; written by the engine's thread, read by any. */
  private volatile QueueSession session;

  /** Owned by the engine's thread. */
  private long epoch;

  /**
   * @param ticker nanoseconds that only grow
   */
  ArtemisReceiver(ArtemisSourceConfig config, LongSupplier ticker) {
    this.config = config;
    this.connections = new ArtemisConnections(config.broker(), config.connectionName());
    this.ticker = ticker;
  }

  @Override
  public void open() throws BrokerException {
    long next = epoch + 1;
    session = QueueSession.open(config, connections, next, ticker);
    epoch = next;
  }

  @Override
  public List<Delivery> receive(int maxMessages, long maxBytes, Duration wait)
      throws BrokerException, InterruptedException {
    return session.receive(maxMessages, maxBytes, wait);
  }

  @Override
  public void wakeup() {
    QueueSession current = session;
    if (current != null) {
      current.wakeup();
    }
  }

  @Override
  public void suspend() throws BrokerException {
    session.suspend();
  }

  /** The client itself gives back what nobody has taken from it. */
  @Override
  public List<Delivery> drain(Duration wait) throws BrokerException {
    session.suspend();
    return List.of();
  }

  @Override
  public long epoch() {
    return epoch;
  }

  @Override
  public int settlementBatch() {
    int slots = config.getInt(SourceConfig.MAX_IN_FLIGHT_MESSAGES);
    return Math.min(SETTLEMENT_BATCH, Math.max(1, slots / 4));
  }

  @Override
  public List<Unsettled> accept(List<Delivery> deliveries) throws BrokerException {
    session.settle(deliveries, Settlement.ACCEPTED);
    return List.of();
  }

  /**
   * Artemis moves what is rejected to the dead-letter address at once, whatever the delivery count,
   * and drops it where there is none. It stores no reason of ours.
   */
  @Override
  public List<Unsettled> reject(List<Delivery> deliveries, String reason) throws BrokerException {
    session.settle(deliveries, Settlement.REJECTED);
    return List.of();
  }

  @Override
  public List<Unsettled> release(List<Delivery> deliveries) throws BrokerException {
    session.settle(deliveries, Settlement.RELEASED);
    return List.of();
  }

  @Override
  public void close() {
    QueueSession current = session;
    session = null;
    if (current != null) {
      current.close();
    }
  }
}
