package com.babelqueue.connect.quickstart.rabbitmq;

import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.harness.RabbitMqBroker;
import com.babelqueue.connect.quickstart.scene.FullQueue;
import com.babelqueue.connect.quickstart.scene.NativeMessage;
import com.babelqueue.connect.quickstart.scene.OrderStory;
import com.babelqueue.connect.quickstart.scene.PlainEnvelope;
import com.babelqueue.connect.quickstart.scene.PlainSender;
import com.babelqueue.connect.quickstart.scene.RefusingStage;
import com.babelqueue.connect.quickstart.scene.SentMessage;
import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.GetResponse;
import com.rabbitmq.client.impl.ClientVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Publishes to a queue with amqp-client, projecting envelopes as contract 3.2 says. */
final class RabbitMqStage implements RefusingStage, PlainSender {
  private static final String KIND_PROPERTY = "babelqueue.rabbitmq.kind";
  private static final String URI = "rabbitmq.uri";
  private static final String ATTEMPTS = "x-attempts";
  private static final long CONFIRM_LIMIT_MS = 10_000;
  private static final int PERSISTENT = 2;

  private static final Duration LOOK_LIMIT = Duration.ofSeconds(60);

  private final RabbitMqBroker broker;
  private final Connection connection;
  private final Channel channel;
  private final String queue;
  private final boolean addressedByUri;
  // Null until it is first filled.
  private OnePlaceQueue small;

  private RabbitMqStage(
      RabbitMqBroker broker,
      Connection connection,
      Channel channel,
      String queue,
      boolean addressedByUri) {
    this.broker = broker;
    this.connection = connection;
    this.channel = channel;
    this.queue = queue;
    this.addressedByUri = addressedByUri;
  }

  static RabbitMqStage open(RabbitMqBroker broker, String queue, Map<String, String> config) {
    ConnectionFactory factory = new ConnectionFactory();
    factory.setHost(broker.host());
    factory.setPort(broker.port());
    factory.setUsername(broker.user());
    factory.setPassword(broker.password());
    factory.setVirtualHost(broker.virtualHost());
    try {
      Connection connection = factory.newConnection("quickstart");
      Channel channel = connection.createChannel();
      channel.confirmSelect();
      channel.queueDeclare(queue, true, false, false, Map.of());
      return new RabbitMqStage(broker, connection, channel, queue, config.containsKey(URI));
    } catch (IOException e) {
      throw new UncheckedIOException("queue " + queue + " could not be declared", e);
    } catch (TimeoutException e) {
      throw new IllegalStateException("no connection to " + broker.describe(), e);
    }
  }

  @Override
  public String broker() {
    return broker.describe() + " on " + broker.host() + ":" + broker.port();
  }

  @Override
  public String client() {
    return "amqp-client " + ClientVersion.VERSION;
  }

  @Override
  public String queue() {
    return queue;
  }

  @Override
  public Optional<String> note() {
    if (broker.isRabbitMq() || isGiven()) {
      return Optional.empty();
    }
    return Optional.of(
        System.getProperty(KIND_PROPERTY, "").isBlank()
            ? "no rabbitmq-server was found on this machine, so this embedded broker stands in"
            : "this embedded broker stands in for RabbitMQ, as " + KIND_PROPERTY + " says");
  }

