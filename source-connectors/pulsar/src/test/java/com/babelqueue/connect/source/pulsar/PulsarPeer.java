package com.babelqueue.connect.source.pulsar;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.babelqueue.connect.contract.SourcePeer;
import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.harness.BrokerChoice;
import com.babelqueue.connect.pulsarbroker.PulsarAdmin;
import com.babelqueue.connect.pulsarbroker.PulsarBroker;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.client.api.Consumer;
import org.apache.pulsar.client.api.ConsumerBuilder;
import org.apache.pulsar.client.api.Message;
import org.apache.pulsar.client.api.MessageId;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.api.SubscriptionInitialPosition;
import org.apache.pulsar.client.api.SubscriptionType;
import org.apache.pulsar.client.api.TypedMessageBuilder;

/** The other side of a topic: a real broker, the plain client and the admin interface. */
final class PulsarPeer implements SourcePeer {
  static final String CONNECTOR = "com.babelqueue.connect.source.pulsar.PulsarSourceConnector";

  private static final String SUBSCRIPTION = "babelqueue";
  private static final int UNBATCHED_SENDS = 500;

  private final PulsarBroker broker;
  private final PulsarClient client;
  private final PulsarAdmin admin;
  private final Map<String, Producer<byte[]>> producers = new HashMap<>();

  private PulsarPeer(PulsarBroker broker) throws PulsarClientException {
    this.broker = broker;
    this.admin = new PulsarAdmin(broker.adminUrl(), SUBSCRIPTION);
    this.client = PulsarClient.builder().serviceUrl(broker.serviceUrl().toString()).build();
    BrokerChoice.announce("pulsar", broker.describe());
  }

  static PulsarPeer start() throws PulsarClientException {
    return new PulsarPeer(PulsarBroker.start());
  }

  PulsarClient client() {
    return client;
  }

  @Override
  public String connectorClass() {
    return CONNECTOR;
  }

  @Override
  public Map<String, String> settings(String queue, InetSocketAddress at) {
    return Map.of(
        "pulsar.service.url",
        "pulsar://" + at.getHostString() + ":" + at.getPort(),
        "pulsar.topics",
        queue);
  }

  @Override
  public InetSocketAddress address() {
    return InetSocketAddress.createUnresolved(
        broker.serviceUrl().getHost(), broker.serviceUrl().getPort());
  }

  @Override
  public void createQueue(String name) throws IOException, InterruptedException {
    admin.createTopic(name);
  }

  void createPartitioned(String name, int partitions) throws IOException, InterruptedException {
    admin.createPartitioned(name, partitions);
  }

  /** Closes the topic at the broker, which drops every connection's hold on it. */
  void unload(String name) throws IOException, InterruptedException {
    admin.unload(name);
  }

  @Override
  public void send(String queue, List<String> bodies) throws Exception {
    List<CompletableFuture<MessageId>> sent = new ArrayList<>();
    for (String body : bodies) {
      sent.add(producer(queue).sendAsync(body.getBytes(UTF_8)));
      if (sent.size() == UNBATCHED_SENDS) {
        await(sent);
      }
    }
    await(sent);
  }

  private static <T> void await(List<CompletableFuture<T>> answers) throws Exception {
    for (CompletableFuture<T> one : answers) {
      one.get(30, TimeUnit.SECONDS);
    }
    answers.clear();
  }

  @Override
  public void send(String queue, String body, Map<String, String> headers) throws Exception {
    message(queue, body).properties(headers).send();
  }

  /** A message to dress up and send. */
  TypedMessageBuilder<byte[]> message(String queue, String body) throws PulsarClientException {
    return message(queue, body.getBytes(UTF_8));
  }

  TypedMessageBuilder<byte[]> message(String queue, byte[] body) throws PulsarClientException {
    return producer(queue).newMessage().value(body);
  }

  private Producer<byte[]> producer(String queue) throws PulsarClientException {
    Producer<byte[]> producer = producers.get(queue);
    if (producer == null) {
      producer =
          client
              .newProducer()
              .topic(queue)
              .enableBatching(false)
              .maxPendingMessages(UNBATCHED_SENDS + 1)
              .create();
      producers.put(queue, producer);
    }
    return producer;
  }

