package com.babelqueue.connect.source.servicebus;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.servicebus.EntityPath;
import com.babelqueue.connect.broker.servicebus.ServiceBusClients;
import com.babelqueue.connect.source.Delivery;
import com.babelqueue.connect.source.Receiver;
import com.babelqueue.connect.source.servicebus.Arrivals.Arrival;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Receives from Service Bus in peek-lock mode, on a link per entity or per session, and settles by
 * lock token (ASB-2).
 *
 * <p><b>Handles.</b> Without sessions a lock token belongs to the message and is good, through the
 * entity's management node, on any connection until the lock expires: there is one epoch for ever,
 * and a settlement may follow a reconnect. A session's lock ends with its link; each open is an
 * epoch then, and what a link brought that closed in between is reported as unsettled.
 *
 * <p><b>Order.</b> One link keeps the order of a queue or session. A message that comes again (lock
 * expired, {@code dropped.records=release}) may follow later ones that were in flight; its {@code
 * bq-attempts} is above 0 then. When a connection is lost, what was on its way stays locked until
 * the lock expires and comes after later messages: only sessions, which begin again at their first
 * unsettled message, keep their order over that.
 *
 * <p><b>Set aside.</b> Scheduled and deferred messages are not delivered to a link, so they stay
 * where they are until they are due or asked for by whoever deferred them.
 *
 * <p>It is no {@code PullReceiver}, for the SDK pushes: see {@link MessageStream}.
 */
final class ServiceBusReceiver implements Receiver {
  /** The reason of a native dead letter (ASB-4, GATE-7); the engine's code is its description. */
  private static final String POISON = "poison";

  private static final long ONLY_EPOCH = 0;

  /** How many settlements the engine gathers: a few rounds of calls. */
  private static final int ROUNDS = 2;

  /** After so long without a message, what was asked for is not on its way. */
  private static final Duration QUIET = Duration.ofMillis(150);

  /** A lock of which so much has passed before the engine saw the message is renewed first. */
  private static final int STALE_FRACTION = 4;

  private static final long CLOSE_MILLIS = 2_000;

  private static final Logger LOG = LoggerFactory.getLogger(ServiceBusReceiver.class);

  private final ServiceBusSourceConfig config;
  private final Clock clock;
  private final LongSupplier ticker;
  private final Arrivals arrivals;

  /** Owned by the engine's thread; null while closed. */
  private Session session;

  /** Owned by the engine's thread. */
  private LockDurations locks;

  /** Owned by the engine's thread. */
  private long epoch = ONLY_EPOCH;

  /** Whether only settlements follow; owned by the engine's thread. */
  private boolean drained;

  /** Which stream is asked first next time; owned by the engine's thread. */
  private int turn;

  ServiceBusReceiver(ServiceBusSourceConfig config, Clock clock, LongSupplier ticker) {
    this.config = config;
    this.clock = clock;
    this.ticker = ticker;
    this.arrivals = new Arrivals(ticker);
    this.locks = new LockDurations(config.lockDuration(), clock);
  }

  @Override
  public void open() throws BrokerException {
    ServiceBusClients clients = ServiceBusClients.of(config.settings());
    Anchors anchors = new Anchors(config, clients);
    try {
      anchors.check();
    } catch (BrokerException e) {
      anchors.close();
      throw e;
    } catch (InterruptedException e) {
      anchors.close();
      Thread.currentThread().interrupt();
      throw BrokerException.outage("connecting was interrupted", e);
    }
    List<EntitySource> sources = new ArrayList<>();
    for (EntityPath entity : config.entities()) {
      sources.add(
          config.sessionsEnabled()
              ? new SessionSource(entity, config, clients, arrivals, ticker)
              : new QueueSource(entity, config, clients, arrivals));
    }
    session = new Session(anchors, sources, new SettlementCalls(config, anchors));
    locks = new LockDurations(config.lockDuration(), clock);
    drained = false;
    if (config.sessionsEnabled()) {
      epoch++;
    }
  }

  @Override
  public List<Delivery> receive(int maxMessages, long maxBytes, Duration wait)
      throws BrokerException, InterruptedException {
    long end = ticker.getAsLong() + wait.toNanos();
    do {
      List<MessageStream> streams = new ArrayList<>();
      for (EntitySource source : session.sources()) {
        streams.addAll(source.advance());
      }
      ask(streams, maxMessages);
    } while (arrivals.await(end - ticker.getAsLong()));
    return deliveries(arrivals.take(maxMessages));
  }

