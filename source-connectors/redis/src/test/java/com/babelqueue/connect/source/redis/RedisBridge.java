package com.babelqueue.connect.source.redis;

import static com.babelqueue.connect.harness.RecordText.text;

import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.harness.ConnectRest;
import com.babelqueue.connect.harness.ConnectWorker;
import com.babelqueue.connect.harness.KafkaServer;
import com.babelqueue.connect.harness.PluginJar;
import com.babelqueue.connect.harness.TopicReader;
import com.babelqueue.connect.harness.WorkerSettings;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Kafka, a worker with the plugin jar, and a Redis server: what an integration test of this module
 * needs, started once per class. One test thread.
 */
final class RedisBridge implements AutoCloseable {
  /** Generous, since it is only spent where a test fails. */
  static final Duration LIMIT = Duration.ofSeconds(90);

  private final RedisPeer peer = RedisPeer.start();
  private final KafkaServer kafka = KafkaServer.start();
  private final ConnectWorker worker;

  private RedisBridge(UnaryOperator<WorkerSettings> more) {
    worker =
        ConnectWorker.start(more.apply(WorkerSettings.of(kafka).withPlugin(PluginJar.underTest())));
  }

  static RedisBridge start() {
    return new RedisBridge(UnaryOperator.identity());
  }

  /** Starts a worker with settings beyond the harness's own. */
  static RedisBridge start(UnaryOperator<WorkerSettings> more) {
    return new RedisBridge(more);
  }

  RedisPeer peer() {
    return peer;
  }

  KafkaServer kafka() {
    return kafka;
  }

  ConnectRest rest() {
    return worker.rest();
  }

  /** A connector's settings: those that reach the server, byte-exact converters, and more pairs. */
  static Map<String, String> settings(
      RedisPeer peer, String queues, String topic, String... pairs) {
    Map<String, String> settings = new HashMap<>(peer.settings(queues, peer.address()));
    settings.put("connector.class", peer.connectorClass());
    settings.put("tasks.max", "1");
    settings.put("kafka.topic", topic);
    for (String converter : List.of("key", "value", "header")) {
      settings.put(
          converter + ".converter", "org.apache.kafka.connect.converters.ByteArrayConverter");
    }
    for (int i = 0; i < pairs.length; i += 2) {
      settings.put(pairs[i], pairs[i + 1]);
    }
    return settings;
  }

  /**
   * Starts a connector of one task, named like its queue and its topic, and waits until it runs.
   */
  void connect(String name, String... pairs) {
    rest().put(name, settings(peer, name, name, pairs));
    rest().awaitRunning(name, 1, LIMIT);
  }

  /** The first records of a topic, once they are there. */
  List<ConsumerRecord<byte[], byte[]>> records(String topic, int count) {
    Await.until("topic " + topic + " exists", LIMIT, () -> kafka.topics().contains(topic));
    try (TopicReader reader = kafka.reader(topic)) {
      return reader.read(count, LIMIT);
    }
  }

  void awaitEmpty(String queue) {
    Await.until("queue " + queue + " is empty", LIMIT, () -> peer.unsettled(queue) == 0);
  }

  /** An envelope with a number in its data. */
  static String envelope(int number) {
    return String.format(
        Locale.ROOT,
        "{\"job\":\"urn:babel:orders:created\",\"trace_id\":\"6f1c2a52-9f0e-4d27-8a51-%012d\","
            + "\"data\":{\"order_id\":%d,\"price\":99.90,\"note\":\"ğ ☕\"},"
            + "\"meta\":{\"id\":\"%s\",\"queue\":\"orders\",\"lang\":\"php\","
            + "\"schema_version\":1,\"created_at\":1700000000123},\"attempts\":2}",
        number,
        number,
        id(number));
  }

  /** The {@code meta.id} of an envelope. */
  static String id(int number) {
    return String.format(Locale.ROOT, "0b54b1f2-0000-4000-8000-%012d", number);
  }

  static List<String> envelopes(int from, int to) {
    return IntStream.range(from, to).mapToObj(RedisBridge::envelope).toList();
  }

  /** The number in an envelope's data. */
  static int number(ConsumerRecord<byte[], byte[]> record) {
    String text = text(record.value());
    int from = text.indexOf("\"order_id\":") + "\"order_id\":".length();
    return Integer.parseInt(text.substring(from, text.indexOf(',', from)));
  }

  @Override
  public void close() {
    worker.close();
    kafka.close();
    peer.close();
  }
}
