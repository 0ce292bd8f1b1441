package com.babelqueue.connect.sink.redis;

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
class RedisSinkConnectorTest {
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
    assertThat(errors("redis.queue", "queues:${meta.queue}")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "redis.queues, orders, redis.queues, redis.queue",
    "redis.queue, ' ', redis.queue, name",
    "redis.queue, '${queue}', redis.queue, '${meta.queue}'",
    "redis.queue, text, redis.queue, list",
    "redis.max.element.bytes, 0, redis.max.element.bytes, 1024",
    "redis.host.and.ports, 127.0.0.1:1, redis.host.and.ports, redis.host.and.ports",
    "redis.password, wrong, redis.password, password",
    "redis.mode, cluster, redis.mode, cluster",
    "redis.uri, redis://localhost, redis.host.and.ports, Only one"
  })
  void validationNamesTheKeyAtFault(String key, String value, String fault, String word) {
    Map<String, List<String>> errors = errors(key, value);

    assertThat(errors).containsOnlyKeys(fault);
    assertThat(errors.get(fault)).anyMatch(message -> message.contains(word));
  }

  private static Map<String, List<String>> errors(String... pairs) {
    Map<String, String> props = new HashMap<>(peer.settings("orders", peer.address()));
    props.put("name", "bridge");
    props.put("topics", "orders");
    props.put("value.converter", "org.apache.kafka.connect.converters.ByteArrayConverter");
    for (int i = 0; i < pairs.length; i += 2) {
      props.put(pairs[i], pairs[i + 1]);
    }
    Map<String, List<String>> errors = new HashMap<>();
    for (ConfigValue value : new RedisSinkConnector().validate(props).configValues()) {
      if (!value.errorMessages().isEmpty()) {
        errors.put(value.name(), value.errorMessages());
      }
    }
    return errors;
  }
}