  /**
   * Deals free slots out to the links. What is asked for cannot be taken back, so each gets its
   * share of what all links could get, also of those that are yet to come, and no more than the SDK
   * can buffer for it.
   */
  private void ask(List<MessageStream> streams, int maxMessages) {
    int room = arrivals.room(maxMessages);
    int share = Math.min(config.mostAsked(), Math.max(1, maxMessages / config.maxLinks()));
    turn++;
    for (int i = 0; i < streams.size() && room > 0; i++) {
      MessageStream stream = streams.get((i + turn) % streams.size());
      int count = Math.min(room, share - arrivals.outstanding(stream));
      if (count > 0) {
        stream.ask(count);
        room -= count;
      }
    }
  }

  private List<Delivery> deliveries(List<Arrival> taken) throws BrokerException {
    List<Delivery> all = new ArrayList<>(taken.size());
    List<Delivery> stale = new ArrayList<>();
    for (Arrival arrival : taken) {
      locks.observe(arrival.stream().source().entity(), arrival.message().getLockedUntil());
      arrival.stream().handOn();
      Delivery delivery = Deliveries.of(arrival, epoch);
      all.add(delivery);
      if (ticker.getAsLong() - arrival.at() > lockDuration().toNanos() / STALE_FRACTION) {
        stale.add(delivery);
      }
    }
    if (!stale.isEmpty()) {
      Set<Delivery> lost =
          session.calls().renew(stale).stream()
              .map(Unsettled::delivery)
              .collect(Collectors.toCollection(HashSet::new));
      settled(lost);
      all.removeAll(lost);
    }
    return all;
  }

  @Override
  public void wakeup() {
    arrivals.wake();
  }

  @Override
  public void suspend() {
    session.sources().forEach(EntitySource::suspend);
  }

  /** Messages that were on their way when their link was closed. */
  @Override
  public List<Delivery> late() throws BrokerException {
    return deliveries(arrivals.take(Integer.MAX_VALUE));
  }

  /**
   * What was asked for and is on its way is waited for, since it would stay locked otherwise until
   * its lock expires.
   */
  @Override
  public List<Delivery> drain(Duration wait) throws BrokerException, InterruptedException {
    arrivals.awaitQuiet(QUIET.toNanos(), wait.toNanos());
    suspend();
    drained = true;
    return deliveries(arrivals.take(Integer.MAX_VALUE));
  }

  @Override
  public long epoch() {
    return epoch;
  }

  @Override
  public int settlementBatch() {
    return config.settleConcurrency() * ROUNDS;
  }

  @Override
  public List<Unsettled> accept(List<Delivery> deliveries) throws BrokerException {
    try {
      return session.calls().complete(deliveries);
    } finally {
      settled(deliveries);
    }
  }

  @Override
  public List<Unsettled> reject(List<Delivery> deliveries, String reason) throws BrokerException {
    try {
      return session.calls().deadLetter(deliveries, POISON, reason);
    } finally {
      settled(deliveries);
    }
  }

  /**
   * Abandons, which counts as a delivery. Messages of a session that ends with this task are free,
   * uncounted, when its link closes.
   */
  @Override
  public List<Unsettled> release(List<Delivery> deliveries) throws BrokerException {
    if (drained && config.sessionsEnabled()) {
      return List.of();
    }
    try {
      return session.calls().abandon(deliveries);
    } finally {
      settled(deliveries);
    }
  }

  private static void settled(Iterable<Delivery> deliveries) {
    deliveries.forEach(delivery -> Handle.of(delivery).stream().settle());
  }

  @Override
  public Duration lockDuration() {
    return locks.shortest();
  }

  @Override
  public List<Unsettled> renew(List<Delivery> deliveries) throws BrokerException {
    return session.calls().renew(deliveries);
  }

  /** Closing waits for the broker's answers; where there is no broker, not for long. */
  @Override
  public void close() {
    Session closing = session;
    session = null;
    if (closing == null) {
      return;
    }
    Thread closer =
        new Thread(
            closing::close, "servicebus-close-" + config.connectorName() + "-" + config.taskId());
    closer.setDaemon(true);
    closer.start();
    try {
      closer.join(CLOSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (closer.isAlive()) {
      LOG.debug("{} still waits for the broker and is left to end by itself", closer.getName());
    }
    arrivals.take(Integer.MAX_VALUE);
  }

  /** What lives between an open and a close. */
  private record Session(Anchors anchors, List<EntitySource> sources, SettlementCalls calls) {
    void close() {
      try {
        sources.forEach(EntitySource::close);
        anchors.close();
      } catch (RuntimeException e) {
        LOG.debug("A client could not be closed in order", e);
      }
    }
  }
}
