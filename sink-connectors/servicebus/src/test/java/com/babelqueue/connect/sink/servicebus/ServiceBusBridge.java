package com.babelqueue.connect.sink.servicebus;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.babelqueue.connect.harness.ConnectRest;
import com.babelqueue.connect.harness.ConnectWorker;
import com.babelqueue.connect.harness.KafkaServer;
import com.babelqueue.connect.harness.PluginJar;
import com.babelqueue.connect.harness.TopicWriter;
import com.babelqueue.connect.harness.WorkerSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Kafka, a worker with the plugin jar, and a broker with a plain client: what the integration tests
 * of this module need beyond the contract's. One test thread.
 */
final class ServiceBusBridge implements AutoCloseable {
  static final String CONNECTOR = "com.babelqueue.connect.sink.servicebus.ServiceBusSinkConnector";

  static final Duration LIMIT = ServiceBusPeer.LIMIT;

  private final ServiceBusPeer peer;
  private final KafkaServer kafka;
  private final TopicWriter writer;
  private final ConnectWorker worker;

  private ServiceBusBridge() {
    peer = ServiceBusPeer.start();
    kafka = KafkaServer.start();
    writer = kafka.writer();
    worker =
        ConnectWorker.start(
            WorkerSettings.of(kafka)
                .withPlugin(PluginJar.underTest())
                .withProperty("config.providers", "dir")
                .withProperty(
                    "config.providers.dir.class",
                    "org.apache.kafka.common.config.provider.DirectoryConfigProvider"));
  }

  static ServiceBusBridge start() {
    return new ServiceBusBridge();
  }

  ServiceBusPeer peer() {
    return peer;
  }

  ConnectRest rest() {
    return worker.rest();
  }

  void createTopic(String name) {
    kafka.createTopic(name, 1, Map.of());
  }

  /** Writes a record without key and headers. */
  void write(String topic, String value) {
    writer.write(topic, null, value.getBytes(UTF_8), List.of());
  }

  /** The settings of a connector that writes one topic to the queue of its name, and more pairs. */
  Map<String, String> settings(String name, String... pairs) {
    Map<String, String> settings = ServiceBusPeer.connection(peer.address().getPort());
    settings.put("servicebus.entity", name);
    settings.put("connector.class", CONNECTOR);
    settings.put("tasks.max", "1");
    settings.put("topics", name);
    for (String converter : List.of("key", "value", "header")) {
      settings.put(
          converter + ".converter", "org.apache.kafka.connect.converters.ByteArrayConverter");
    }
    for (int i = 0; i < pairs.length; i += 2) {
      settings.put(pairs[i], pairs[i + 1]);
    }
    return settings;
  }

  @Override
  public void close() {
    worker.close();
    writer.close();
    kafka.close();
    peer.close();
  }
}
