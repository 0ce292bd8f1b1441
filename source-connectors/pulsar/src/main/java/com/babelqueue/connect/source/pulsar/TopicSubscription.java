package com.babelqueue.connect.source.pulsar;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.pulsar.PulsarClients;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.client.api.Consumer;
import org.apache.pulsar.client.api.ConsumerBuilder;
import org.apache.pulsar.client.api.Message;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One consumer of a topic, or of the topics of a pattern, from its subscribing to its close.
 *
 * <p>Pulsar pushes, within permits that the client hands out for the free places of its own queue.
 * A permit cannot be taken back, so the queue is small, and while paused the client hands out none.
 * {@link #reserve} says how many messages the client may hold that nobody has taken.
 *
 * <p>Owned by the engine's thread.
 */
final class TopicSubscription {
  private static final Logger LOG = LoggerFactory.getLogger(TopicSubscription.class);

  /** The client waits no less before it sends a negative acknowledgement. */
  private static final int REDELIVERY_DELAY_MS = 100;

  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(1);

  private final String name;
  private final ReceiverQueues queues;
  private final Arrival arrival;
  private final CompletableFuture<Consumer<byte[]>> subscribing;

  /** Null until {@link #await} has seen it. */
  private Consumer<byte[]> consumer;

  /** What the client has been asked for and nobody has taken; null when nothing was asked. */
  private CompletableFuture<Message<byte[]>> asked;

  private boolean paused = true;

  /** Whether the cluster may have got permits since the last message was taken. */
  private boolean permitted;

  /** In ms; a connection that was lost takes its permits along. */
  private long lastLoss;

  private TopicSubscription(
      String name,
      ReceiverQueues queues,
      Arrival arrival,
      CompletableFuture<Consumer<byte[]>> subscribing) {
    this.name = name;
    this.queues = queues;
    this.arrival = arrival;
    this.subscribing = subscribing;
    signalAfter(subscribing);
  }

  /**
   * Begins to subscribe.
   *
   * @param arrival signalled when the subscribing ends and when a message that was asked for is
   *     there
   * @param topic a topic; a pattern where the settings hold one
   */
  static TopicSubscription begin(
      PulsarClient client,
      PulsarSourceConfig config,
      Arrival arrival,
      String topic,
      ReceiverQueues queues) {
    ConsumerBuilder<byte[]> builder =
        client
            .newConsumer()
            .loadConf(config.consumerSettings())
            .subscriptionName(config.subscriptionName())
            .subscriptionType(config.subscriptionType())
            .subscriptionInitialPosition(config.initialPosition())
            .receiverQueueSize(queues.size())
            .startPaused(true)
            .enableBatchIndexAcknowledgment(true)
            // Acknowledgements come in lists already, and the answer says whether they are stored.
            .acknowledgmentGroupTime(0, TimeUnit.MILLISECONDS)
            .isAckReceiptEnabled(true)
            .negativeAckRedeliveryDelay(REDELIVERY_DELAY_MS, TimeUnit.MILLISECONDS);
    if (config.pattern() == null) {
      builder.topic(topic);
    } else {
      builder.topicsPattern(config.pattern());
    }
    return new TopicSubscription(topic, queues, arrival, builder.subscribeAsync());
  }

  /** The topic or pattern, as the settings name it. */
  String name() {
    return name;
  }

  /** The most messages that the client may hold untaken while it is not paused. */
  int reserve() {
    return queues.reserve();
  }

  boolean isReady() {
    return subscribing.isDone();
  }

  /** Waits until it is subscribed. */
  void await(PulsarClients clients, Duration limit) throws BrokerException {
    if (consumer == null) {
      consumer = clients.await(subscribing, limit, "subscribing to " + name);
    }
  }

  /** Good after {@link #await}. */
  Consumer<byte[]> consumer() {
    return consumer;
  }

  /** Lets the client fill its queue, or not. What is on its way still comes. */
  void pause(boolean pause) {
    if (paused != pause && consumer != null) {
      paused = pause;
      if (pause) {
        consumer.pause();
      } else {
        consumer.resume();
        permitted = consumer.isConnected();
        lastLoss = consumer.getLastDisconnectedTimestamp();
      }
    }
  }

  /** Whether the cluster has a permit for another message. */
  boolean hasPermits() {
    return permitted && consumer.getLastDisconnectedTimestamp() == lastLoss;
  }

  /**
   * Gives out a permit that the client may have kept: it counts the place of a message free only
   * after it has handed the message over, which can be after {@link #pause} has let permits go.
   * Nothing would ever come then. Where the client keeps none, nothing is given out.
   */
  void repeatPermits() {
    // With a request open and unanswered the client holds no message whose place is taken.
    if (paused && permitted && asked != null && !asked.isDone()) {
      consumer.resume();
      consumer.pause();
    }
  }

  /** Whether a message has been asked for and not been taken. */
  boolean hasAsked() {
    return asked != null;
  }

  /** Whether a message that was asked for is there and has not been taken. */
  boolean hasArrived() {
    return asked != null && asked.isDone();
  }

  /** Asks for the next message, with a signal when it is there. */
  void ask() {
    if (asked == null) {
      asked = consumer.receiveAsync();
      signalAfter(asked);
    }
  }

  /**
   * Signals when the future itself is done. The one that {@code whenComplete} returns is done only
   * after its action: whoever looked at that one upon the signal could find nothing, and wait for a
   * signal that had been given.
   */
  private void signalAfter(CompletableFuture<?> future) {
    CompletableFuture<?> unused = future.whenComplete((result, failure) -> arrival.signal());
  }

  /**
   * Takes the next message, if it is there.
   *
   * @return null when none is
   * @throws BrokerException when the client has given the consumer up; it will not come back
   */
  Message<byte[]> take(PulsarClients clients) throws BrokerException {
    if (asked == null && queues.hasCommon()) {
      // Taking on this thread would race with the client's, which then asks partitions for more
      // than the common queue has room for.
      ask();
    }
    if (asked != null && !asked.isDone()) {
      return null;
    }
    Message<byte[]> message = asked == null ? takeNow(clients) : takeAsked(clients);
    permitted &= message == null;
    return message;
  }

  private Message<byte[]> takeNow(PulsarClients clients) throws BrokerException {
    try {
      return consumer.receive(0, TimeUnit.MILLISECONDS);
    } catch (PulsarClientException e) {
      throw clients.failures().judge("receiving from " + name, e);
    }
  }

  private Message<byte[]> takeAsked(PulsarClients clients) throws BrokerException {
    Message<byte[]> message = clients.await(asked, Duration.ZERO, "receiving from " + name);
    asked = null;
    return message;
  }

  /** Leaves the subscription; the cluster delivers what is unsettled to others, or here again. */
  void close(PulsarClients clients) {
    try {
      clients.await(subscribing.thenCompose(Consumer::closeAsync), CLOSE_LIMIT, "leaving " + name);
    } catch (BrokerException e) {
      LOG.debug("A consumer of {} was not closed in good order", name, e);
    }
  }
}