  /** Sends bodies as one producer batch. */
  void sendBatch(String queue, List<String> bodies) throws Exception {
    try (Producer<byte[]> batching =
        client
            .newProducer()
            .topic(queue)
            .batchingMaxMessages(bodies.size())
            .batchingMaxPublishDelay(1, TimeUnit.MINUTES)
            .create()) {
      List<CompletableFuture<MessageId>> sent = new ArrayList<>();
      for (String body : bodies) {
        sent.add(batching.sendAsync(body.getBytes(UTF_8)));
      }
      batching.flush();
      await(sent);
    }
  }

  @Override
  public List<String> take(String queue, int count, Duration limit) throws Exception {
    List<String> bodies = new ArrayList<>();
    for (Message<byte[]> message : takeMessages(queue, count, limit)) {
      bodies.add(new String(message.getData(), UTF_8));
    }
    return bodies;
  }

  List<Message<byte[]>> takeMessages(String queue, int count, Duration limit) throws Exception {
    List<Message<byte[]>> taken = new ArrayList<>();
    List<CompletableFuture<Void>> acknowledged = new ArrayList<>();
    try (Consumer<byte[]> consumer = consumerBuilder(queue).receiverQueueSize(count).subscribe()) {
      long deadline = System.nanoTime() + limit.toNanos();
      while (taken.size() < count) {
        long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        Message<byte[]> message =
            left > 0 ? consumer.receive((int) left, TimeUnit.MILLISECONDS) : null;
        if (message == null) {
          break;
        }
        acknowledged.add(consumer.acknowledgeAsync(message));
        taken.add(message);
      }
      await(acknowledged);
    }
    return taken;
  }

  /** Another consumer of the connector's subscription, which holds one message untaken at most. */
  Consumer<byte[]> consumer(String queue) throws PulsarClientException {
    return consumerBuilder(queue).subscribe();
  }

  /** A consumer that gets one message with each {@link #receiveOne}, and no other. */
  Consumer<byte[]> pausedConsumer(String queue) throws PulsarClientException {
    return consumerBuilder(queue).startPaused(true).subscribe();
  }

  /** Lets a paused consumer have one message. */
  static Message<byte[]> receiveOne(Consumer<byte[]> consumer) {
    return Await.value(
        "a message",
        Duration.ofSeconds(30),
        () -> {
          // The client may have its only permit a little after it is subscribed.
          consumer.resume();
          consumer.pause();
          return Optional.ofNullable(consumer.receive(500, TimeUnit.MILLISECONDS));
        });
  }

  private ConsumerBuilder<byte[]> consumerBuilder(String queue) {
    return client
        .newConsumer()
        .topic(queue)
        .subscriptionName(SUBSCRIPTION)
        .subscriptionType(SubscriptionType.Shared)
        .subscriptionInitialPosition(SubscriptionInitialPosition.Earliest)
        .receiverQueueSize(1)
        .acknowledgmentGroupTime(0, TimeUnit.MILLISECONDS)
        .isAckReceiptEnabled(true)
        .negativeAckRedeliveryDelay(100, TimeUnit.MILLISECONDS)
        .enableBatchIndexAcknowledgment(true);
  }

  @Override
  public long ready(String queue) throws IOException, InterruptedException {
    JsonNode subscription = admin.subscription(queue);
    return subscription.path("msgBacklog").asLong() - subscription.path("unackedMessages").asLong();
  }

  @Override
  public long unsettled(String queue) throws IOException, InterruptedException {
    return admin.subscription(queue).path("msgBacklog").asLong();
  }

  /** How many messages consumers of the subscription hold. */
  long delivered(String queue) throws IOException, InterruptedException {
    return admin.subscription(queue).path("unackedMessages").asLong();
  }

  /** How many consumers the subscription has. */
  int consumers(String queue) throws IOException, InterruptedException {
    return admin.subscription(queue).path("consumers").size();
  }

  @Override
  public boolean keepsOrder() {
    return true;
  }

  @Override
  public String versionHeader() {
    return "bq-schema-version";
  }

  @Override
  public void close() {
    try {
      client.close();
    } catch (PulsarClientException e) {
      throw new IllegalStateException(e);
    } finally {
      broker.close();
    }
  }
}
