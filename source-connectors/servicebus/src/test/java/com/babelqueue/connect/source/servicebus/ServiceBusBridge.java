package com.babelqueue.connect.source.servicebus;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.harness.ConnectRest;
import com.babelqueue.connect.harness.ConnectWorker;
import com.babelqueue.connect.harness.KafkaServer;
import com.babelqueue.connect.harness.PluginJar;
import com.babelqueue.connect.harness.TopicReader;
import com.babelqueue.connect.harness.WorkerSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * Kafka, a worker with the plugin jar, and a broker: what an integration test of this module needs,
 * started once per class. One test thread.
 */
final class ServiceBusBridge implements AutoCloseable {
  static final String CONNECTOR =
      "com.babelqueue.connect.source.servicebus.ServiceBusSourceConnector";

  /** Generous, since it is only spent where a test fails. */
  static final Duration LIMIT = Duration.ofSeconds(90);

  private final ServiceBusPeer peer = ServiceBusPeer.start();
  private final KafkaServer kafka = KafkaServer.start();
  private final ConnectWorker worker;

  private ServiceBusBridge(UnaryOperator<WorkerSettings> more) {
    worker =
        ConnectWorker.start(more.apply(WorkerSettings.of(kafka).withPlugin(PluginJar.underTest())));
  }

  static ServiceBusBridge start() {
    return start(UnaryOperator.identity());
  }

  /** Starts a worker with settings beyond the harness's own. */
  static ServiceBusBridge start(UnaryOperator<WorkerSettings> more) {
    return new ServiceBusBridge(more);
  }

  ServiceBusPeer peer() {
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
    Map<String, String> settings = new HashMap<>(peer.connection());
    settings.put("connector.class", CONNECTOR);
    settings.put("tasks.max", "1");
    settings.put("servicebus.queues", queues);
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
    rest().put(name, settings(queues, topic, pairs));
    rest().awaitRunning(name, 1, LIMIT);
  }

  /** The first records of a topic, once they are there. */
  List<ConsumerRecord<byte[], byte[]>> records(String topic, int count) {
    Await.until("topic " + topic, LIMIT, () -> kafka.topics().contains(topic));
    try (TopicReader reader = kafka.reader(topic)) {
      return reader.read(count, LIMIT);
    }
  }

  void awaitEmpty(String queue) {
    Await.until("queue " + queue + " is empty", LIMIT, () -> peer.depth(queue) == 0);
  }

  /** An envelope with a number in its data. */
  static String envelope(int number) {
    return String.format(
        Locale.ROOT,
        "{\"job\":\"urn:babel:orders:created\",\"trace_id\":\"6f1c2a52-9f0e-4d27-8a51-%012d\","
            + "\"data\":{\"order_id\":%d,\"price\":99.90},\"meta\":{\"id\":\"0b54b1f2-0000-4000-8000-%012d\","
            + "\"queue\":\"orders\",\"lang\":\"php\",\"schema_version\":1,"
            + "\"created_at\":1700000000123},\"attempts\":0}",
        number,
        number,
        number);
  }

  /** A record's headers as {@code name=text}, in their order. */
  static List<String> headers(ConsumerRecord<byte[], byte[]> record) {
    List<String> headers = new ArrayList<>();
    for (Header header : record.headers()) {
      headers.add(header.key() + "=" + text(header.value()));
    }
    return headers;
  }

  static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    Header header = record.headers().lastHeader(name);
    return header == null ? null : text(header.value());
  }

  static String text(byte[] bytes) {
    return bytes == null ? null : new String(bytes, UTF_8);
  }

  @Override
  public void close() {
    worker.close();
    kafka.close();
    peer.close();
  }
}
