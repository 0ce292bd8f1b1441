package com.babelqueue.connect.source.redis;

import static com.babelqueue.connect.harness.RecordText.headers;
import static com.babelqueue.connect.harness.RecordText.text;
import static com.babelqueue.connect.source.redis.RedisBridge.LIMIT;
import static com.babelqueue.connect.source.redis.RedisBridge.envelope;
import static com.babelqueue.connect.source.redis.RedisBridge.envelopes;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.harness.ConfigErrors;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What only Redis has, with the plugin jar in a worker; the rest is RedisSourceContractIT's. */
class RedisSourceIT {
  private static RedisBridge bridge;

  @BeforeAll
  static void start() {
    bridge = RedisBridge.start();
  }

  @AfterAll
  static void stop() {
    bridge.close();
  }

  @Test
  void aBareAndAFramedMessageCrossExactly() {
    bridge
        .peer()
        .send(
            "cross",
            envelope(7),
            Map.of(
                "traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                "amount", "0099.900",
                "bq-job", "urn:babel:other",
                "blank", " "));
    bridge.peer().send("cross", List.of(envelope(8)));

    bridge.connect("cross");

    List<ConsumerRecord<byte[], byte[]>> records = bridge.records("cross", 2);
    assertThat(text(records.get(0).value())).isEqualTo(envelope(7));
    assertThat(records.get(0).key()).isNull();
    assertThat(records.get(0).timestamp()).isEqualTo(1700000000123L);
    assertThat(headers(records.get(0)))
        .containsExactly(
            "bq-job=urn:babel:orders:created",
            "bq-trace-id=6f1c2a52-9f0e-4d27-8a51-000000000007",
            "bq-message-id=0b54b1f2-0000-4000-8000-000000000007",
            "bq-schema-version=1",
            "bq-source-lang=php",
            "bq-attempts=2",
            "amount=0099.900",
            "traceparent=00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
    assertThat(text(records.get(1).value())).isEqualTo(envelope(8));
    assertThat(headers(records.get(1))).hasSize(6);
    bridge.awaitEmpty("cross");
  }

  @Test
  void poisonInAFrameGoesToTheDeadLetterTopicWithItsHeaders() {
    bridge.peer().send("poison", "{\"job\": \"x\" ", Map.of("mine", "kept"));
    bridge.connect("poison");

    ConsumerRecord<byte[], byte[]> dead = bridge.records("poison.dlq", 1).get(0);

    assertThat(text(dead.value())).isEqualTo("{\"job\": \"x\" ");
    assertThat(headers(dead))
        .contains("mine=kept", "bq-error-reason=malformed_json", "bq-error-origin=redis:poison");
    bridge.awaitEmpty("poison");
  }

  @Test
  void rejectedPoisonMovesToTheDeadLetterListAsItIs() {
    String framed = RedisPeer.frame("nothing", Map.of("a", "b"));
    bridge.peer().send("rejected", List.of("poison", framed, envelope(1)));

    bridge.connect("rejected", "poison.policy", "reject");

    assertThat(text(bridge.records("rejected", 1).get(0).value())).isEqualTo(envelope(1));
    bridge.awaitEmpty("rejected");
    assertThat(bridge.peer().list("rejected.dlq")).containsExactly("poison", framed);
    assertThat(bridge.kafka().topics()).doesNotContain("rejected.dlq");
  }

  @Test
  void severalQueuesAreReadByTheirOwnTasksIntoTheirOwnTopics() {
    List<String> queues = List.of("several-a", "several-b", "several-c");
    queues.forEach(queue -> bridge.peer().send(queue, envelopes(0, 50)));

    bridge
        .rest()
        .put(
            "several",
            RedisBridge.settings(
                bridge.peer(), String.join(",", queues), "in-${queue}", "tasks.max", "2"));
    bridge.rest().awaitRunning("several", 2, LIMIT);

    for (String queue : queues) {
      assertThat(bridge.records("in-" + queue, 50))
          .extracting(record -> text(record.value()))
          .isEqualTo(envelopes(0, 50));
      Await.until(
          "queue " + queue + " is settled",
          LIMIT,
          () -> bridge.peer().client().llen(queue + ":processing:several-0") == 0);
    }
  }

  @Test
  void whatACrashedTaskLeftIsReadFirst() {
    bridge.peer().send(RedisPeer.processing("orphans"), envelopes(0, 300));
    bridge.peer().send("orphans", envelopes(300, 400));
    bridge.kafka().createTopic("orphans", 1, Map.of());

    bridge.connect("orphans");

    assertThat(bridge.records("orphans", 400))
        .extracting(record -> text(record.value()))
        .isEqualTo(envelopes(0, 400));
    bridge.awaitEmpty("orphans");
  }

  @ParameterizedTest
  @CsvSource({
    "redis.mode, cluster, redis.processing.list, {${queue}}:processing:${connector}-${reader}",
    "redis.queue, orders, redis.queue, redis.queues",
    "redis.password, wrong, redis.password, password",
    "redis.host.and.ports, 127.0.0.1:1, redis.host.and.ports, cannot connect"
  })
  void aWorkersValidationNamesTheKeyAtFault(String key, String value, String fault, String word) {
    Map<String, String> settings =
        RedisBridge.settings(bridge.peer(), "orders", "orders", key, value);
    settings.put("name", "validated");
    settings.putIfAbsent("redis.dead.letter.list", "{${queue}}.dlq");

    List<ConfigErrors> errors = bridge.rest().validate(bridge.peer().connectorClass(), settings);

    assertThat(errors).singleElement().extracting(ConfigErrors::key).isEqualTo(fault);
    assertThat(errors.get(0).errors()).anyMatch(message -> message.contains(word));
  }

  @Test
  void aQueueThatIsNoListWhenTheTaskStartsFailsItWithTheKey() {
    bridge.peer().client().set("text", "no list");
    bridge
        .rest()
        .put(
            "failing",
            RedisBridge.settings(bridge.peer(), "text", "failing", "validate.connection", "false"));

    assertThat(bridge.rest().awaitTaskFailed("failing", LIMIT))
        .contains("redis.queues")
        .contains("text");
    bridge.rest().delete("failing");
  }
}
