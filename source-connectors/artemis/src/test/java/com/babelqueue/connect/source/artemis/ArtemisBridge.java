package com.babelqueue.connect.source.artemis;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.harness.ConnectRest;
import com.babelqueue.connect.harness.ConnectWorker;
import com.babelqueue.connect.harness.KafkaServer;
import com.babelqueue.connect.harness.PluginJar;
import com.babelqueue.connect.harness.TopicReader;
import com.babelqueue.connect.harness.WorkerSettings;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Kafka, a worker with the plugin jar, and a broker with a plain client: what the integration tests
 * of this module need, started once for all of them. One test thread.
 */
final class ArtemisBridge implements AutoCloseable {
  /** Generous, since it is only spent where a test fails. */
  static final Duration LIMIT = Duration.ofSeconds(60);

  private static final String BYTES = "org.apache.kafka.connect.converters.ByteArrayConverter";

  private final ArtemisPeer peer;
  private final KafkaServer kafka;
  private final ConnectWorker worker;

  private ArtemisBridge() {
    try {
      peer = ArtemisPeer.startWithTls();
    } catch (JMSException e) {
      throw new IllegalStateException("the test's own client cannot connect", e);
    }
    kafka = KafkaServer.start();
    worker =
        ConnectWorker.start(
            WorkerSettings.of(kafka)
                .withPlugin(PluginJar.underTest())
                .withProperty("config.providers", "file")
                .withProperty(
                    "config.providers.file.class",
                    "org.apache.kafka.common.config.provider.FileConfigProvider"));
  }

  ArtemisPeer peer() {
    return peer;
  }

  KafkaServer kafka() {
    return kafka;
  }

  ConnectRest rest() {
    return worker.rest();
  }

  /** A connector's settings: those that reach the broker, byte-exact converters, and more pairs. */
  Map<String, String> settings(String queues, String topic, String... pairs) {
    Map<String, String> settings = peer.settings(queues, peer.address());
    settings.put("connector.class", ArtemisPeer.CONNECTOR);
    settings.put("tasks.max", "1");
    settings.put("kafka.topic", topic);
    settings.put("key.converter", BYTES);
    settings.put("value.converter", BYTES);
    settings.put("header.converter", BYTES);
    for (int i = 0; i < pairs.length; i += 2) {
      settings.put(pairs[i], pairs[i + 1]);
    }
    return settings;
  }

  /** Creates a queue, and a connector of one task that reads it into the topic of its name. */
  void connect(String queue, String... pairs) {
    peer.createQueue(queue);
    start(queue, 1, settings(queue, queue, pairs));
  }

  /** Starts a connector and waits until it runs. */
  void start(String name, int tasks, Map<String, String> settings) {
    rest().put(name, settings);
    rest().awaitRunning(name, tasks, LIMIT);
  }

  /** The first records of a topic, once they are there. */
  List<ConsumerRecord<byte[], byte[]>> records(String topic, int count) {
    Await.until("topic " + topic, LIMIT, () -> kafka.topics().contains(topic));
    try (TopicReader reader = kafka.reader(topic)) {
      return reader.read(count, LIMIT);
    }
  }

  /** Waits until all is settled, and ends the connector. */
  void end(String name, String... queues) {
    for (String queue : queues) {
      Await.until("queue " + queue + " is empty", LIMIT, () -> peer.unsettled(queue) == 0);
    }
    rest().delete(name);
  }

  /** An envelope of today with a number in its data. */
  static String envelope(int number) {
    return envelope(number, 0);
  }

  static String envelope(int number, int attempts) {
    return String.format(
        Locale.ROOT,
        "{\"job\":\"urn:babel:orders:created\",\"trace_id\":\"6f1c2a52-9f0e-4d27-8a51-%012d\","
            + "\"data\":{\"n\":%d,\"price\":99.90,\"note\":\"naïve ☕\"},"
            + "\"meta\":{\"id\":\"0b54b1f2-0000-4000-8000-%012d\",\"queue\":\"orders\","
            + "\"lang\":\"php\",\"schema_version\":1,\"created_at\":%d},\"attempts\":%d}",
        number,
        number,
        number,
        System.currentTimeMillis(),
        attempts);
  }

  /** The number in an envelope's data. */
  static int number(ConsumerRecord<byte[], byte[]> record) {
    String body = new String(record.value(), UTF_8);
    int from = body.indexOf("\"n\":") + 4;
    return Integer.parseInt(body.substring(from, body.indexOf(',', from)));
  }

  /** A record's headers as {@code name=text}, in their order. */
  static List<String> headers(ConsumerRecord<byte[], byte[]> record) {
    List<String> headers = new ArrayList<>();
    for (Header header : record.headers()) {
      headers.add(header.key() + "=" + new String(header.value(), UTF_8));
    }
    return headers;
  }

  static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    Header header = record.headers().lastHeader(name);
    return header == null ? null : new String(header.value(), UTF_8);
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
      return parameter.getParameter().getType() == ArtemisBridge.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return context
          .getRoot()
          .getStore(ExtensionContext.Namespace.create(ArtemisBridge.class))
          .getOrComputeIfAbsent(
              ArtemisBridge.class, key -> new ArtemisBridge(), ArtemisBridge.class);
    }
  }
}
