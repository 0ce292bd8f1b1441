package com.babelqueue.connect.source.artemis;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.artemis.ArtemisConnections;
import com.babelqueue.connect.broker.artemis.ArtemisFailures;
import com.babelqueue.connect.source.Delivery;
import com.babelqueue.connect.source.SourceConfig;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.qpid.jms.JmsConnection;
import org.apache.qpid.jms.JmsMessageAvailableConsumer;

/**
 * One connection with one session, from its opening to its loss: consumers come and go with the
 * demand, deliveries are settled one by one.
 *
 * <p><b>Bound.</b> The client asks for more as soon as a message is taken from it, whatever is
 * still unsettled. So as many slots as the consumers' prefetch are never filled from it, and the
 * two together stay within {@code max.in.flight.messages}. When Kafka stands still, consumers
 * without prefetch fill the rest one by one.
 *
 * <p><b>Leave.</b> Closing a consumer is what takes a broker's leave to push; the client then gives
 * back what it has buffered, without any trace on its delivery count, and what was taken can still
 * be settled.
 *
 * <p>Owned by the engine's thread, but for {@link #wakeup()}.
 */
final class QueueSession {
  /** Settles by name; not in JMS itself, hence no constant there. */
  private static final int INDIVIDUAL_ACKNOWLEDGE = 101;

  /** The client's property that chooses how a message is settled. */
  private static final String SETTLEMENT = "JMS_AMQP_ACK_TYPE";

  /** Nothing settled for so long means that Kafka stands still. */
  private static final long STANDSTILL = TimeUnit.MILLISECONDS.toNanos(500);

  /** One look at all queues takes no longer. */
  private static final long LONGEST_LOOK = TimeUnit.MILLISECONDS.toNanos(500);

  /** How long one wait of a consumer without prefetch may keep a wake-up waiting, in ms. */
  private static final long PULL_MILLIS = 50;

  private final List<String> queues;
  private final int slots;
  private final long epoch;
  private final ArtemisFailures failures;
  private final SessionSignals signals;
  private final Prefetch prefetch;
  private final DeliveryReader reader;
  private final LongSupplier ticker;
  private final JmsConnection connection;
  private final Session session;
  private final List<Link> links = new ArrayList<>();

  /** The prefetch of each of {@link #links}. */
  private int share;

  /** Whether the last slots are filled without prefetch. */
  private boolean filling;

  /** Messages taken and not settled. */
  private int unsettled;

  /** Ticker value of the last settlement. */
  private long settledAt;

  /** Where the next look begins, so that each queue has its turn. */
  private int turn;

  private QueueSession(
      ArtemisSourceConfig config,
      ArtemisConnections connections,
      long epoch,
      LongSupplier ticker,
      SessionSignals signals,
      Prefetch prefetch,
      JmsConnection connection)
      throws JMSException {
    this.queues = config.queues();
    this.slots = config.getInt(SourceConfig.MAX_IN_FLIGHT_MESSAGES);
    this.epoch = epoch;
    this.failures = connections.failures();
    this.signals = signals;
    this.prefetch = prefetch;
    this.reader = new DeliveryReader(epoch);
    this.ticker = ticker;
    this.connection = connection;
    this.session = connection.createSession(false, INDIVIDUAL_ACKNOWLEDGE);
    this.settledAt = ticker.getAsLong();
  }

  /**
   * Connects and looks for every queue, without receiving anything.
   *
   * @param epoch the number of the session
   * @param ticker nanoseconds that only grow
   */
  static QueueSession open(
      ArtemisSourceConfig config, ArtemisConnections connections, long epoch, LongSupplier ticker)
      throws BrokerException {
    SessionSignals signals = new SessionSignals();
    Prefetch prefetch =
        new Prefetch(
            config.getInt(SourceConfig.MAX_IN_FLIGHT_MESSAGES),
            config.getLong(SourceConfig.MAX_IN_FLIGHT_BYTES),
            config.queues().size());
    JmsConnection connection =
        connections.open(factory -> factory.setPrefetchPolicy(prefetch), signals);
    boolean opened = false;
    try {
      QueueSession session =
          new QueueSession(config, connections, epoch, ticker, signals, prefetch, connection);
      session.openConsumers(0);
      session.closeConsumers();
      opened = true;
      return session;
    } catch (JMSException e) {
      throw connections.failures().inUse("cannot open a session", e);
    } finally {
      if (!opened) {
        ArtemisConnections.close(connection);
      }
    }
  }

  void wakeup() {
    signals.wakeup();
  }

