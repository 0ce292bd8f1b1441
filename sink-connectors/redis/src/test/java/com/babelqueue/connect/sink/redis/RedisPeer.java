package com.babelqueue.connect.sink.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.babelqueue.connect.contract.NativeMessage;
import com.babelqueue.connect.contract.RoundTripPeer;
import com.babelqueue.connect.harness.BrokerChoice;
import com.babelqueue.connect.harness.RedisBroker;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.RedisClient;

/** A Redis server and the plain client that an application would read it with. One test thread. */
final class RedisPeer implements RoundTripPeer {
  /** Small enough for a record of Kafka's default size to be too large. */
  private static final int MAX_ELEMENT_BYTES = 100_000;

  private static final int CHUNK = 1_000;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final RedisBroker broker;
  private final RedisClient client;

  private RedisPeer(RedisBroker broker) {
    this.broker = broker;
    this.client = RedisClient.create(broker.host(), broker.port());
  }

  /** Starts, or finds, a server. */
  static RedisPeer start() {
    return of(RedisBroker.start());
  }

  /** Takes over a server that was started in a special way. */
  static RedisPeer of(RedisBroker broker) {
    BrokerChoice.announce("Redis", broker.describe());
    return new RedisPeer(broker);
  }

  RedisBroker broker() {
    return broker;
  }

  RedisClient client() {
    return client;
  }

  /** What a list holds, from its head. */
  List<String> list(String key) {
    return client.lrange(key, 0, -1);
  }

  /** Runs a command that the client has no method for. */
  Object run(Command command, String... arguments) {
    CommandArguments all = new CommandArguments(command);
    for (String argument : arguments) {
      all.add(argument);
    }
    return client.executeCommand(all);
  }

  @Override
  public String connectorClass() {
    return "com.babelqueue.connect.sink.redis.RedisSinkConnector";
  }

  @Override
  public Map<String, String> settings(String queue, InetSocketAddress at) {
    Map<String, String> settings = new HashMap<>();
    settings.put("redis.host.and.ports", at.getHostString() + ":" + at.getPort());
    settings.put("redis.queue", queue);
    settings.put("redis.max.element.bytes", Integer.toString(MAX_ELEMENT_BYTES));
    return settings;
  }

  @Override
  public InetSocketAddress address() {
    return InetSocketAddress.createUnresolved(broker.host(), broker.port());
  }

  /** Empties it, that is; a list without elements does not exist. */
  @Override
  public void createQueue(String name) {
    client.del(name);
  }

  @Override
  public List<NativeMessage> take(String queue, int count, Duration limit) throws Exception {
    List<NativeMessage> taken = new ArrayList<>();
    long end = System.nanoTime() + limit.toNanos();
    while (taken.size() < count && System.nanoTime() - end < 0) {
      int wanted = Math.min(CHUNK, count - taken.size());
      List<byte[]> popped = client.lpop(queue.getBytes(UTF_8), wanted);
      if (popped == null) {
        List<byte[]> first = client.blpop(1, queue.getBytes(UTF_8));
        popped = first == null ? List.of() : List.of(first.get(1));
      }
      for (byte[] element : popped) {
        taken.add(message(element));
      }
    }
    return taken;
  }

  /**
   * A frame is known by its plainest sign, which no envelope of the tests has at its beginning, and
   * counts as a projection: where no headers have to travel, there must be none.
   */
  private static NativeMessage message(byte[] element) throws JsonProcessingException {
    String text = new String(element, UTF_8);
    if (!text.startsWith("{\"__bq_frame\":1,")) {
      return new NativeMessage(element, Map.of(), Map.of());
    }
    JsonNode frame = JSON.readTree(text);
    Map<String, Object> headers = new HashMap<>();
    frame
        .path("headers")
        .properties()
        .forEach(header -> headers.put(header.getKey(), header.getValue().textValue()));
    return new NativeMessage(
        frame.path("body").textValue().getBytes(UTF_8), Map.of("__bq_frame", 1), headers);
  }

  @Override
  public long depth(String queue) {
    return client.llen(queue);
  }

  @Override
  public boolean keepsOrder() {
    return true;
  }

  @Override
  public boolean honoursDelays() {
    return false;
  }

  @Override
  public Untakable untakable() {
    String body =
        "{\"job\":\"urn:babel:orders:created\",\"trace_id\":\"t\",\"data\":{\"blob\":\""
            + "x".repeat(MAX_ELEMENT_BYTES)
            + "\"},\"meta\":{\"id\":\"i\",\"schema_version\":1},\"attempts\":0}";
    return new Untakable(body, Map.of(), "too_large");
  }

  @Override
  public String projectionBlock() {
    return "redis.payload_identity";
  }

  @Override
  public String sourceModule() {
    return "source-connectors/redis";
  }

  @Override
  public String sourceClass() {
    return "com.babelqueue.connect.source.redis.RedisSourceConnector";
  }

  @Override
  public Map<String, String> sourceSettings(String queue) {
    Map<String, String> settings = new HashMap<>();
    settings.put("redis.host.and.ports", broker.host() + ":" + broker.port());
    settings.put("redis.queues", queue);
    return settings;
  }

  @Override
  public void close() {
    client.close();
    broker.close();
  }
}
