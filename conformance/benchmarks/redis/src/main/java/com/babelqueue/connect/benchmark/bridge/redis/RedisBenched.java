package com.babelqueue.connect.benchmark.bridge.redis;

import com.babelqueue.connect.benchmark.bridge.BenchedBroker;
import com.babelqueue.connect.harness.BrokerChoice;
import com.babelqueue.connect.harness.RedisBroker;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;

/** Redis lists, each with the processing lists of whoever takes from them. */
public final class RedisBenched implements BenchedBroker {
  private static final int PIPELINED = 5_000;

  private RedisBroker broker;
  private Jedis client;

  @Override
  public String name() {
    return "redis";
  }

  @Override
  public void start() {
    broker = RedisBroker.start();
    BrokerChoice.announce("redis", broker.describe());
    client = connect(address());
  }

  static Jedis connect(Map<String, String> address) {
    return new Jedis(new HostAndPort(address.get("host"), Integer.parseInt(address.get("port"))));
  }

  @Override
  public Map<String, String> address() {
    return Map.of("host", broker.host(), "port", Integer.toString(broker.port()));
  }

  @Override
  public Map<String, String> sourceSettings(List<String> queues) {
    return settings("source.redis.RedisSourceConnector", "redis.queues", String.join(",", queues));
  }

  @Override
  public Map<String, String> sinkSettings(String queue) {
    return settings("sink.redis.RedisSinkConnector", "redis.queue", queue);
  }

  private Map<String, String> settings(String connector, String key, String queue) {
    return Map.of(
        "connector.class",
        "com.babelqueue.connect." + connector,
        "redis.host.and.ports",
        broker.host() + ":" + broker.port(),
        key,
        queue);
  }

  @Override
  public void createQueue(String queue) {
    deleteQueue(queue);
  }

  @Override
  public void deleteQueue(String queue) {
    client.del(queue);
    client.keys(queue + ":*").forEach(client::del);
  }

  /** Each message with an id of its own: equal elements of a list cannot be told apart. */
  @Override
  public void fill(String queue, byte[] body, int count) {
    String text = new String(body, StandardCharsets.UTF_8);
    int id = text.indexOf("f1e2d3c4");
    Pipeline pipeline = client.pipelined();
    for (int i = 1; i <= count; i++) {
      pipeline.rpush(queue, text.substring(0, id) + "%08x".formatted(i) + text.substring(id + 8));
      if (i % PIPELINED == 0 || i == count) {
        pipeline.sync();
      }
    }
  }

  @Override
  public long depth(String queue) {
    long depth = 0;
    Set<String> lists = new HashSet<>(client.keys(queue + ":*"));
    lists.add(queue);
    for (String list : lists) {
      if ("list".equals(client.type(list))) {
        depth += client.llen(list);
      }
    }
    return depth;
  }

  @Override
  public void close() {
    if (client != null) {
      client.close();
    }
    broker.close();
  }
}
