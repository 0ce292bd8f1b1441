package com.babelqueue.connect.sink.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.babelqueue.connect.contract.Stage;
import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.harness.ConnectRest;
import com.babelqueue.connect.harness.ConnectWorker;
import com.babelqueue.connect.harness.KafkaServer;
import com.babelqueue.connect.harness.PluginJar;
import com.babelqueue.connect.harness.TopicReader;
import com.babelqueue.connect.harness.TopicWriter;
import com.babelqueue.connect.harness.WorkerSettings;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import javax.management.ObjectName;
import javax.management.openmbean.TabularData;
import org.apache.kafka.common.header.Header;

/**
 * A worker in this process, so that its counters can be read, with sinks that remember in a second
 * Redis server what they sent. A record names its list in the header {@code list}; the topic's
 * dead-letter topic takes what the broker refuses. One test thread.
 */
final class IdempotentSink implements AutoCloseable {
  private final RedisPeer queues = RedisPeer.start();
  private final RedisPeer store = RedisPeer.start();
  private final KafkaServer kafka = KafkaServer.start();
  private final TopicWriter writer = kafka.writer();
  private final WorkerSettings settings =
      WorkerSettings.of(kafka).withPlugin(PluginJar.underTest());
  private ConnectWorker worker = ConnectWorker.start(settings);

  RedisPeer queues() {
    return queues;
  }

  RedisPeer store() {
    return store;
  }

  ConnectRest rest() {
    return worker.rest();
  }

  void restartWorker() {
    worker.close();
    worker = ConnectWorker.start(settings);
  }

  /** Creates the topics of a sink and runs it. */
  void run(String name, int storePort) {
    kafka.createTopic(name, 1, Map.of("retention.ms", "-1"));
    kafka.createTopic(name + ".dlq", 1, Map.of("retention.ms", "-1"));
    rest()
        .put(
            name,
            Stage.sinkSettings(
                queues.connectorClass(),
                name,
                100,
                Map.ofEntries(
                    Map.entry("redis.host.and.ports", at(queues.broker().port())),
                    Map.entry("redis.queue", "${header.list}"),
                    Map.entry("headers.exclude", "list"),
                    Map.entry("kafka.bootstrap.servers", kafka.bootstrapServers()),
                    Map.entry("retry.tiers", "1h"),
                    Map.entry("max.attempts", "1"),
                    Map.entry("idempotency.store", "redis"),
                    Map.entry("idempotency.redis.host.and.ports", at(storePort)))));
    rest().awaitRunning(name, 1, Stage.LIMIT);
  }

  private String at(int port) {
    return queues.broker().host() + ":" + port;
  }

  /** The key under which the store remembers a message. */
  static String key(String sink, String id) {
    return "babelqueue:idempotency:" + sink + ":" + id;
  }

  /** Writes a record for a list. */
  void write(String topic, String list, byte[] body) {
    Header header = TopicWriter.header("list", list.getBytes(UTF_8));
    writer.write(topic, null, body, List.of(header));
  }

  /** An envelope. */
  static byte[] envelope(String id) {
    return ("{\"job\":\"urn:babel:orders:created\",\"trace_id\":\"t\",\"data\":{},\"meta\":{\"id\":\""
            + id
            + "\",\"schema_version\":1},\"attempts\":0}")
        .getBytes(UTF_8);
  }

  /** Waits until a sink has committed that it is through with so many records of its topic. */
  void awaitCommitted(String name, long offset) {
    Await.until(
        "sink " + name + " has committed offset " + offset,
        Stage.LIMIT,
        () ->
            rest().offsets(name).stream()
                .anyMatch(
                    at ->
                        name.equals(at.partition().get("kafka_topic"))
                            && ((Number) at.offset().get("kafka_offset")).longValue() == offset));
  }

  int deadLetters(String name) {
    try (TopicReader reader = kafka.reader(name + ".dlq")) {
      return reader.readToEnd(Stage.LIMIT).size();
    }
  }

  /** A counter of a sink's task. */
  long count(String name, String counter) throws Exception {
    return (Long) attribute(name, counter);
  }

  /** A counter by topic of a sink's task, for its own topic; 0 when there is none. */
  long countOfTopic(String name, String counter) throws Exception {
    var row = ((TabularData) attribute(name, counter)).get(new Object[] {name});
    return row == null ? 0 : (Long) row.get("value");
  }

  private static Object attribute(String name, String attribute) throws Exception {
    return ManagementFactory.getPlatformMBeanServer()
        .getAttribute(
            new ObjectName(
                "babelqueue.connect:type=sink-task,connector="
                    + ObjectName.quote(name)
                    + ",task=0"),
            attribute);
  }

  @Override
  public void close() {
    writer.close();
    worker.close();
    kafka.close();
    store.close();
    queues.close();
  }
}
