package com.babelqueue.connect.broker.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol.ClusterKeyword;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisClusterException;
import redis.clients.jedis.util.JedisClusterCRC16;

/** Which node of a cluster serves which keys, as one node sees it at one time. Immutable. */
public final class HashSlots {
  private final List<Range> ranges;

  private HashSlots(List<Range> ranges) {
    this.ranges = ranges;
  }

  /**
   * Whether a cluster keeps all these keys on one node, so that one command may name them together:
   * keys with the same text in braces do.
   */
  public static boolean same(List<String> keys) {
    return keys.stream().mapToInt(JedisClusterCRC16::getSlot).distinct().count() <= 1;
  }

  /**
   * Asks a node.
   *
   * @throws redis.clients.jedis.exceptions.JedisException when it does not answer, or is not part
   *     of a cluster
   */
  static HashSlots of(Connection node) {
    Object answer =
        node.executeCommand(new CommandArguments(Command.CLUSTER).add(ClusterKeyword.SLOTS));
    List<Range> ranges = new ArrayList<>();
    for (Object entry : (List<?>) answer) {
      List<?> fields = (List<?>) entry;
      List<?> master = (List<?>) fields.get(2);
      ranges.add(
          new Range(
              (Long) fields.get(0),
              (Long) fields.get(1),
              (byte[]) master.get(0),
              ((Long) master.get(1)).intValue()));
    }
    return new HashSlots(ranges);
  }

  /**
   * The node that serves a key; null where the node that was asked does not know its own address,
   * which is then the one to use.
   *
   * @throws JedisClusterException when no node serves it now
   */
  HostAndPort nodeOf(String key) {
    int slot = JedisClusterCRC16.getSlot(key);
    for (Range range : ranges) {
      if (range.first() <= slot && slot <= range.last()) {
        return range.node();
      }
    }
    throw new JedisClusterException("CLUSTERDOWN no node serves hash slot " + slot);
  }

  private record Range(long first, long last, HostAndPort node) {
    Range(long first, long last, byte[] host, int port) {
      this(
          first,
          last,
          host == null || host.length == 0 ? null : new HostAndPort(new String(host, UTF_8), port));
    }
  }
}
