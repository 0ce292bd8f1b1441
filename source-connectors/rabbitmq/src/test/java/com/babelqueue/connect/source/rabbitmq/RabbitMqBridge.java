package com.babelqueue.connect.source.rabbitmq;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.harness.BrokerChoice;
import com.babelqueue.connect.harness.ConnectRest;
import com.babelqueue.connect.harness.ConnectWorker;
import com.babelqueue.connect.harness.KafkaServer;
import com.babelqueue.connect.harness.PluginJar;
import com.babelqueue.connect.harness.RabbitMqBroker;
import com.babelqueue.connect.harness.RecordText;
import com.babelqueue.connect.harness.TopicReader;
import com.babelqueue.connect.harness.WorkerSettings;
import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Kafka, a worker with the plugin jar, a broker and a plain client of it: what the integration
 * tests of this module need, started once for all of them. One test thread.
 */
final class RabbitMqBridge implements AutoCloseable {
  static final String CONNECTOR = "com.babelqueue.connect.source.rabbitmq.RabbitMqSourceConnector";

  /** Generous, since it is only spent where a test fails. */
  static final Duration LIMIT = Duration.ofSeconds(60);

  /** Not long ago: a topic deletes records that are older than its retention at any time. */
  static final long CREATED_AT = System.currentTimeMillis() - 60_000;

  private static final String BYTES = "org.apache.kafka.connect.converters.ByteArrayConverter";

  private final RabbitMqBroker broker = RabbitMqBroker.startWithTls();
  private final KafkaServer kafka = KafkaServer.start();
  private final WorkerSettings workerSettings =
      WorkerSettings.of(kafka)
          .withPlugin(PluginJar.underTest())
          .withProperty("config.providers", "file")
          .withProperty(
              "config.providers.file.class",
              "org.apache.kafka.common.config.provider.FileConfigProvider");
  private final ConnectWorker worker = ConnectWorker.start(workerSettings);
  private final Connection connection = connect();

  /** Owned by the test thread; a refusal, such as that of a queue that is missing, closes it. */
  private Channel channel = openChannel();

  private RabbitMqBridge() {
    BrokerChoice.announce("rabbitmq", broker.describe());
  }

  RabbitMqBroker broker() {
    return broker;
  }

  KafkaServer kafka() {
    return kafka;
  }

  ConnectRest rest() {
    return worker.rest();
  }

  /** The worker's settings as a base for workers of other groups. */
  WorkerSettings workerSettings() {
    return WorkerSettings.of(kafka).withPlugin(PluginJar.underTest());
  }

  /** An open channel with confirms. */
  Channel channel() {
    if (!channel.isOpen()) {
      channel = openChannel();
    }
    return channel;
  }

  private Connection connect() {
    ConnectionFactory factory = new ConnectionFactory();
    factory.setHost(broker.host());
    factory.setPort(broker.port());
    factory.setUsername(broker.user());
    factory.setPassword(broker.password());
    factory.setVirtualHost(broker.virtualHost());
    try {
      return factory.newConnection("test");
    } catch (IOException | TimeoutException e) {
      throw new IllegalStateException("the test's own client cannot connect", e);
    }
  }

  private Channel openChannel() {
    try {
      Channel opened = connection.createChannel();
      opened.confirmSelect();
      return opened;
    } catch (IOException e) {
      throw new IllegalStateException("the test's own client has no channel", e);
    }
  }