  /** Says whether the broker is somebody else's, named by its address. */
  private static boolean isGiven() {
    return !System.getProperty(RabbitMqBroker.ADDRESS_PROPERTY, "").isBlank();
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    if (addressedByUri) {
      settings.put(
          URI,
          "amqp://%s:%s@%s:%d/%s"
              .formatted(
                  encoded(broker.user()),
                  encoded(broker.password()),
                  broker.host(),
                  broker.port(),
                  encoded(broker.virtualHost())));
    } else {
      settings.put("rabbitmq.addresses", broker.host() + ":" + broker.port());
      settings.put("rabbitmq.username", broker.user());
      settings.put("rabbitmq.password", broker.password());
      settings.put("rabbitmq.virtual.host", broker.virtualHost());
    }
    return settings;
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  @Override
  public boolean credentialsAreSecret() {
    return isGiven();
  }

  @Override
  public void send(Consumer<SentMessage> sent) {
    OrderStory story = new OrderStory("rabbitmq", queue);
    PlainEnvelope created = story.created();
    // AMQP 0-9-1 has no delivery count: Laravel publishes the old body again and counts in a
    // header.
    publish(queue, created.body(), properties(created, Map.of(ATTEMPTS, 1)));
    sent.accept(
        SentMessage.of(
            "retried as Laravel does (x-attempts 1, old body; AMQP has no count), so bq-attempts is 1",
            created,
            1));
    story.sendRest(this, "a header beside the envelope", sent);
  }

  @Override
  public void sendEnvelope(PlainEnvelope envelope, Map<String, String> headers) {
    publish(queue, envelope.body(), properties(envelope, headers));
  }

  @Override
  public void sendBare(String body) {
    publish(queue, body, new BasicProperties());
  }

  private void publish(String to, String body, BasicProperties properties) {
    try {
      channel.basicPublish("", to, properties, body.getBytes(StandardCharsets.UTF_8));
      channel.waitForConfirmsOrDie(CONFIRM_LIMIT_MS);
    } catch (IOException e) {
      throw new UncheckedIOException("queue " + to + " did not take a message", e);
    } catch (TimeoutException e) {
      throw new IllegalStateException("queue " + to + " did not confirm a message", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while sending", e);
    }
  }

  @Override
  public List<NativeMessage> look(int count) {
    Await.until(
        count + " messages in queue " + queue,
        LOOK_LIMIT,
        () -> channel.messageCount(queue) >= count);
    try {
      List<NativeMessage> found = new ArrayList<>();
      GetResponse last = null;
      for (GetResponse got = channel.basicGet(queue, false);
          got != null;
          got = channel.basicGet(queue, false)) {
        found.add(seen(got));
        last = got;
      }
      if (last != null) {
        channel.basicNack(last.getEnvelope().getDeliveryTag(), true, true);
      }
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException("queue " + queue + " could not be looked at", e);
    }
  }

  @Override
  public FullQueue fill(int order) {
    if (small == null) {
      small = OnePlaceQueue.declare(channel, broker.isRabbitMq());
    }
    PlainEnvelope envelope = new OrderStory("rabbitmq", OnePlaceQueue.NAME).order(order);
    publish(OnePlaceQueue.NAME, envelope.body(), properties(envelope, Map.of()));
    return new FullQueue(
        OnePlaceQueue.NAME, ATTEMPTS, Map.of("rabbitmq.queue", OnePlaceQueue.NAME));
  }

  @Override
  public NativeMessage take() {
    return seen(
        Await.value("a message in queue " + OnePlaceQueue.NAME, LOOK_LIMIT, small::receive));
  }

  private static NativeMessage seen(GetResponse message) {
    BasicProperties properties = message.getProps();
    Map<String, String> seen = new LinkedHashMap<>();
    seen.put("type", properties.getType());
    seen.put("correlation_id", properties.getCorrelationId());
    seen.put("message_id", properties.getMessageId());
    seen.put("app_id", properties.getAppId());
    seen.put("content_type", properties.getContentType());
    seen.put("content_encoding", properties.getContentEncoding());
    seen.put("delivery_mode", String.valueOf(properties.getDeliveryMode()));
    if (properties.getHeaders() != null) {
      properties
          .getHeaders()
          .forEach(
              (name, value) ->
                  seen.put(name, value + " (" + value.getClass().getSimpleName() + ")"));
    }
    return new NativeMessage(new String(message.getBody(), StandardCharsets.UTF_8), seen);
  }

  /** Header values of the table may be replaced by the caller's. */
  private static BasicProperties properties(PlainEnvelope envelope, Map<String, ?> more) {
    Map<String, Object> headers = new LinkedHashMap<>();
    headers.put("x-schema-version", PlainEnvelope.SCHEMA_VERSION);
    headers.put("x-source-lang", envelope.lang());
    headers.put(ATTEMPTS, 0);
    headers.putAll(more);
    return new BasicProperties.Builder()
        .type(envelope.urn())
        .correlationId(envelope.traceId())
        .messageId(envelope.id())
        .appId("babelqueue")
        .contentType("application/json")
        .contentEncoding("utf-8")
        .deliveryMode(PERSISTENT)
        .headers(headers)
        .build();
  }

  @Override
  public void close() {
    try {
      connection.abort();
    } finally {
      broker.close();
    }
  }
}
