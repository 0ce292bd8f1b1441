package com.babelqueue.connect.broker.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.babelqueue.connect.broker.BrokerException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.Protocol.Keyword;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Keys that are there or not and go by themselves after a time, for what a fleet of processes wants
 * to know of each other. Used by one thread.
 *
 * <p>A call writes the commands for up to {@value #BATCH} keys before it reads the first reply, so
 * that many keys take one round trip to each node that holds some of them. Every wait for the
 * server is bounded by the connect and the socket timeout. After a failure all connections are
 * closed, and the next call opens what it needs, by the layout that a cluster has then; when to
 * call again is the caller's decision.
 */
public final class RedisExpiringKeys implements AutoCloseable {
  /** Small enough for the network's buffers: a server that hangs must not hold up a write. */
  static final int BATCH = 500;

  private static final byte[] PRESENT = {'1'};

  private final RedisConnections connections;
  private final NodeConnections nodes;
  private final String keySetting;

  /** Whether the open connections have answered before. */
  private boolean answered;

  /**
   * Does not connect.
   *
   * @param name the connections' name at the server unless the settings give one
   * @param keySetting the setting that keys come from, for messages
   */
  public RedisExpiringKeys(RedisSettings settings, String name, String keySetting) {
    this.connections = new RedisConnections(settings, name);
    this.nodes = new NodeConnections(connections, keySetting);
    this.keySetting = keySetting;
  }

  /**
   * Which of these keys are there.
   *
   * @throws BrokerException an outage, or the setting that is wrong; nothing is known then
   */
  public Set<String> present(Collection<String> keys) throws BrokerException {
    List<String> asked = distinct(keys);
    List<Object> counts = run("looking up", asked, key -> command(Command.EXISTS, key));
    Set<String> present = new HashSet<>();
    for (int i = 0; i < asked.size(); i++) {
      if (counts.get(i).equals(1L)) {
        present.add(asked.get(i));
      }
    }
    return present;
  }

  /**
   * Lets keys be there for a time from now, whether they were or not.
   *
   * @param life at least 1 ms
   * @throws BrokerException an outage, or the setting that is wrong; some may have been written
   */
  public void put(Collection<String> keys, Duration life) throws BrokerException {
    run(
        "writing",
        distinct(keys),
        key -> command(Command.SET, key).add(PRESENT).add(Keyword.PX).add(life.toMillis()));
  }

  /**
   * Lets a key be there no more.
   *
   * @throws BrokerException an outage, or the setting that is wrong
   */
  public void remove(String key) throws BrokerException {
    run("removing", List.of(key), removed -> command(Command.DEL, removed));
  }

  private static List<String> distinct(Collection<String> keys) {
    return List.copyOf(new LinkedHashSet<>(keys));
  }

  private static CommandArguments command(Command command, String key) {
    return new CommandArguments(command).add(key.getBytes(UTF_8));
  }

  /** Runs a command for each key; the replies come in the order of the keys. */
  private List<Object> run(
      String doing, List<String> keys, Function<String, CommandArguments> command)
      throws BrokerException {
    List<Object> replies = new ArrayList<>(keys.size());
    for (int from = 0; from < keys.size(); from += BATCH) {
      replies.addAll(
          batch(doing, keys.subList(from, Math.min(from + BATCH, keys.size())), command));
    }
    return replies;
  }

  /**
   * A connection that a server closed while it was idle shows that only in use, so the commands,
   * which may run twice, then go through a new one.
   */
  private List<Object> batch(
      String doing, List<String> keys, Function<String, CommandArguments> command)
      throws BrokerException {
    boolean mayBeStale = answered;
    try {
      return roundTrip(doing, keys, command);
    } catch (BrokerException e) {
      if (mayBeStale && isLostConnection(e.getCause())) {
        return roundTrip(doing, keys, command);
      }
      throw e;
    }
  }

  private static boolean isLostConnection(Throwable failure) {
    return failure instanceof JedisConnectionException
        && !(failure.getCause() instanceof SocketTimeoutException);
  }

  private List<Object> roundTrip(
      String doing, List<String> keys, Function<String, CommandArguments> command)
      throws BrokerException {
    boolean complete = false;
    try {
      List<Connection> asked = new ArrayList<>(keys.size());
      for (String key : keys) {
        Connection node = nodes.holding(key);
        node.sendCommand(command.apply(key));
        asked.add(node);
      }
      List<Object> replies = new ArrayList<>(keys.size());
      for (Connection node : asked) {
        replies.add(node.getOne());
      }
      complete = true;
      answered = true;
      return replies;
    } catch (JedisException e) {
      throw connections.failures().inUse(doing + " keys such as " + keys.get(0), keySetting, e);
    } finally {
      if (!complete) {
        close();
      }
    }
  }

  /** Closes all connections; never throws. A later call opens new ones. */
  @Override
  public void close() {
    answered = false;
    nodes.close();
  }
}