  /** See {@link com.babelqueue.connect.source.Receiver#receive}. */
  List<Delivery> receive(int maxMessages, long maxBytes, Duration wait)
      throws BrokerException, InterruptedException {
    signals.check(failures);
    fitConsumers();
    int free = slots - unsettled - share * links.size();
    if (free <= 0) {
      if (!signals.await(wait) && ticker.getAsLong() - settledAt >= STANDSTILL) {
        filling = true;
        closeConsumers();
      }
      return List.of();
    }
    int max = Math.min(maxMessages, free);
    List<Delivery> taken = look(max, maxBytes);
    if (!taken.isEmpty() || wait.isZero()) {
      return taken;
    }
    if (share == 0) {
      return pull(wait);
    }
    return signals.await(wait) ? look(max, maxBytes) : List.of();
  }

  /** Takes away the broker's leave to push and gives back what the client has buffered. */
  void suspend() throws BrokerException {
    signals.check(failures);
    filling = false;
    closeConsumers();
  }

  /** Settles exactly these. */
  void settle(List<Delivery> deliveries, Settlement settlement) throws BrokerException {
    signals.check(failures);
    try {
      for (Delivery delivery : deliveries) {
        if (delivery.epoch() == epoch) {
          Message message = (Message) delivery.handle();
          message.setIntProperty(SETTLEMENT, settlement.code());
          message.acknowledge();
          unsettled--;
        }
      }
    } catch (JMSException e) {
      throw failures.inUse("cannot settle", e);
    }
    settledAt = ticker.getAsLong();
  }

  /** Ends the session; what is unsettled goes back to its queues. Never throws. */
  void close() {
    ArtemisConnections.close(connection);
  }

  /** Sees to it that there are consumers, with the prefetch that is right now. */
  private void fitConsumers() throws BrokerException {
    int wanted = prefetch.wanted();
    if (filling && slots - unsettled >= 2 * wanted * queues.size()) {
      filling = false;
    }
    if (!filling && !links.isEmpty() && prefetch.misfits(share)) {
      closeConsumers();
    }
    if (links.isEmpty()) {
      openConsumers(filling ? 0 : wanted);
    }
  }

  private void openConsumers(int each) throws BrokerException {
    prefetch.grant(each);
    share = each;
    for (String queue : queues) {
      try {
        MessageConsumer consumer = session.createConsumer(session.createQueue(queue));
        if (each > 0) {
          ((JmsMessageAvailableConsumer) consumer).setAvailableListener(signals);
        }
        links.add(new Link(queue, consumer));
      } catch (JMSException e) {
        throw failures.queue(queue, ArtemisSourceConfig.QUEUES, e);
      }
    }
  }

  private void closeConsumers() throws BrokerException {
    for (Link link : links) {
      try {
        link.consumer().close();
      } catch (JMSException e) {
        throw failures.inUse("cannot stop consuming queue " + link.queue(), e);
      }
    }
    links.clear();
  }

  /** Takes what is there, one of each queue in turn. */
  private List<Delivery> look(int max, long maxBytes) throws BrokerException {
    long until = ticker.getAsLong() + LONGEST_LOOK;
    List<Delivery> taken = new ArrayList<>();
    long bytes = 0;
    int inVain = 0;
    while (taken.size() < max
        && bytes < maxBytes
        && inVain < links.size()
        && ticker.getAsLong() - until < 0) {
      Link link = nextLink();
      try {
        Message message = link.consumer().receiveNoWait();
        inVain = message == null ? inVain + 1 : 0;
        if (message != null) {
          Delivery delivery = take(link, message);
          bytes += delivery.body().length;
          taken.add(delivery);
        }
      } catch (JMSException e) {
        throw failures.inUse("cannot receive from queue " + link.queue(), e);
      }
    }
    return taken;
  }

  /** Waits for the first message of a queue whose consumer has no prefetch. */
  private List<Delivery> pull(Duration wait) throws BrokerException {
    long until = ticker.getAsLong() + wait.toNanos();
    long millis = Math.max(1, PULL_MILLIS / links.size());
    while (ticker.getAsLong() - until < 0 && !signals.takeWakeup()) {
      Link link = nextLink();
      try {
        Message message = link.consumer().receive(millis);
        if (message != null) {
          return List.of(take(link, message));
        }
      } catch (JMSException e) {
        throw failures.inUse("cannot receive from queue " + link.queue(), e);
      }
    }
    return List.of();
  }

  private Link nextLink() {
    turn = (turn + 1) % links.size();
    return links.get(turn);
  }

  private Delivery take(Link link, Message message) {
    unsettled++;
    Delivery delivery = reader.read(link.queue(), message);
    prefetch.seen(delivery.body().length);
    return delivery;
  }

  /**
   * A consumer of a queue.
   *
   * @param queue as the settings name it
   */
  private record Link(String queue, MessageConsumer consumer) {}
}
