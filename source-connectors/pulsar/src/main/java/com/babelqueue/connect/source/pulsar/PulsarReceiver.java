package com.babelqueue.connect.source.pulsar;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.NativeHeader;
import com.babelqueue.connect.broker.pulsar.PulsarBinding;
import com.babelqueue.connect.broker.pulsar.PulsarClients;
import com.babelqueue.connect.broker.pulsar.PulsarTopic;
import com.babelqueue.connect.source.Delivery;
import com.babelqueue.connect.source.Receiver;
import com.babelqueue.connect.source.SourceConfig;
import com.babelqueue.connect.source.pulsar.PulsarSession.Taken;
import com.babelqueue.connect.source.pulsar.Receipt.Position;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.pulsar.client.api.Message;
import org.apache.pulsar.client.api.PulsarClient;

/**
 * Receives from Pulsar as free slots allow and settles by message id.
 *
 * <p><b>Handles.</b> A message id belongs to a subscription, not to a connection, so there is one
 * epoch for ever. The client reconnects by itself, and the cluster then delivers again what is
 * unsettled; so it does to the whole of a producer's batch when one message of it is handed back.
 * What is still in flight here is not handed on a second time: its first delivery settles it. A
 * dropped connection therefore makes no duplicates, unless another consumer gets the messages.
 *
 * <p><b>Reading in batches</b> means taking what the client holds, up to the free slots; the
 * client's own batch receive has a size that is fixed when subscribing.
 *
 * <p><b>Suspension</b> leaves the subscriptions: permits that the cluster has cannot be taken back,
 * so a consumer that stays would still get messages. While something is unsettled, a consumer
 * without permits takes the place of the one that leaves, to settle it. The cluster then offers
 * what is unsettled to other consumers too; so it stays with us where the in-flight bound has ended
 * the permits already, as it does when Kafka stands still.
 *
 * <p><b>Stop.</b> Closing the consumers hands everything back at once and in its old place, which
 * negative acknowledgements, sent after a delay, do not. With no other consumer there, the cluster
 * then begins to count redeliveries anew.
 *
 * <p>Threads as {@link Receiver} says.
 */
final class PulsarReceiver implements Receiver {
  private static final long ONLY_EPOCH = 0;

  /** One call acknowledges a whole list. */
  private static final int SETTLEMENT_BATCH = 500;

  private static final Duration MAX_WAIT = Duration.ofSeconds(1);

  private final PulsarSourceConfig config;
  private final PulsarClients clients;
  private final Arrival arrival = new Arrival();
  private final int settlementBatch;

  /** What was returned and is not settled. */
  private final Set<Position> unsettled = new HashSet<>();

  /** Null while closed. */
  private PulsarSession session;

  private Settlement settlement;
  private boolean suspended;
  private boolean drained;

  PulsarReceiver(PulsarSourceConfig config) {
    this.config = config;
    this.clients = config.clients();
    this.settlementBatch =
        Math.min(
            SETTLEMENT_BATCH, Math.max(1, config.getInt(SourceConfig.MAX_IN_FLIGHT_MESSAGES) / 4));
  }

  @Override
  public void open() throws BrokerException {
    PulsarClient client = clients.open();
    PulsarSession opened = new PulsarSession(config, clients, client, arrival);
    boolean done = false;
    try {
      opened.open();
      done = true;
    } finally {
      if (!done) {
        opened.close();
      }
    }
    session = opened;
    settlement = new Settlement(opened);
    suspended = false;
  }

  @Override
  public List<Delivery> receive(int maxMessages, long maxBytes, Duration wait)
      throws BrokerException, InterruptedException {
    suspended = false;
    Duration limit = wait.compareTo(MAX_WAIT) < 0 ? wait : MAX_WAIT;
    if (!session.resubscribe(limit)) {
      return List.of();
    }
    List<Delivery> taken = take(maxMessages, maxBytes);
    if (taken.isEmpty() && !limit.isZero()) {
      session.ask(unsettled.size());
      boolean signalled = arrival.await(limit);
      taken = take(maxMessages, maxBytes);
      if (!signalled && taken.isEmpty() && unsettled.isEmpty()) {
        session.repeatPermits();
      }
    }
    return taken;
  }

