package com.babelqueue.connect.sink.rabbitmq;

import com.babelqueue.connect.harness.BrokerChoice;
import com.babelqueue.connect.harness.ConnectRest;
import com.babelqueue.connect.harness.ConnectWorker;
import com.babelqueue.connect.harness.KafkaServer;
import com.babelqueue.connect.harness.PluginJar;
import com.babelqueue.connect.harness.RabbitMqBroker;
import com.babelqueue.connect.harness.TopicWriter;
import com.babelqueue.connect.harness.WorkerSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Kafka, a worker with the plugin jar, a broker and a plain client of it: what the tests need that
 * are about more than the sink's contract, started once for all of them. One test thread.
 */
final class SinkBridge implements AutoCloseable {
  /** Generous, since it is only spent where a test fails. */
  static final Duration LIMIT = Duration.ofSeconds(90);

  private static final String BYTES = "org.apache.kafka.connect.converters.ByteArrayConverter";

  private final RabbitMqBroker broker = RabbitMqBroker.startWithTls();
  private final KafkaServer kafka = KafkaServer.start();
  private final ConnectWorker worker =
      ConnectWorker.start(
          WorkerSettings.of(kafka)
              .withPlugin(PluginJar.underTest(), PluginJar.of("sink-connectors/reinject"))
              .withProperty("config.providers", "file")
              .withProperty(
                  "config.providers.file.class",
                  "org.apache.kafka.common.config.provider.FileConfigProvider"));
  private final PlainClient client;

  private SinkBridge() throws Exception {
    client = PlainClient.of(broker);
    BrokerChoice.announce("rabbitmq", broker.describe());
  }

  RabbitMqBroker broker() {
    return broker;
  }

  PlainClient client() {
    return client;
  }

  KafkaServer kafka() {
    return kafka;
  }

  ConnectRest rest() {
    return worker.rest();
  }

  /** Writes one record to a topic that is then there. */
  void feed(String topic, byte[] value) {
    if (!kafka.topics().contains(topic)) {
      kafka.createTopic(topic, 1, Map.of("retention.ms", "-1"));
    }
    try (TopicWriter writer = kafka.writer()) {
      writer.write(topic, null, value, List.of());
    }
  }

  /** Settings of a sink that writes a topic to the queue of the same name, and more pairs. */
  Map<String, String> settings(String queue, String... pairs) {
    Map<String, String> settings = new TreeMap<>(client.settings(broker.host(), broker.port()));
    settings.put("connector.class", RabbitMqPeer.CONNECTOR);
    settings.put("tasks.max", "1");
    settings.put("topics", queue);
    settings.put("rabbitmq.queue", queue);
    settings.put("key.converter", BYTES);
    settings.put("value.converter", BYTES);
    settings.put("header.converter", BYTES);
    for (int i = 0; i < pairs.length; i += 2) {
      settings.put(pairs[i], pairs[i + 1]);
    }
    return settings;
  }

  @Override
  public void close() {
    client.close();
    worker.close();
    kafka.close();
    broker.close();
  }

  /** Starts the bridge for the first test that asks for it and ends it after the last. */
  static final class Shared implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == SinkBridge.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return context
          .getRoot()
          .getStore(ExtensionContext.Namespace.create(SinkBridge.class))
          .getOrComputeIfAbsent(SinkBridge.class, key -> started(), SinkBridge.class);
    }

    private static SinkBridge started() {
      try {
        return new SinkBridge();
      } catch (Exception e) {
        throw new IllegalStateException("the bridge does not start", e);
      }
    }
  }
}
