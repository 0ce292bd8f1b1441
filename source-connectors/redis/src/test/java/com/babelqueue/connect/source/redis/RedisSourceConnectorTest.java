package com.babelqueue.connect.source.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigValue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Validation, which names the key at fault, with a real server where it takes one. */
class RedisSourceConnectorTest {
  private static RedisPeer peer;

  @BeforeAll
  static void start() {
    peer = RedisPeer.start();
    peer.client().set("text", "no list");
  }

  @AfterAll
  static void stop() {
    peer.close();
  }

  @Test
  void goodSettingsAreFoundGood() {
    assertThat(errors()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "redis.queue, orders, redis.queue, redis.queues",
    "redis.queues, '', redis.queues, at least one",
    "redis.queues, 'a,a', redis.queues, twice",
    "redis.queues, text, redis.queues, list",
    "redis.host.and.ports, 127.0.0.1:1, redis.host.and.ports, redis.host.and.ports",
    "redis.host.and.ports, localhost, redis.host.and.ports, host:port",
    "redis.password, wrong, redis.password, password",
    "redis.database, 99, redis.database, DB index",
    "redis.mode, clustered, redis.mode, standalone",
    "redis.processing.list, '${queues}', redis.processing.list, '${queue}'",
    "redis.processing.list, orders, redis.processing.list, of its own",
    "redis.dead.letter.list, '${queue}', redis.dead.letter.list, circle",
    "redis.client.name, a b, redis.client.name, spaces",
    "redis.uri, redis://localhost, redis.host.and.ports, Only one"
  })
  void validationNamesTheKeyAtFault(String key, String value, String fault, String word) {
    Map<String, List<String>> errors = errors(key, value);

    assertThat(errors).containsOnlyKeys(fault);
    assertThat(errors.get(fault)).anyMatch(message -> message.contains(word));
  }

  @Test
  void aClusterNeedsHashTags() {
    Map<String, List<String>> errors =
        errors("redis.mode", "cluster", "validate.connection", "false");

    assertThat(errors).containsOnlyKeys("redis.processing.list", "redis.dead.letter.list");
    assertThat(errors.get("redis.processing.list"))
        .singleElement()
        .asString()
        .contains("hash", "queue orders", "{${queue}}:processing:${connector}-${reader}");
    assertThat(errors.get("redis.dead.letter.list"))
        .singleElement()
        .asString()
        .contains("{${queue}}.dlq");
    assertThat(
            errors(
                "redis.mode", "cluster",
                "validate.connection", "false",
                "redis.queues", "{orders},{invoices}:new"))
        .as("queues with a hash tag of their own need no other names")
        .isEmpty();
    assertThat(
            errors(
                "redis.mode", "cluster",
                "validate.connection", "false",
                "redis.processing.list", "{${queue}}:processing:${connector}-${reader}",
                "redis.dead.letter.list", "{${queue}}.dlq"))
        .isEmpty();
  }

  @Test
  void aServerThatIsNoClusterIsAMistakeInTheMode() {
    assertThat(errors("redis.mode", "cluster", "redis.queues", "{orders}"))
        .containsOnlyKeys("redis.mode");
  }

  @Test
  void queuesNeedProcessingListsOfTheirOwn() {
    assertThat(errors("redis.queues", "a,b", "redis.processing.list", "p-${connector}"))
        .containsOnlyKeys("redis.processing.list");
    assertThat(errors("consumers.per.queue", "2", "redis.processing.list", "${queue}:p"))
        .containsOnlyKeys("redis.processing.list");
  }

  @Test
  void aQueueWithOneReaderKeepsItsProcessingListWhereverItMoves() {
    RedisSourceConnector connector = new RedisSourceConnector();
    Map<String, String> props = props("redis.queues", "a,b");
    connector.start(props);

    List<String> lists =
        connector.taskConfigs(2).stream()
            .map(task -> new RedisSourceConfig(task).lists().get(0).processing())
            .toList();

    assertThat(lists).containsExactly("a:processing:bridge-0", "b:processing:bridge-0");
    connector.stop();
  }

  @Test
  void severalReadersOfAQueueHaveAListEach() {
    RedisSourceConnector connector = new RedisSourceConnector();
    connector.start(props("consumers.per.queue", "2"));

    assertThat(connector.taskConfigs(2))
        .extracting(task -> new RedisSourceConfig(task).lists().get(0).processing())
        .containsExactly("orders:processing:bridge-0", "orders:processing:bridge-1");
    connector.stop();
  }

  private static Map<String, String> props(String... pairs) {
    Map<String, String> props = new HashMap<>(peer.settings("orders", peer.address()));
    props.put("name", "bridge");
    props.put("kafka.topic", "orders");
    props.put("value.converter", "org.apache.kafka.connect.converters.ByteArrayConverter");
    for (int i = 0; i < pairs.length; i += 2) {
      props.put(pairs[i], pairs[i + 1]);
    }
    return props;
  }

  private static Map<String, List<String>> errors(String... pairs) {
    Map<String, List<String>> errors = new HashMap<>();
    for (ConfigValue value : new RedisSourceConnector().validate(props(pairs)).configValues()) {
      if (!value.errorMessages().isEmpty()) {
        errors.put(value.name(), value.errorMessages());
      }
    }
    return errors;
  }
}
