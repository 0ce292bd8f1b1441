package com.babelqueue.connect.sink.artemis;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.babelqueue.connect.harness.ConnectRest;
import com.babelqueue.connect.harness.ConnectWorker;
import com.babelqueue.connect.harness.KafkaServer;
import com.babelqueue.connect.harness.PluginJar;
import com.babelqueue.connect.harness.TopicWriter;
import com.babelqueue.connect.harness.WorkerSettings;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Kafka, a worker with the plugin jar, and a broker with a plain client: what the integration tests
 * of this module need beyond the contract's. One test thread.
 */
final class ArtemisBridge implements AutoCloseable {
  /** Generous, since it is only spent where a test fails. */
  static final Duration LIMIT = Duration.ofSeconds(60);

  private final ArtemisPeer peer;
  private final KafkaServer kafka;
  private final TopicWriter writer;
  private final ConnectWorker worker;

  private ArtemisBridge() throws JMSException {
    peer = ArtemisPeer.startWithTls();
    kafka = KafkaServer.start();
    writer = kafka.writer();
    worker =
        ConnectWorker.start(
            WorkerSettings.of(kafka)
                .withPlugin(PluginJar.underTest())
                .withProperty("config.providers", "file")
                .withProperty(
                    "config.providers.file.class",
                    "org.apache.kafka.common.config.provider.FileConfigProvider"));
  }

  static ArtemisBridge start() throws JMSException {
    return new ArtemisBridge();
  }

  ArtemisPeer peer() {
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
    Map<String, String> settings = peer.settings(name, peer.address());
    settings.put("connector.class", ArtemisPeer.CONNECTOR);
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
