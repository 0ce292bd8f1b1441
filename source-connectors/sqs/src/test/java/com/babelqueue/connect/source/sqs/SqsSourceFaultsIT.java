package com.babelqueue.connect.source.sqs;

import static com.babelqueue.connect.harness.RecordText.header;
import static com.babelqueue.connect.harness.RecordText.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.harness.ConnectWorkerProcess;
import com.babelqueue.connect.harness.KafkaServer;
import com.babelqueue.connect.harness.PluginJar;
import com.babelqueue.connect.harness.TcpProxy;
import com.babelqueue.connect.harness.TopicReader;
import com.babelqueue.connect.harness.WorkerSettings;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Many messages, and everything breaks on the way: none may be lost, few may come twice. */
class SqsSourceFaultsIT {
  private static final int MESSAGES = 20_000;
  private static final int BODY_BYTES = 330;
  private static final int MAX_IN_FLIGHT = 500;

  /** SQS keeps the order of a group, and of nothing else. */
  private static final int GROUPS = 200;

  /** Longer than any stall of this machine, or messages would come twice without a fault. */
  private static final int VISIBILITY_SECONDS = 10;

  private static final Duration LIMIT = Duration.ofMinutes(2);

  private static SqsPeer peer;
  private static KafkaServer kafka;
  private static ConnectWorkerProcess worker;

  @BeforeAll
  static void start() {
    peer = SqsPeer.start();
    kafka = KafkaServer.start();
    worker =
        ConnectWorkerProcess.start(
            WorkerSettings.of(kafka).withPlugin(PluginJar.underTest()), "256m");
  }

  @AfterAll
  static void stop() {
    worker.close();
    kafka.close();
    peer.close();
  }

  /** Only the kill can leave duplicates: a task that stops settles or hands back all it has. */
  @Test
  void nothingIsLostWhenTheTaskIsRestartedThreeTimesAndTheWorkerKilledOnce() {
    String url = peer.createQueue("restarts.fifo", VISIBILITY_SECONDS);
    kafka.createTopic("restarts", 1, Map.of());
    CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> send(url, GROUPS));
    Map<String, String> settings = settings("restarts.fifo", "restarts");
    settings.put("kafka.key", "group");
    worker.rest().put("restarts", settings);

    try (TopicReader reader = kafka.reader("restarts")) {
      reader.read(MESSAGES / 6, LIMIT);
      worker.rest().restart("restarts", true);
      reader.read(2 * MESSAGES / 6, LIMIT);
      worker.rest().restart("restarts", true);
      reader.read(3 * MESSAGES / 6, LIMIT);
      worker.kill();
      worker.restart();
      reader.read(4 * MESSAGES / 6, LIMIT);
      worker.rest().restart("restarts", true);
      sending.join();

      List<ConsumerRecord<byte[], byte[]>> records = crossed(reader, url);
      assertThat(records).as("duplicates").hasSizeLessThanOrEqualTo(MESSAGES + MAX_IN_FLIGHT);
      assertOrder(records);
    }
    worker.rest().delete("restarts");
  }

  @Test
  void nothingIsLostWhenConnectionsBreakInMidFlight() {
    String url = peer.createQueue("drops", VISIBILITY_SECONDS);
    kafka.createTopic("drops", 1, Map.of());
    try (TcpProxy proxy = TcpProxy.to("127.0.0.1", peer.endpoint().getPort());
        TopicReader reader = kafka.reader("drops")) {
      CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> send(url, 0));
      Map<String, String> settings = settings("drops", "drops");
      settings.put("sqs.endpoint", "http://127.0.0.1:" + proxy.port());
      worker.rest().put("drops", settings);

      int drops = 5;
      for (int i = 1; i <= drops; i++) {
        reader.read(i * MESSAGES / (drops + 1), LIMIT);
        if (i % 2 == 0) {
          proxy.cutAfterBytes(5_000);
        } else {
          proxy.dropConnections();
        }
      }
      sending.join();

      assertThat(crossed(reader, url))
          .as("duplicates")
          .hasSizeLessThanOrEqualTo(MESSAGES + drops * MAX_IN_FLIGHT);
      assertThat(proxy.connections()).as("connections were really broken").isGreaterThan(drops);
    }
    worker.rest().delete("drops");
  }

  /**
   * Waits until every message crossed and the queue is empty, and checks the bodies.
   *
   * @return all records of the topic
   */
  private static List<ConsumerRecord<byte[], byte[]>> crossed(TopicReader reader, String url) {
    reader.readUntil(all -> all.size() >= MESSAGES && distinct(all) == MESSAGES, LIMIT);
    Await.until("the queue is empty", LIMIT, () -> peer.depth(url) == 0);
    List<ConsumerRecord<byte[], byte[]>> records = reader.readToEnd(LIMIT);
    assertThat(distinct(records)).as("messages that crossed").isEqualTo(MESSAGES);
    assertThat(records).allMatch(record -> text(record.value()).equals(body(number(record))));
    return records;
  }

  private static void assertOrder(List<ConsumerRecord<byte[], byte[]>> records) {
    Map<String, Integer> last = new HashMap<>();
    for (ConsumerRecord<byte[], byte[]> record : records) {
      if (header(record, "bq-attempts").equals("0")) {
        int number = number(record);
        assertThat(number)
            .as("group %s at offset %d", text(record.key()), record.offset())
            .isGreaterThan(last.getOrDefault(text(record.key()), -1));
        last.put(text(record.key()), number);
      }
    }
    assertThat(last).hasSize(GROUPS);
  }

  private static Map<String, String> settings(String queue, String topic) {
    return SqsBridge.settings(
        peer,
        queue,
        topic,
        "max.in.flight.messages",
        Integer.toString(MAX_IN_FLIGHT),
        "reconnect.backoff.max.ms",
        "1000");
  }

  private static void send(String url, int groups) {
    peer.sendAll(
        url, IntStream.range(0, MESSAGES).mapToObj(SqsSourceFaultsIT::body).toList(), groups);
  }

  /** An envelope of exactly {@link #BODY_BYTES} bytes. */
  private static String body(int number) {
    String envelope = SqsBridge.envelope(number);
    String start = envelope.substring(0, envelope.length() - 1) + ",\"pad\":\"";
    return start + "x".repeat(BODY_BYTES - start.length() - 2) + "\"}";
  }

  /** The number in an envelope's data. */
  private static int number(ConsumerRecord<byte[], byte[]> record) {
    String text = text(record.value());
    int from = text.indexOf("\"order_id\":") + "\"order_id\":".length();
    return Integer.parseInt(text.substring(from, text.indexOf(',', from)));
  }

  private static int distinct(List<ConsumerRecord<byte[], byte[]>> records) {
    Set<Integer> numbers = new HashSet<>();
    records.forEach(record -> numbers.add(number(record)));
    return numbers.size();
  }
}
