package com.babelqueue.connect.source.redis;

import static com.babelqueue.connect.source.redis.RedisBridge.LIMIT;
import static com.babelqueue.connect.source.redis.RedisBridge.number;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.harness.ConnectWorkerProcess;
import com.babelqueue.connect.harness.KafkaServer;
import com.babelqueue.connect.harness.PluginJar;
import com.babelqueue.connect.harness.TcpProxy;
import com.babelqueue.connect.harness.TopicReader;
import com.babelqueue.connect.harness.WorkerSettings;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Many messages, and everything breaks on the way: none may be lost, few may come twice. */
class RedisSourceFaultsIT {
  private static final int MESSAGES = 5_000;
  private static final int MAX_IN_FLIGHT = 200;

  private static RedisPeer peer;
  private static KafkaServer kafka;
  private static ConnectWorkerProcess worker;

  @BeforeAll
  static void start() {
    peer = RedisPeer.start();
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
  void nothingIsLostWhenTheTaskIsRestartedTwiceAndTheWorkerKilledOnce() {
    prepare("restarts");
    worker.rest().put("restarts", settings("restarts"));

    try (TopicReader reader = kafka.reader("restarts")) {
      reader.read(MESSAGES / 5, LIMIT);
      worker.rest().restart("restarts", true);
      reader.read(2 * MESSAGES / 5, LIMIT);
      worker.kill();
      worker.restart();
      reader.read(3 * MESSAGES / 5, LIMIT);
      worker.rest().restart("restarts", true);

      assertThat(crossed(reader, "restarts"))
          .as("duplicates")
          .hasSizeLessThanOrEqualTo(MESSAGES + MAX_IN_FLIGHT);
    }
    worker.rest().delete("restarts");
  }

  /** What was in flight when a connection broke is still the task's, so nothing comes twice. */
  @Test
  void nothingIsLostOrRepeatedWhenConnectionsBreakInMidFlight() {
    prepare("drops");
    try (TcpProxy proxy = TcpProxy.to(peer.broker().host(), peer.broker().port());
        TopicReader reader = kafka.reader("drops")) {
      Map<String, String> settings = settings("drops");
      settings.put("redis.host.and.ports", "127.0.0.1:" + proxy.port());
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

      assertThat(crossed(reader, "drops")).as("duplicates").hasSize(MESSAGES);
      assertThat(proxy.connections()).as("connections were really broken").isGreaterThan(drops);
    }
    worker.rest().delete("drops");
  }

  private static void prepare(String queue) {
    peer.createQueue(queue);
    kafka.createTopic(queue, 1, Map.of("retention.ms", "-1"));
    peer.send(queue, RedisBridge.envelopes(0, MESSAGES));
  }

  private static Map<String, String> settings(String queue) {
    return RedisBridge.settings(
        peer,
        queue,
        queue,
        "max.in.flight.messages",
        Integer.toString(MAX_IN_FLIGHT),
        "reconnect.backoff.max.ms",
        "1000");
  }

  /**
   * Waits until every message crossed and no list has any left, and checks the order.
   *
   * @return all records of the topic
   */
  private static List<ConsumerRecord<byte[], byte[]>> crossed(TopicReader reader, String queue) {
    Set<Integer> firsts = new LinkedHashSet<>();
    reader.readUntil(
        all -> {
          all.forEach(record -> firsts.add(number(record)));
          return firsts.size() == MESSAGES;
        },
        LIMIT);
    assertThat(List.copyOf(firsts))
        .as("numbers in the order of their first arrival")
        .isEqualTo(IntStream.range(0, MESSAGES).boxed().toList());
    Await.until("queue and processing list are empty", LIMIT, () -> peer.unsettled(queue) == 0);
    return reader.readToEnd(LIMIT);
  }
}
