package com.babelqueue.connect.source.pulsar;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.pulsar.PulsarClients;
import com.babelqueue.connect.source.SourceConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.pulsar.client.api.Message;
import org.apache.pulsar.client.api.PulsarClient;

/**
 * A client and its subscriptions. The client outlives the subscriptions, which are left while
 * nobody reads. Owned by the engine's thread.
 *
 * <p>The bound: the unsettled messages and all that the client holds untaken, which the cluster
 * counts as delivered too, are together no more than {@link SourceConfig#MAX_IN_FLIGHT_MESSAGES},
 * which in turn is below the cluster's own limit for each consumer. Two things may exceed it: a
 * producer's batch, which comes whole, and topics or partitions that are made while it runs.
 */
final class PulsarSession {
  /** How much of the bound may wait in the client's queue of the one topic. */
  private static final int QUEUE_FRACTION = 4;

  /** With several topics, any of which may be the only one that has messages. */
  private static final int QUEUES_FRACTION = 2;

  /** More would not make anything faster. */
  private static final int MAX_SHARE = 1_000;

  private static final Duration SETTLE_LIMIT = Duration.ofSeconds(1);
  private static final Duration OPEN_LIMIT = Duration.ofSeconds(8);

  private final PulsarSourceConfig config;
  private final PulsarClients clients;
  private final PulsarClient client;
  private final Arrival arrival;
  private final DeadLetterProducers deadLetters;
  private final int bound;
  private final List<Integer> partitions = new ArrayList<>();

  /** Empty while the subscriptions are left. */
  private final List<TopicSubscription> subscriptions = new ArrayList<>();

  /** Where the next take begins, so that no topic starves. */
  private int turn;

  PulsarSession(
      PulsarSourceConfig config, PulsarClients clients, PulsarClient client, Arrival arrival) {
    this.config = config;
    this.arrival = arrival;
    this.clients = clients;
    this.client = client;
    this.deadLetters = new DeadLetterProducers(client);
    this.bound = config.getInt(SourceConfig.MAX_IN_FLIGHT_MESSAGES);
  }

  /** Looks for the topics and subscribes to them. */
  void open() throws BrokerException {
    if (config.pattern() == null) {
      partitions.addAll(config.partitions(clients, client, OPEN_LIMIT));
    }
    subscribe();
    for (TopicSubscription subscription : subscriptions) {
      subscription.await(clients, OPEN_LIMIT);
    }
    clients.failures().prove();
  }

  /** Begins to subscribe, without permits. */
  void subscribe() {
    List<String> topics = config.queues();
    int fraction = topics.size() == 1 ? QUEUE_FRACTION : QUEUES_FRACTION;
    int share = evenly(Math.min(MAX_SHARE, bound / fraction / topics.size()));
    for (int i = 0; i < topics.size(); i++) {
      ReceiverQueues queues =
          config.pattern() == null
              ? ReceiverQueues.within(share, partitions.get(i))
              : ReceiverQueues.within(1, 0);
      subscriptions.add(TopicSubscription.begin(client, config, arrival, topics.get(i), queues));
    }
  }

  /**
   * A share a little smaller whose half divides the bound, if there is one: the client hands
   * permits out by half a queue, so that otherwise the last slots could stay unused.
   */
  private int evenly(int share) {
    for (int half = share / 2; half > share / 4; half--) {
      if (bound % half == 0) {
        return 2 * half;
      }
    }
    return share;
  }

  /** Whether the subscriptions are there. */
  boolean isSubscribed() {
    return !subscriptions.isEmpty();
  }

  /**
   * Comes back to subscriptions that were left.
   *
   * @return whether they can be read now; if not, the signal says when to ask again
   */
  boolean resubscribe(Duration wait) throws BrokerException, InterruptedException {
    if (subscriptions.isEmpty()) {
      subscribe();
    }
    if (!subscriptions.stream().allMatch(TopicSubscription::isReady)) {
      arrival.await(wait);
    }
    for (TopicSubscription subscription : subscriptions) {
      if (!subscription.isReady()) {
        return false;
      }
      subscription.await(clients, Duration.ZERO);
    }
    return true;
  }

  /**
   * Lets the clients ask the cluster for more, as far as the bound allows.
   *
   * @param unsettled how many messages are with the engine
   */
  void allow(int unsettled) {
    if (unsettled + reserve() + count(TopicSubscription::hasAsked) <= bound) {
      subscriptions.forEach(subscription -> subscription.pause(false));
      return;
    }
    if (unsettled == 0 && count(TopicSubscription::hasArrived) == 0) {
      // Something must come, however many partitions there are.
      for (TopicSubscription subscription : subscriptions) {
        if (!subscription.hasPermits()) {
          subscription.pause(false);
        }
      }
    }
    pause();
  }

  /** Looks after permits that should have brought something and did not. */
  void repeatPermits() {
    subscriptions.forEach(TopicSubscription::repeatPermits);
  }

  /**
   * Notes that messages are about to be taken, whose places the clients would fill at once.
   *
   * @param unsettled how many will be with the engine, or asked for, then
   */
  private void beforeTaking(int unsettled) {
    if (unsettled + reserve() > bound) {
      pause();
    }
  }

  private int reserve() {
    return subscriptions.stream().mapToInt(TopicSubscription::reserve).sum();
  }

  private int count(Predicate<TopicSubscription> condition) {
    return (int) subscriptions.stream().filter(condition).count();
  }

  /**
   * Whether the cluster may have permits that the bound has not ended.
   *
   * @param unsettled how many messages are with the engine
   */
  boolean mayGetMore(int unsettled) {
    return unsettled + reserve() <= bound;
  }

  /** Waits until settlements can be sent. */
  void awaitSubscribed() throws BrokerException {
    for (TopicSubscription subscription : subscriptions) {
      subscription.await(clients, SETTLE_LIMIT);
    }
  }

  /** Lets the clients ask for nothing more. */
  void pause() {
    subscriptions.forEach(subscription -> subscription.pause(true));
  }

  /**
   * Takes the next message of any topic.
   *
   * @param unsettled how many messages are with the engine already
   * @return null when there is none
   */
  Taken take(int unsettled) throws BrokerException {
    for (int i = 0; i < subscriptions.size(); i++) {
      int source = (turn + i) % subscriptions.size();
      if (!subscriptions.get(source).hasAsked()) {
        beforeTaking(unsettled + count(TopicSubscription::hasAsked) + 1);
      }
      Message<byte[]> message = subscriptions.get(source).take(clients);
      if (message != null) {
        turn = source;
        return new Taken(source, message);
      }
    }
    turn++;
    return null;
  }

  /**
   * Asks every topic for its next message.
   *
   * @param unsettled how many messages are with the engine already
   */
  void ask(int unsettled) {
    beforeTaking(unsettled + subscriptions.size());
    subscriptions.forEach(TopicSubscription::ask);
  }

  /** The subscription of a receipt. */
  TopicSubscription subscription(int source) {
    return subscriptions.get(source);
  }

  DeadLetterProducers deadLetters() {
    return deadLetters;
  }

  /** Leaves the subscriptions, so that others get what is sent. */
  void leave() {
    subscriptions.forEach(subscription -> subscription.close(clients));
    subscriptions.clear();
  }

  /** Never throws. */
  void close() {
    PulsarClients.close(client);
  }

  /**
   * A message and where it came from.
   *
   * @param source the number of its subscription
   */
  record Taken(int source, Message<byte[]> message) {}
}
