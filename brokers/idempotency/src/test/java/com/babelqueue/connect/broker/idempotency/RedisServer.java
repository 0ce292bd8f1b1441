package com.babelqueue.connect.broker.idempotency;

import com.babelqueue.connect.harness.BrokerChoice;
import com.babelqueue.connect.harness.RedisBroker;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import redis.clients.jedis.RedisClient;

/** A Redis server for the stores of a test, and a plain client of it. One test thread. */
final class RedisServer implements AutoCloseable {
  private final RedisBroker broker = RedisBroker.start();
  private final RedisClient client = RedisClient.create(broker.host(), broker.port());

  RedisServer() {
    BrokerChoice.announce("Redis", broker.describe());
  }

  RedisBroker broker() {
    return broker;
  }

  RedisClient client() {
    return client;
  }

  /** Settings of a connector that remembers here. */
  IdempotencySettings settings(String connector, String... pairs) {
    Map<String, String> props = new HashMap<>();
    props.put("idempotency.store", "redis");
    props.put("idempotency.redis.host.and.ports", broker.host() + ":" + broker.port());
    for (int i = 0; i < pairs.length; i += 2) {
      props.put(pairs[i], pairs[i + 1]);
    }
    return settings(connector, props);
  }

  /** Settings with nothing but what is given. */
  static IdempotencySettings settings(String connector, Map<String, String> props) {
    ConfigDef def = IdempotencySettings.define(new ConfigDef());
    return new IdempotencySettings(new AbstractConfig(def, props, false), connector);
  }

  @Override
  public void close() {
    client.close();
    broker.close();
  }
}
