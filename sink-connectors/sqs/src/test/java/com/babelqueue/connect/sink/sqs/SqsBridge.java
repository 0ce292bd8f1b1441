package com.babelqueue.connect.sink.sqs;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.babelqueue.connect.harness.ConnectRest;
import com.babelqueue.connect.harness.ConnectWorker;
import com.babelqueue.connect.harness.KafkaServer;
import com.babelqueue.connect.harness.PluginJar;
import com.babelqueue.connect.harness.TopicWriter;
import com.babelqueue.connect.harness.WorkerSettings;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Kafka, a worker with the plugin jar, and a queue broker: what an integration test of this module
 * needs beyond the contract's. One test thread.
 */
final class SqsBridge implements AutoCloseable {
  static final String CONNECTOR = "com.babelqueue.connect.sink.sqs.SqsSinkConnector";

  /** Generous, since it is only spent where a test fails. */
  static final Duration LIMIT = Duration.ofSeconds(60);

  private final SqsPeer peer = SqsPeer.start();
  private final KafkaServer kafka = KafkaServer.start();
  private final TopicWriter writer = kafka.writer();
  private final ConnectWorker worker;

  private SqsBridge(UnaryOperator<WorkerSettings> more) {
    worker =
        ConnectWorker.start(more.apply(WorkerSettings.of(kafka).withPlugin(PluginJar.underTest())));
  }

  /** Starts a worker with settings beyond the harness's own. */
  static SqsBridge start(UnaryOperator<WorkerSettings> more) {
    return new SqsBridge(more);
  }

  SqsPeer peer() {
    return peer;
  }

  KafkaServer kafka() {
    return kafka;
  }

  ConnectRest rest() {
    return worker.rest();
  }

  /** Writes a record of one partition's topic. */
  void write(String topic, String key, String value) {
    if (!kafka.topics().contains(topic)) {
      kafka.createTopic(topic, 1, Map.of());
    }
    writer.write(topic, key == null ? null : key.getBytes(UTF_8), value.getBytes(UTF_8), List.of());
  }

  /** A connector's settings: those that reach the broker, byte-exact converters, and more pairs. */
  static Map<String, String> settings(
      Map<String, String> connection, String connector, String... pairs) {
    Map<String, String> settings = new HashMap<>(connection);
    settings.put("connector.class", connector);
    settings.put("tasks.max", "1");
    for (String converter : List.of("key", "value", "header")) {
      settings.put(
          converter + ".converter", "org.apache.kafka.connect.converters.ByteArrayConverter");
    }
    for (int i = 0; i < pairs.length; i += 2) {
      settings.put(pairs[i], pairs[i + 1]);
    }
    return settings;
  }

  /** An envelope of today with a number in its data and its ids. */
  static String envelope(int number, String note) {
    return String.format(
        Locale.ROOT,
        "{\"job\":\"urn:babel:orders:created\",\"trace_id\":\"6f1c2a52-9f0e-4d27-8a51-%012d\","
            + "\"data\":{\"number\":%d,\"note\":\"%s\"},\"meta\":{\"id\":\"0b54b1f2-0000-4000-8000-%012d\","
            + "\"queue\":\"orders\",\"lang\":\"php\",\"schema_version\":1,"
            + "\"created_at\":%d},\"attempts\":0}",
        number,
        number,
        note,
        number,
        System.currentTimeMillis());
  }

  @Override
  public void close() {
    worker.close();
    writer.close();
    kafka.close();
    peer.close();
  }
}