  private List<Delivery> take(int maxMessages, long maxBytes) throws BrokerException {
    List<Delivery> deliveries = new ArrayList<>();
    long left = maxBytes;
    while (deliveries.size() < maxMessages && left > 0) {
      Taken next = next(deliveries.isEmpty());
      if (next == null) {
        break;
      }
      Delivery delivery = delivery(next);
      if (unsettled.add(Receipt.of(delivery).position())) {
        deliveries.add(delivery);
        left -= delivery.body().length;
      }
    }
    session.allow(unsettled.size());
    return deliveries;
  }

  /** A failure must wait until what was taken before it has been handed over. */
  private Taken next(boolean first) throws BrokerException {
    try {
      return session.take(unsettled.size());
    } catch (BrokerException e) {
      if (first) {
        throw e;
      }
      return null;
    }
  }

  private static Delivery delivery(Taken taken) {
    Message<byte[]> message = taken.message();
    List<NativeHeader> headers = PulsarBinding.headers(message);
    int redeliveries = PulsarBinding.redeliveries(message);
    return Delivery.of(
            PulsarTopic.of(message.getTopicName()).queue(),
            message.getData(),
            Receipt.of(taken.source(), message),
            ONLY_EPOCH)
        .messageId(message.getMessageId().toString())
        .headers(headers)
        .metadata(PulsarBinding.metadata(message))
        .group(PulsarBinding.group(message))
        .versionField(PulsarBinding.versionField(message))
        .attemptsField(redeliveries)
        .deliveryCount(redeliveries + 1)
        .overhead(size(headers))
        .build();
  }

  private static int size(List<NativeHeader> headers) {
    int size = 0;
    for (NativeHeader header : headers) {
      size += header.name().length() + ((String) header.value()).getBytes(UTF_8).length;
    }
    return size;
  }

  @Override
  public void wakeup() {
    arrival.signal();
  }

  @Override
  public void suspend() {
    suspended = true;
    session.pause();
    if (!unsettled.isEmpty() && session.mayGetMore(unsettled.size())) {
      session.leave();
      session.subscribe();
    }
    leaveIfIdle();
  }

  private void leaveIfIdle() {
    if (suspended && !drained && unsettled.isEmpty() && session.isSubscribed()) {
      session.leave();
    }
  }

  /** Nothing needs to be handed back by name: all of it goes back when the consumers close. */
  @Override
  public List<Delivery> drain(Duration wait) {
    drained = true;
    session.pause();
    return List.of();
  }

  @Override
  public long epoch() {
    return ONLY_EPOCH;
  }

  @Override
  public int settlementBatch() {
    return settlementBatch;
  }

  @Override
  public List<Unsettled> accept(List<Delivery> deliveries) throws BrokerException {
    forget(deliveries);
    session.awaitSubscribed();
    List<Unsettled> failed = settlement.acknowledge(deliveries);
    leaveIfIdle();
    return failed;
  }

  /** {@inheritDoc} Here to the topic beside, named {@code <topic>.dlq}. */
  @Override
  public List<Unsettled> reject(List<Delivery> deliveries, String reason) throws BrokerException {
    forget(deliveries);
    session.awaitSubscribed();
    List<Unsettled> failed = settlement.reject(deliveries, reason);
    leaveIfIdle();
    return failed;
  }

  @Override
  public List<Unsettled> release(List<Delivery> deliveries) throws BrokerException {
    forget(deliveries);
    if (!drained) {
      session.awaitSubscribed();
      settlement.release(deliveries);
      leaveIfIdle();
    }
    return List.of();
  }

  private void forget(List<Delivery> deliveries) {
    deliveries.forEach(delivery -> unsettled.remove(Receipt.of(delivery).position()));
  }

  @Override
  public void close() {
    PulsarSession open = session;
    session = null;
    if (open != null) {
      open.close();
    }
  }
}