  /** A connector's settings: those that reach the broker, byte-exact converters, and more pairs. */
  Map<String, String> settings(String queues, String topic, String... pairs) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("connector.class", CONNECTOR);
    settings.put("tasks.max", "1");
    settings.put("rabbitmq.addresses", broker.host() + ":" + broker.port());
    settings.put("rabbitmq.username", broker.user());
    settings.put("rabbitmq.password", broker.password());
    settings.put("rabbitmq.virtual.host", broker.virtualHost());
    settings.put("rabbitmq.queues", queues);
    settings.put("kafka.topic", topic);
    settings.put("key.converter", BYTES);
    settings.put("value.converter", BYTES);
    settings.put("header.converter", BYTES);
    for (int i = 0; i < pairs.length; i += 2) {
      settings.put(pairs[i], pairs[i + 1]);
    }
    return settings;
  }

  /** Starts a connector of one task that reads a queue into the topic of the same name. */
  Running start(String queue, String... pairs) {
    return start(queue, 1, settings(queue, queue, pairs));
  }

  /** Starts a connector and waits until it runs. */
  Running start(String name, int tasks, Map<String, String> settings) {
    rest().put(name, settings);
    rest().awaitRunning(name, tasks, LIMIT);
    return () -> rest().delete(name);
  }

  /** Declares a durable queue: classic unless the arguments say otherwise. */
  String declare(String queue, Map<String, Object> arguments) throws IOException {
    channel().queueDeclare(queue, true, false, false, arguments);
    return queue;
  }

  /** Publishes to a queue and waits for the broker's confirmation. */
  void publish(String queue, AMQP.BasicProperties properties, byte[] body) throws Exception {
    channel().basicPublish("", queue, properties, body);
    channel().waitForConfirmsOrDie(LIMIT.toMillis());
  }

  /** Publishes envelopes with the numbers from one on and below another in their data. */
  void publishEnvelopes(String queue, int from, int to) throws Exception {
    for (int i = from; i < to; i++) {
      channel().basicPublish("", queue, null, envelope(i).getBytes(UTF_8));
    }
    channel().waitForConfirmsOrDie(LIMIT.toMillis());
  }

  /** The first records of a topic, once they are there. */
  List<ConsumerRecord<byte[], byte[]>> records(String topic, int count) {
    try (TopicReader reader = kafka.reader(topic)) {
      return reader.read(count, LIMIT);
    }
  }

  /** Waits until a queue is empty and, with its connector gone, nothing comes back into it. */
  void awaitEmpty(String queue, Running connector) throws IOException {
    Await.until("queue " + queue + " is empty", LIMIT, () -> channel().messageCount(queue) == 0);
    connector.close();
    Await.until(
        "queue " + queue + " has no consumer", LIMIT, () -> channel().consumerCount(queue) == 0);
    if (channel().messageCount(queue) != 0) {
      throw new AssertionError(
          channel().messageCount(queue) + " messages were not settled and came back to " + queue);
    }
  }

  /** An envelope of about 330 bytes with a number in its data. */
  static String envelope(int number) {
    return envelope(number, 0, CREATED_AT);
  }

  static String envelope(int number, int attempts, long createdAt) {
    return String.format(
        Locale.ROOT,
        "{\"job\":\"urn:babel:orders:created\",\"trace_id\":\"6f1c2a52-9f0e-4d27-8a51-%012d\","
            + "\"data\":{\"n\":%d,\"price\":99.90,\"note\":\"Café — naïve ☕ %s\"},"
            + "\"meta\":{\"id\":\"0b54b1f2-0000-4000-8000-%012d\",\"queue\":\"orders\",\"lang\":\"php\","
            + "\"schema_version\":1,\"created_at\":%d},\"attempts\":%d}",
        number,
        number,
        "x".repeat(40),
        number,
        createdAt,
        attempts);
  }

  /** The number in an envelope's data. */
  static int number(ConsumerRecord<byte[], byte[]> record) {
    String body = RecordText.text(record.value());
    int from = body.indexOf("\"n\":") + 4;
    return Integer.parseInt(body.substring(from, body.indexOf(',', from)));
  }

  @Override
  public void close() {
    connection.abort();
    worker.close();
    kafka.close();
    broker.close();
  }

  /** A connector that is deleted at the end of its test. */
  @FunctionalInterface
  interface Running extends AutoCloseable {
    @Override
    void close();
  }

  /** Starts the bridge for the first test that asks for it and ends it after the last. */
  static final class Shared implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == RabbitMqBridge.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return context
          .getRoot()
          .getStore(ExtensionContext.Namespace.create(RabbitMqBridge.class))
          .getOrComputeIfAbsent(
              RabbitMqBridge.class, key -> new RabbitMqBridge(), RabbitMqBridge.class);
    }
  }
}
