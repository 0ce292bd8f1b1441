package com.babelqueue.connect.sink.reinject;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.babelqueue.connect.harness.ConnectRest;
import com.babelqueue.connect.harness.ConnectWorker;
import com.babelqueue.connect.harness.KafkaServer;
import com.babelqueue.connect.harness.PluginJar;
import com.babelqueue.connect.harness.TopicReader;
import com.babelqueue.connect.harness.TopicWriter;
import com.babelqueue.connect.harness.WorkerSettings;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/** A Kafka that creates no topic by itself and a worker with the built plugin jar. One thread. */
final class ReinjectCluster implements AutoCloseable {
  static final String CONNECTOR = "com.babelqueue.connect.sink.reinject.ReinjectSinkConnector";

  /** Far more than anything takes, since builds share their machine. */
  static final Duration LIMIT = Duration.ofMinutes(2);

  static final Map<String, String> APPEND_TIME = Map.of("message.timestamp.type", "LogAppendTime");

  private final KafkaServer kafka;
  private final ConnectWorker worker;
  private final TopicWriter writer;

  private ReinjectCluster(KafkaServer kafka, ConnectWorker worker) {
    this.kafka = kafka;
    this.worker = worker;
    this.writer = kafka.writer();
  }

  static ReinjectCluster start() {
    KafkaServer kafka = KafkaServer.start(Map.of("auto.create.topics.enable", "false"));
    try {
      return new ReinjectCluster(
          kafka, ConnectWorker.start(WorkerSettings.of(kafka).withPlugin(PluginJar.underTest())));
    } catch (RuntimeException e) {
      kafka.close();
      throw e;
    }
  }

  /** Settings of a connector that reads these topics, with further keys and values. */
  static Map<String, String> settings(KafkaServer kafka, String topics, String... pairs) {
    Map<String, String> settings = new HashMap<>();
    settings.put("connector.class", CONNECTOR);
    settings.put("tasks.max", "1");
    settings.put("topics", topics);
    settings.put("kafka.bootstrap.servers", kafka.bootstrapServers());
    for (String converter : List.of("key.converter", "value.converter", "header.converter")) {
      settings.put(converter, "org.apache.kafka.connect.converters.ByteArrayConverter");
    }
    for (int i = 0; i < pairs.length; i += 2) {
      settings.put(pairs[i], pairs[i + 1]);
    }
    return settings;
  }

  KafkaServer kafka() {
    return kafka;
  }

  ConnectRest rest() {
    return worker.rest();
  }

  /** Creates topics of one partition whose records carry the broker's clock. */
  void createTopics(String... topics) {
    for (String topic : topics) {
      kafka.createTopic(topic, 1, APPEND_TIME);
    }
  }

  void run(String name, Map<String, String> settings) {
    rest().put(name, settings);
    rest().awaitRunning(name, 1, LIMIT);
  }

  void write(String topic, byte[] key, byte[] value, Header... headers) {
    writer.write(topic, key, value, List.of(headers));
  }

  void write(String topic, String value, Header... headers) {
    write(topic, null, value.getBytes(UTF_8), headers);
  }

  static Header header(String name, String text) {
    return TopicWriter.header(name, text == null ? null : text.getBytes(UTF_8));
  }

  List<ConsumerRecord<byte[], byte[]>> read(String topic, int count) {
    try (TopicReader reader = kafka.reader(topic)) {
      return reader.read(count, LIMIT);
    }
  }

  /** All that a topic holds now. */
  List<ConsumerRecord<byte[], byte[]>> readToEnd(String topic) {
    try (TopicReader reader = kafka.reader(topic)) {
      return reader.readToEnd(LIMIT);
    }
  }

  @Override
  public void close() {
    writer.close();
    worker.close();
    kafka.close();
  }
}
