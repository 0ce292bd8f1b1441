package com.babelqueue.connect.broker.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.harness.RedisBroker;
import java.time.Duration;
import java.util.List;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.util.JedisClusterCRC16;

/** A node of a cluster of two, each of which serves half of the slots. One test thread. */
final class ClusterNode implements AutoCloseable {
  private static final int LAST_SLOT = 16_383;
  private static final int FIRST_HALF = 8_191;
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final RedisBroker broker = RedisBroker.startServer("cluster-enabled yes");
  private final RedisClient client = RedisClient.create(broker.host(), broker.port());

  /** Makes a cluster of two nodes; the first serves the first half. */
  static void join(ClusterNode first, ClusterNode second) {
    first.cluster("ADDSLOTSRANGE", "0", Integer.toString(FIRST_HALF));
    second.cluster("ADDSLOTSRANGE", Integer.toString(FIRST_HALF + 1), Integer.toString(LAST_SLOT));
    // Two fresh nodes have the same epoch, which a meeting would have to sort out first.
    second.cluster("SET-CONFIG-EPOCH", "2");
    first.cluster("MEET", second.broker.host(), Integer.toString(second.broker.port()));
    for (ClusterNode node : List.of(first, second)) {
      Await.until(
          "the cluster serves", LIMIT, () -> node.cluster("INFO").contains("cluster_state:ok"));
    }
  }

  /** Lets another node serve a slot in which no key lies. */
  void handOver(int slot, ClusterNode other) {
    String id = other.cluster("MYID");
    other.cluster("SETSLOT", Integer.toString(slot), "NODE", id);
    cluster("SETSLOT", Integer.toString(slot), "NODE", id);
  }

  static boolean isInFirstHalf(String key) {
    return JedisClusterCRC16.getSlot(key) <= FIRST_HALF;
  }

  boolean holds(String key) {
    return client.exists(key);
  }

  String address() {
    return broker.host() + ":" + broker.port();
  }

  private String cluster(String... arguments) {
    return run(client, Command.CLUSTER, arguments);
  }

  /** Runs a command that the client has no method for; returns what the server says. */
  static String run(RedisClient client, Command command, String... arguments) {
    CommandArguments call = new CommandArguments(command);
    for (String argument : arguments) {
      call.add(argument);
    }
    Object reply = client.executeCommand(call);
    return reply instanceof byte[] text ? new String(text, UTF_8) : String.valueOf(reply);
  }

  @Override
  public void close() {
    client.close();
    broker.close();
  }
}
