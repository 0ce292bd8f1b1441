package com.babelqueue.connect.sink.rabbitmq;

import com.babelqueue.connect.contract.NativeMessage;
import com.babelqueue.connect.contract.RoundTripPeer;
import com.babelqueue.connect.harness.BrokerChoice;
import com.babelqueue.connect.harness.RabbitMqBroker;
import com.fasterxml.jackson.databind.JsonNode;
import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Delivery;
import com.rabbitmq.client.Envelope;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A real broker and its plain client for the contract tests. Each queue is bound to a fanout
 * exchange of its name, so that it gets messages of any routing key.
 */
final class RabbitMqPeer implements RoundTripPeer {
  static final String CONNECTOR = "com.babelqueue.connect.sink.rabbitmq.RabbitMqSinkConnector";

  private static final int MAX_MESSAGE_BYTES = 100_000;
  private static final int PREFETCH = 500;
  private static final Set<String> CONTRACT_HEADERS =
      Set.of("x-schema-version", "x-source-lang", "x-attempts");

  private final RabbitMqBroker broker;
  private final PlainClient client;
  private final boolean byExchange;

  private RabbitMqPeer(RabbitMqBroker broker, PlainClient client, boolean byExchange) {
    this.broker = broker;
    this.client = client;
    this.byExchange = byExchange;
  }

  /** A sink that writes queues over the default exchange. */
  static RabbitMqPeer toQueues() throws Exception {
    return start(false);
  }

  /** A sink that writes exchanges with the record's key as routing key. */
  static RabbitMqPeer toExchanges() throws Exception {
    return start(true);
  }

  private static RabbitMqPeer start(boolean byExchange) throws Exception {
    RabbitMqBroker broker = RabbitMqBroker.start();
    BrokerChoice.announce("rabbitmq", broker.describe());
    return new RabbitMqPeer(broker, PlainClient.of(broker), byExchange);
  }

  @Override
  public String connectorClass() {
    return CONNECTOR;
  }

  @Override
  public Map<String, String> settings(String queue, InetSocketAddress at) {
    Map<String, String> settings = client.settings(at.getHostString(), at.getPort());
    settings.put("rabbitmq.max.message.bytes", Integer.toString(MAX_MESSAGE_BYTES));
    if (byExchange) {
      settings.put("rabbitmq.exchange", queue);
      settings.put("rabbitmq.routing.key", "${key}");
    } else {
      settings.put("rabbitmq.queue", queue);
      settings.put("rabbitmq.delay", honoursDelays() ? "queue" : "none");
    }
    return settings;
  }

  @Override
  public InetSocketAddress address() {
    return new InetSocketAddress(broker.host(), broker.port());
  }

  @Override
  public void createQueue(String name) throws Exception {
    client.declare(name, Map.of());
    client.channel().exchangeDeclare(name, "fanout", true);
    client.channel().queueBind(name, name, "");
  }

  @Override
  public List<NativeMessage> take(String queue, int count, Duration limit) throws Exception {
    List<NativeMessage> taken = new ArrayList<>();
    if (count == 0) {
      return taken;
    }
    Channel channel = client.newChannel();
    channel.basicQos(Math.min(count, PREFETCH));
    Consumer consumer = new Consumer(channel);
    channel.basicConsume(queue, false, consumer);
    long deadline = System.nanoTime() + limit.toNanos();
    while (taken.size() < count) {
      Delivery next = consumer.received.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (next == null) {
        break;
      }
      taken.add(message(next));
      channel.basicAck(next.getEnvelope().getDeliveryTag(), false);
    }
    // What it got beyond the count goes back to its place.
    channel.close();
    return taken;
  }

  private static NativeMessage message(Delivery received) {
    Map<String, Object> contract = new HashMap<>();
    Map<String, Object> others = new HashMap<>();
    if (received.getProperties().getHeaders() != null) {
      received
          .getProperties()
          .getHeaders()
          .forEach(
              (name, value) ->
                  (CONTRACT_HEADERS.contains(name) ? contract : others)
                      .put(name, value instanceof Number ? value : String.valueOf(value)));
    }
    Map<String, Object> projection = new HashMap<>();
    projection.put("properties", properties(received.getProperties()));
    projection.put("headers", contract);
    return new NativeMessage(received.getBody(), projection, others);
  }

  /** Each that is there, so that one which should not be is seen too. */
  private static Map<String, Object> properties(AMQP.BasicProperties properties) {
    Map<String, Object> all = new HashMap<>();
    all.put("type", properties.getType());
    all.put("correlation_id", properties.getCorrelationId());
    all.put("message_id", properties.getMessageId());
    all.put("app_id", properties.getAppId());
    all.put("content_type", properties.getContentType());
    all.put("content_encoding", properties.getContentEncoding());
    all.put("delivery_mode", properties.getDeliveryMode());
    all.put("timestamp", properties.getTimestamp());
    all.put("priority", properties.getPriority());
    all.put("expiration", properties.getExpiration());
    all.put("reply_to", properties.getReplyTo());
    all.put("user_id", properties.getUserId());
    all.put("cluster_id", properties.getClusterId());
    all.values().removeIf(value -> value == null);
    return all;
  }

  @Override
  public long depth(String queue) throws Exception {
    return client.depth(queue);
  }

  @Override
  public boolean keepsOrder() {
    return true;
  }

  @Override
  public boolean honoursDelays() {
    return broker.isRabbitMq();
  }

  @Override
  public Untakable untakable() {
    String body =
        "{\"job\":\"urn:babel:orders:created\",\"trace_id\":\"t\",\"data\":{\"blob\":\""
            + "x".repeat(MAX_MESSAGE_BYTES)
            + "\"},\"meta\":{\"id\":\"i\",\"schema_version\":1},\"attempts\":0}";
    return new Untakable(body, Map.of(), "too_large");
  }

  @Override
  public String projectionBlock() {
    return "rabbitmq.property_projection";
  }

  @Override
  public Map<String, Object> beyondSuite(JsonNode envelope) {
    return Map.of("properties", Map.of("content_encoding", "utf-8", "delivery_mode", 2));
  }

  @Override
  public String sourceModule() {
    return "source-connectors/rabbitmq";
  }

  @Override
  public String sourceClass() {
    return "com.babelqueue.connect.source.rabbitmq.RabbitMqSourceConnector";
  }

  @Override
  public Map<String, String> sourceSettings(String queue) {
    Map<String, String> settings = client.settings(broker.host(), broker.port());
    settings.put("rabbitmq.queues", queue);
    return settings;
  }

  /** The routing key, which is the record's key on its way through an exchange. */
  @Override
  public String keyPolicy() {
    return byExchange ? "group" : "none";
  }

  @Override
  public void close() {
    client.close();
    broker.close();
  }

  /** The client calls it on a thread of its own, in the order of the queue. */
  private static final class Consumer extends DefaultConsumer {
    private final BlockingQueue<Delivery> received = new LinkedBlockingQueue<>();

    Consumer(Channel channel) {
      super(channel);
    }

    @Override
    public void handleDelivery(
        String consumerTag, Envelope envelope, AMQP.BasicProperties properties, byte[] body)
        throws IOException {
      received.add(new Delivery(envelope, properties, body));
    }
  }
}
