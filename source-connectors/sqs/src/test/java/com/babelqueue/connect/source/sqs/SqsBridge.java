package com.babelqueue.connect.source.sqs;

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
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Kafka, a worker with the plugin jar, and a queue broker: what an integration test of this module
 * needs, started once per class. One test thread.
 */
final class SqsBridge implements AutoCloseable {
  static final String CONNECTOR = "com.babelqueue.connect.source.sqs.SqsSourceConnector";

  /** Generous, since it is only spent where a test fails. */
  static final Duration LIMIT = Duration.ofSeconds(60);

  /** Of today: Kafka soon deletes records whose timestamps are older than its retention. */
  static final long CREATED_AT = System.currentTimeMillis();

  private final SqsPeer peer = SqsPeer.start();
  private final KafkaServer kafka = KafkaServer.start();
  private final ConnectWorker worker;

  private SqsBridge(UnaryOperator<WorkerSettings> more) {
    worker =
        ConnectWorker.start(more.apply(WorkerSettings.of(kafka).withPlugin(PluginJar.underTest())));
  }

  static SqsBridge start() {
    return new SqsBridge(UnaryOperator.identity());
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

  /** A connector's settings: those that reach the broker, byte-exact converters, and more pairs. */
  static Map<String, String> settings(SqsPeer peer, String queues, String topic, String... pairs) {
    Map<String, String> settings = new HashMap<>(peer.connection());
    settings.put("connector.class", CONNECTOR);
    settings.put("tasks.max", "1");
    settings.put("sqs.queues", queues);
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

  /** Starts a connector of one task and waits until it runs. */
  void connect(String name, String queues, String topic, String... pairs) {
    rest().put(name, settings(peer, queues, topic, pairs));
    rest().awaitRunning(name, 1, LIMIT);
  }

  /** The first records of a topic, once they are there. */
  List<ConsumerRecord<byte[], byte[]>> records(String topic, int count) {
    try (TopicReader reader = kafka.reader(topic)) {
      return reader.read(count, LIMIT);
    }
  }

  /** An envelope with a number in its data. */
  static String envelope(int number) {
    return String.format(
        Locale.ROOT,
        "{\"job\":\"urn:babel:orders:created\",\"trace_id\":\"6f1c2a52-9f0e-4d27-8a51-%012d\","
            + "\"data\":{\"order_id\":%d,\"price\":99.90},\"meta\":{\"id\":\"0b54b1f2-0000-4000-8000-%012d\","
            + "\"queue\":\"orders\",\"lang\":\"php\",\"schema_version\":1,"
            + "\"created_at\":%d},\"attempts\":0}",
        number,
        number,
        number,
        CREATED_AT);
  }

  @Override
  public void close() {
    worker.close();
    kafka.close();
    peer.close();
  }
}
