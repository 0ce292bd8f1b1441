package com.babelqueue.connect.source.redis;

import com.babelqueue.connect.contract.SourcePeer;
import com.babelqueue.connect.harness.BrokerChoice;
import com.babelqueue.connect.harness.RedisBroker;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.util.KeyValue;

/**
 * A Redis server and the plain client that an application would use. Processing lists are those of
 * a connector with one reader, named like the queue it reads. One test thread.
 */
final class RedisPeer implements SourcePeer {
  private static final int CHUNK = 1_000;

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

  @Override
  public String connectorClass() {
    return "com.babelqueue.connect.source.redis.RedisSourceConnector";
  }

  @Override
  public Map<String, String> settings(String queue, InetSocketAddress at) {
    Map<String, String> settings = new HashMap<>();
    settings.put("redis.host.and.ports", at.getHostString() + ":" + at.getPort());
    settings.put("redis.queues", queue);
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
    client.del(processing(name));
    client.del(name + ".dlq");
  }

  @Override
  public void send(String queue, List<String> bodies) {
    for (int from = 0; from < bodies.size(); from += CHUNK) {
      List<String> chunk = bodies.subList(from, Math.min(from + CHUNK, bodies.size()));
      client.rpush(queue, chunk.toArray(new String[0]));
    }
  }

  @Override
  public void send(String queue, String body, Map<String, String> headers) {
    client.rpush(queue, frame(body, headers));
  }

  /** The header frame as producers write it (RED-6). */
  static String frame(String body, Map<String, String> headers) {
    StringBuilder frame = new StringBuilder("{\"__bq_frame\":1,\"headers\":{");
    String separator = "";
    for (Map.Entry<String, String> header : headers.entrySet()) {
      frame.append(separator).append(quoted(header.getKey())).append(':');
      frame.append(quoted(header.getValue()));
      separator = ",";
    }
    return frame.append("},\"body\":").append(quoted(body)).append('}').toString();
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  @Override
  public List<String> take(String queue, int count, Duration limit) {
    List<String> taken = new ArrayList<>();
    long end = System.nanoTime() + limit.toNanos();
    while (taken.size() < count && System.nanoTime() - end < 0) {
      double left = Math.max(0.01, (end - System.nanoTime()) / 1e9);
      KeyValue<String, String> popped = client.blpop(Math.min(1, left), queue);
      if (popped != null) {
        taken.add(popped.getValue());
      }
    }
    return taken;
  }

  @Override
  public long ready(String queue) {
    return client.llen(queue);
  }

  @Override
  public long unsettled(String queue) {
    return ready(queue) + client.llen(processing(queue));
  }

  @Override
  public boolean keepsOrder() {
    return true;
  }

  @Override
  public String versionHeader() {
    return null;
  }

  /** What a list holds, from its head. */
  List<String> list(String key) {
    return client.lrange(key, 0, -1);
  }

  /** How often the server has run a command since it was started. */
  long calls(String command) {
    String stats = client.info("commandstats");
    String start = "cmdstat_" + command + ":calls=";
    return stats
        .lines()
        .filter(line -> line.startsWith(start))
        .mapToLong(line -> Long.parseLong(line.substring(start.length(), line.indexOf(','))))
        .sum();
  }

  /** Runs a command that the client has no method for. */
  Object run(Command command, String... arguments) {
    CommandArguments all = new CommandArguments(command);
    for (String argument : arguments) {
      all.add(argument);
    }
    return client.executeCommand(all);
  }

  /** Where connector {@code name}, which reads queue {@code name}, keeps what is in flight. */
  static String processing(String name) {
    return name + ":processing:" + name + "-0";
  }

  @Override
  public void close() {
    client.close();
    broker.close();
  }
}
