package com.babelqueue.connect.sink.pulsar;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.babelqueue.connect.contract.NativeMessage;
import com.babelqueue.connect.contract.RoundTripPeer;
import com.babelqueue.connect.harness.BrokerChoice;
import com.babelqueue.connect.pulsarbroker.PulsarAdmin;
import com.babelqueue.connect.pulsarbroker.PulsarBroker;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.client.api.Consumer;
import org.apache.pulsar.client.api.Message;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.api.SubscriptionInitialPosition;
import org.apache.pulsar.client.api.SubscriptionType;

/** A real broker, its admin interface and the plain client of an application. One test thread. */
final class PulsarPeer implements RoundTripPeer {
  static final String CONNECTOR = "com.babelqueue.connect.sink.pulsar.PulsarSinkConnector";
  static final String SUBSCRIPTION = "babelqueue";

  private static final int RECEIVER_QUEUE = 1_000;

  /** Kafka takes no larger records unless told to. */
  private static final int LARGEST_RECORD = 900_000;

  private static final Set<String> CONTRACT =
      Set.of(
          "bq-job",
          "bq-trace-id",
          "bq-message-id",
          "bq-schema-version",
          "bq-source-lang",
          "bq-attempts",
          "bq-delay");

  private final PulsarBroker broker;
  private final PulsarClient client;
  private final PulsarAdmin admin;

  /** How many messages of each topic have been taken. */
  private final Map<String, Integer> taken = new HashMap<>();

  private PulsarPeer(PulsarBroker broker) throws PulsarClientException {
    this.broker = broker;
    this.admin = new PulsarAdmin(broker.adminUrl(), SUBSCRIPTION);
    this.client = PulsarClient.builder().serviceUrl(broker.serviceUrl().toString()).build();
    BrokerChoice.announce("pulsar", broker.describe());
  }

  static PulsarPeer start() throws PulsarClientException {
    return new PulsarPeer(PulsarBroker.start());
  }

  static String envelope(int number, String padding) {
    return String.format(
        Locale.ROOT,
        "{\"job\":\"urn:babel:orders:created\",\"trace_id\":\"t\",\"data\":{\"n\":%d,\"price\":99.90,"
            + "\"pad\":\"%s\"},\"meta\":{\"id\":\"%d\",\"schema_version\":1},\"attempts\":0}",
        number,
        padding,
        number);
  }

  PulsarBroker broker() {
    return broker;
  }

  PulsarAdmin admin() {
    return admin;
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
        "pulsar.topic",
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

  @Override
  public List<NativeMessage> take(String queue, int count, Duration limit) throws Exception {
    return takeMessages(queue, count, limit).stream().map(PulsarPeer::apart).toList();
  }

  List<Message<byte[]>> takeMessages(String queue, int count, Duration limit) throws Exception {
    return takeMessages(client, queue, count, limit);
  }

  List<Message<byte[]>> takeMessages(PulsarClient reader, String queue, int count, Duration limit)
      throws Exception {
    List<Message<byte[]>> messages = new ArrayList<>();
    List<CompletableFuture<Void>> acknowledged = new ArrayList<>();
    try (Consumer<byte[]> consumer =
        reader
            .newConsumer()
            .topic(queue)
            .subscriptionName(SUBSCRIPTION)
            // Others do not wait for delays.
            .subscriptionType(SubscriptionType.Shared)
            .subscriptionInitialPosition(SubscriptionInitialPosition.Earliest)
            .receiverQueueSize(Math.max(1, Math.min(count, RECEIVER_QUEUE)))
            .acknowledgmentGroupTime(0, TimeUnit.MILLISECONDS)
            .isAckReceiptEnabled(true)
            .enableBatchIndexAcknowledgment(true)
            .subscribe()) {
      long deadline = System.nanoTime() + limit.toNanos();
      while (messages.size() < count) {
        long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        Message<byte[]> message =
            left > 0 ? consumer.receive((int) left, TimeUnit.MILLISECONDS) : null;
        if (message == null) {
          break;
        }
        acknowledged.add(consumer.acknowledgeAsync(message));
        messages.add(message);
      }
      for (CompletableFuture<Void> one : acknowledged) {
        one.get(30, TimeUnit.SECONDS);
      }
    }
    taken.merge(queue, messages.size(), Integer::sum);
    return messages;
  }

  private static NativeMessage apart(Message<byte[]> message) {
    Map<String, Object> projected = new HashMap<>();
    Map<String, Object> headers = new HashMap<>();
    message
        .getProperties()
        .forEach((name, value) -> (CONTRACT.contains(name) ? projected : headers).put(name, value));
    Map<String, Object> fields = new HashMap<>();
    fields.put("properties", projected);
    if (message.getEventTime() != 0) {
      fields.put("event_time", message.getEventTime());
    }
    if (message.hasOrderingKey()) {
      fields.put("ordering_key", message.getOrderingKey());
    }
    return new NativeMessage(message.getData(), fields, headers);
  }

  /** The cluster's backlog counts batches, so what came in and was not taken is counted here. */
  @Override
  public long depth(String queue) throws IOException, InterruptedException {
    return admin.stats(queue).path("msgInCounter").asLong() - taken.getOrDefault(queue, 0);
  }

  @Override
  public boolean keepsOrder() {
    return true;
  }

  @Override
  public boolean honoursDelays() {
    return true;
  }

  @Override
  public Untakable untakable() {
    return broker.maxMessageBytes() > LARGEST_RECORD
        ? null
        : new Untakable(envelope(1, "x".repeat(broker.maxMessageBytes())), Map.of(), "too_large");
  }

  @Override
  public String projectionBlock() {
    return "pulsar.property_projection";
  }

  @Override
  public String sourceModule() {
    return "source-connectors/pulsar";
  }

  @Override
  public String sourceClass() {
    return "com.babelqueue.connect.source.pulsar.PulsarSourceConnector";
  }

  @Override
  public Map<String, String> sourceSettings(String queue) {
    return Map.of("pulsar.service.url", broker.serviceUrl().toString(), "pulsar.topics", queue);
  }

  @Override
  public String keyPolicy() {
    return "group";
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

  static String text(Message<byte[]> message) {
    return new String(message.getData(), UTF_8);
  }
}
