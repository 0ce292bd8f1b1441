package com.babelqueue.connect.source.redis;

import static com.babelqueue.connect.source.redis.RedisBridge.LIMIT;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.conformance.Case;
import com.babelqueue.connect.harness.TopicReader;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Puts the suite's idempotency blocks to a connector: an effect is a record that Connect was given,
 * and it fails where a transform drops the record, which the task cannot tell from one that Kafka
 * did not take. One test thread.
 */
final class IdempotencyBlocks {
  /** A native header that makes a transform drop the record. */
  private static final String FAILS = "bqcasefails";

  private static final Set<String> KNOWN =
      Set.of("meta_id", "expect_effect", "outcome", "forget_before");

  private final RedisBridge bridge;
  private int connectors;

  IdempotencyBlocks(RedisBridge bridge) {
    this.bridge = bridge;
  }

  /** The key is the id as it is in the envelope. */
  void assertKey(Case c) {
    c.fields().passOver("key_field");
    String name = connect();
    bridge.peer().send(name, List.of(new String(c.file(c.fields().text("envelope_file")), UTF_8)));

    assertThat(bridge.records(name, 1)).hasSize(1);
    bridge.awaitEmpty(name);

    assertThat(bridge.peer().client().keys(key(name, "*")))
        .containsExactly(key(name, c.fields().text("expected_key")));
    bridge.rest().delete(name);
  }

  /** One delivery after the other, each at rest before the next. */
  void assertSequence(Case c) {
    c.fields().passOver("name");
    String name = connect();
    int effects = 0;
    try (TopicReader reader = bridge.kafka().reader(name)) {
      for (JsonNode delivery : c.fields().value("deliveries")) {
        delivery.fieldNames().forEachRemaining(key -> assertThat(KNOWN).contains(key));
        deliver(name, delivery);
        int now = effects(name, reader);
        assertThat(now - effects > 0 ? "run" : "skip")
            .as("after %d effects", effects)
            .isEqualTo(delivery.get("expect_effect").textValue());
        effects = now;
      }
    }
    assertThat(effects).isEqualTo(c.fields().integer("expected_effects"));
    bridge.rest().delete(name);
  }

  private String connect() {
    String name = "idempotency-" + connectors++;
    bridge.kafka().createTopic(name, 1, Map.of());
    bridge.connect(
        name,
        "idempotency.store",
        "redis",
        "idempotency.redis.host.and.ports",
        bridge.peer().broker().host() + ":" + bridge.peer().broker().port(),
        "transforms",
        "drop",
        "transforms.drop.type",
        "org.apache.kafka.connect.transforms.Filter",
        "transforms.drop.predicate",
        "fails",
        "predicates",
        "fails",
        "predicates.fails.type",
        "org.apache.kafka.connect.transforms.predicates.HasHeaderKey",
        "predicates.fails.name",
        FAILS);
    return name;
  }

  private void deliver(String queue, JsonNode delivery) {
    String id = delivery.get("meta_id").textValue();
    if (delivery.path("forget_before").booleanValue()) {
      assertThat(bridge.peer().client().del(key(queue, id))).isEqualTo(1);
    }
    String body = RedisBridge.envelope(0).replace(RedisBridge.id(0), id);
    if (delivery.path("outcome").asText().equals("throw")) {
      bridge.peer().send(queue, body, Map.of(FAILS, "1"));
    } else {
      bridge.peer().send(queue, List.of(body));
    }
    bridge.awaitEmpty(queue);
  }

  private static String key(String namespace, String id) {
    return "babelqueue:idempotency:" + namespace + ":" + id;
  }

  private static int effects(String name, TopicReader reader) {
    long failed = (Long) TaskCounters.of(name).get("Dropped");
    return reader.readToEnd(LIMIT).size() + Math.toIntExact(failed);
  }
}
