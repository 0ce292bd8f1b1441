package com.babelqueue.connect.quickstart.pulsar;

import com.babelqueue.connect.quickstart.scene.PlainEnvelope;
import com.babelqueue.connect.quickstart.scene.SentMessage;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.pulsar.client.api.Consumer;
import org.apache.pulsar.client.api.Message;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.api.SubscriptionInitialPosition;
import org.apache.pulsar.client.api.SubscriptionType;

/**
 * A consumer beside the connector, in the same subscription, that takes one message and hands it
 * back.
 *
 * <p>A broker counts redeliveries for one subscription, and forgets the counts when its last
 * consumer goes. So this one stays, and is given nothing more: without a receiver queue it asks for
 * a message only when it is told to receive. One thread.
 */
final class Colleague {
  private static final String SUBSCRIPTION = "pulsar.subscription.name";
  private static final String DEFAULT_SUBSCRIPTION = "babelqueue";
  private static final String TYPE = "pulsar.subscription.type";
  private static final int RECEIVE_LIMIT_SECONDS = 20;
  private static final int HAND_BACK_MS = 100;

  private final Optional<Consumer<byte[]>> consumer;

  private Colleague(Optional<Consumer<byte[]>> consumer) {
    this.consumer = consumer;
  }

  /**
   * Joins the subscription that a connector will read, unless that one is not shared.
   *
   * @param config the connector's
   */
  static Colleague subscribe(PulsarClient client, String topic, Map<String, String> config)
      throws PulsarClientException {
    SubscriptionType shared = SubscriptionType.Shared;
    if (!config.getOrDefault(TYPE, shared.name()).equalsIgnoreCase(shared.name())) {
      return new Colleague(Optional.empty());
    }
    return new Colleague(
        Optional.of(
            client
                .newConsumer()
                .topic(topic)
                .subscriptionName(config.getOrDefault(SUBSCRIPTION, DEFAULT_SUBSCRIPTION).strip())
                .subscriptionType(shared)
                .subscriptionInitialPosition(SubscriptionInitialPosition.Earliest)
                .receiverQueueSize(0)
                .negativeAckRedeliveryDelay(HAND_BACK_MS, TimeUnit.MILLISECONDS)
                .subscribe()));
  }

  /**
   * Receives the one message that is there, and hands it back.
   *
   * @return what must become of it
   */
  SentMessage receiveInVain(PlainEnvelope envelope) {
    if (consumer.isEmpty()) {
      return SentMessage.of(
          "delivered once, since the subscription is not Shared; so bq-attempts is 0", envelope, 0);
    }
    try {
      // The only receive with a limit that there is without a receiver queue.
      Message<byte[]> message =
          consumer.get().receiveAsync().get(RECEIVE_LIMIT_SECONDS, TimeUnit.SECONDS);
      consumer.get().negativeAcknowledge(message);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("the topic did not deliver what was sent to it", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while receiving", e);
    }
    return SentMessage.of(
        "received once by another consumer of the subscription, which handed it back,"
            + " so bq-attempts is 1",
        envelope,
        1);
  }
}
