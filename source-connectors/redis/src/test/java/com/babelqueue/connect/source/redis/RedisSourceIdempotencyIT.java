package com.babelqueue.connect.source.redis;

import static com.babelqueue.connect.harness.RecordText.text;
import static com.babelqueue.connect.source.redis.RedisBridge.LIMIT;
import static com.babelqueue.connect.source.redis.RedisBridge.envelope;
import static com.babelqueue.connect.source.redis.RedisBridge.envelopes;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.conformance.Suite;
import com.babelqueue.connect.conformance.SuiteDirectories;
import com.babelqueue.connect.conformance.SuiteTests;
import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.harness.ConfigErrors;
import com.babelqueue.connect.harness.TcpProxy;
import com.babelqueue.connect.harness.TopicReader;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** A message that comes twice has one record, with the plugin jar in a worker and a real store. */
class RedisSourceIdempotencyIT {
  private static RedisBridge bridge;

  @BeforeAll
  static void start() {
    bridge = RedisBridge.start();
  }

  @AfterAll
  static void stop() {
    bridge.close();
  }

  @TestFactory
  Stream<DynamicContainer> suites() {
    IdempotencyBlocks blocks = new IdempotencyBlocks(bridge);
    return SuiteDirectories.load().stream()
        .filter(RedisSourceIdempotencyIT::hasTheBlocks)
        .map(
            suite ->
                new SuiteTests(
                        Map.of(
                            "idempotency.dedup_key", blocks::assertKey,
                            "idempotency.sequences", blocks::assertSequence),
                        Map.of())
                    .onlyGroup("idempotency")
                    .of(suite));
  }

  private static boolean hasTheBlocks(Suite suite) {
    return suite.blocks().stream().anyMatch(block -> block.startsWith("idempotency."));
  }

  @Test
  void aMessageThatIsQueuedTwiceArrivesOnceAlsoAfterTheTaskWasRestarted() {
    bridge.peer().send("twice", List.of(envelope(1), envelope(1), envelope(2)));
    bridge.connect("twice", store(bridge.peer().broker().port()));
    bridge.records("twice", 2);
    bridge.awaitEmpty("twice");
    assertThat(TaskCounters.of("twice").byTopic("Deduplicated")).isEqualTo(Map.of("twice", 1L));

    bridge.rest().restart("twice", true);
    bridge.rest().awaitRunning("twice", 1, LIMIT);
    bridge.peer().send("twice", List.of(envelope(2), envelope(1), envelope(3)));

    bridge.records("twice", 3);
    bridge.awaitEmpty("twice");
    assertThat(bodies("twice")).containsExactly(envelope(1), envelope(2), envelope(3));
    assertThat(TaskCounters.of("twice").byTopic("Deduplicated")).isEqualTo(Map.of("twice", 2L));
    bridge.rest().delete("twice");
  }

  @Test
  void everythingArrivesOnceWhenTheStoreIsBack() {
    try (TcpProxy proxy =
        TcpProxy.to(bridge.peer().broker().host(), bridge.peer().broker().port())) {
      bridge.connect("away", store(proxy.port()));
      bridge.peer().send("away", List.of(envelope(0)));
      bridge.records("away", 1);
      bridge.awaitEmpty("away");
      proxy.refuse();
      proxy.dropConnections();

      bridge.peer().send("away", envelopes(0, 50));
      Await.until(
          "the store is missed",
          LIMIT,
          () -> (Long) TaskCounters.of("away").get("IdempotencyStoreFailures") > 2);
      assertThat(bodies("away")).containsExactly(envelope(0));
      assertThat(bridge.peer().unsettled("away")).as("nothing is settled").isEqualTo(50);
      assertThat(TaskCounters.of("away").get("Released")).isEqualTo(0L);
      assertThat(TaskCounters.of("away").get("ConnectionsLost")).isEqualTo(0L);
      proxy.accept();

      bridge.records("away", 50);
      bridge.awaitEmpty("away");
      assertThat(bodies("away")).isEqualTo(envelopes(0, 50));
    }
    bridge.rest().delete("away");
  }

  @Test
  void aReplayArrivesAgain() {
    bridge.connect("replay", store(bridge.peer().broker().port()));
    bridge.peer().send("replay", List.of(envelope(1)));
    bridge.records("replay", 1);
    bridge.awaitEmpty("replay");

    bridge.peer().send("replay", envelope(1), Map.of("bq-replay-bypass", "1"));

    assertThat(bridge.records("replay", 2)).hasSize(2);
    bridge.rest().delete("replay");
  }

  @Test
  void aWorkersValidationNamesTheStoreThatItCannotReach() {
    Map<String, String> settings =
        RedisBridge.settings(bridge.peer(), "orders", "orders", store(1));
    settings.put("name", "validated");

    List<ConfigErrors> errors = bridge.rest().validate(bridge.peer().connectorClass(), settings);

    assertThat(errors).singleElement().extracting(ConfigErrors::key).isEqualTo("idempotency.store");
  }

  private static String[] store(int port) {
    return new String[] {
      "idempotency.store", "redis",
      "idempotency.redis.host.and.ports", bridge.peer().broker().host() + ":" + port,
      "reconnect.backoff.max.ms", "500"
    };
  }

  private static List<String> bodies(String topic) {
    try (TopicReader reader = bridge.kafka().reader(topic)) {
      List<ConsumerRecord<byte[], byte[]>> all = reader.readToEnd(LIMIT);
      return all.stream().map(record -> text(record.value())).toList();
    }
  }
}
