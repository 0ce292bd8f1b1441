package com.babelqueue.connect.interop;

import com.babelqueue.connect.harness.RedisBroker;
import java.util.Map;

/** Redis with the SDK's own layout; a list is there when something is in it. */
final class RedisAccess extends BrokerAccess {
  private final RedisBroker broker;

  RedisAccess() {
    this(RedisBroker.start());
  }

  private RedisAccess(RedisBroker broker) {
    super(BrokerKind.REDIS, broker.describe());
    this.broker = broker;
  }

  @Override
  Address address() {
    return Address.of("redis://" + hostAndPort() + "/0");
  }

  @Override
  void createQueue(String queue) {}

  @Override
  Map<String, String> connection() {
    return Map.of("redis.host.and.ports", hostAndPort());
  }

  private String hostAndPort() {
    return broker.host() + ":" + broker.port();
  }

  @Override
  public void close() {
    broker.close();
  }
}
