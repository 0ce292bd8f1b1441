package com.babelqueue.connect.source.pulsar;

import com.babelqueue.connect.harness.ConnectRest;
import com.babelqueue.connect.harness.ConnectWorker;
import com.babelqueue.connect.harness.KafkaServer;
import com.babelqueue.connect.harness.PluginJar;
import com.babelqueue.connect.harness.TopicReader;
import com.babelqueue.connect.harness.WorkerSettings;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.pulsar.client.api.PulsarClientException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Kafka, a worker with the plugin jar, and a broker with a plain client, started once for all tests
 * that ask for it. One test thread.
 */
final class PulsarBridge implements AutoCloseable {
  /** Generous, since it is only spent where a test fails. */
  static final Duration LIMIT = Duration.ofSeconds(90);

  private final PulsarPeer peer;
  private final KafkaServer kafka;
  private final ConnectWorker worker;

  private PulsarBridge() {
    try {
      peer = PulsarPeer.start();
    } catch (PulsarClientException e) {
      throw new IllegalStateException("the test's own client cannot be made", e);
    }
    kafka = KafkaServer.start();
    worker = ConnectWorker.start(WorkerSettings.of(kafka).withPlugin(PluginJar.underTest()));
  }

  PulsarPeer peer() {
    return peer;
  }

  ConnectRest rest() {
    return worker.rest();
  }

  /** The first records of a topic, once they are there. */
  List<ConsumerRecord<byte[], byte[]>> records(String topic, int count) {
    try (TopicReader reader = kafka.reader(topic)) {
      return reader.read(count, LIMIT);
    }
  }

  /** The settings of the JSON that users copy, as they are in the file. */
  static Map<String, String> example() throws IOException {
    ObjectMapper json = new ObjectMapper();
    Path file =
        Path.of(System.getProperty("babelqueue.root"), "config-examples", "pulsar-source.json");
    return json.convertValue(
        json.readTree(file.toFile()).path("config"), new TypeReference<Map<String, String>>() {});
  }

  @Override
  public void close() {
    worker.close();
    kafka.close();
    peer.close();
  }

  /** Starts the bridge for the first test that asks for it and ends it after the last. */
  static final class Shared implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == PulsarBridge.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return context
          .getRoot()
          .getStore(ExtensionContext.Namespace.create(PulsarBridge.class))
          .getOrComputeIfAbsent(PulsarBridge.class, key -> new PulsarBridge(), PulsarBridge.class);
    }
  }
}
