package com.babelqueue.connect.broker.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.babelqueue.connect.broker.BrokerException;
import java.time.Duration;
import java.util.List;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.Protocol.SentinelKeyword;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Finds the node that holds a key, by {@link RedisMode}, and opens connections to it.
 *
 * <p>Nothing is remembered between two calls: after a failover or a moved slot the next connection
 * goes to the right node. A connection does not recover by itself; what fails on it is judged by
 * {@link #failures()}, and it is closed. Used by one thread at a time.
 */
public final class RedisConnections {
  private final RedisSettings settings;
  private final String name;
  private final RedisFailures failures;

  /** Whether the settings have been seen to work; owned by the calling thread. */
  private boolean proven;

  /**
   * @param name the connections' name at the server unless the settings give one
   */
  public RedisConnections(RedisSettings settings, String name) {
    this.settings = settings;
    this.name = name;
    this.failures = new RedisFailures(settings);
  }

  /** The failure table for these settings. */
  public RedisFailures failures() {
    return failures;
  }

  /** Whether one connection reaches every key. */
  public boolean reachesAllKeys() {
    return settings.mode() != RedisMode.CLUSTER;
  }

  /**
   * Connects to the node that holds a key, and logs in.
   *
   * @param key where the connection must lead; without meaning where one reaches all keys
   * @param blocking how much longer an answer may take than usual, for commands that wait
   * @throws BrokerException an outage, or the setting that is wrong
   */
  public Connection open(String key, Duration blocking) throws BrokerException {
    JedisClientConfig client =
        settings.server(name, settings.socketTimeout() + (int) blocking.toMillis());
    try {
      Connection connection =
          switch (settings.mode()) {
            case STANDALONE -> first(client, Connecting.PLAIN);
            case SENTINEL -> settings.connect(master(), client);
            case CLUSTER -> first(client, seed -> serving(key, seed, client));
          };
      proven = true;
      return connection;
    } catch (RuntimeException e) {
      throw failures.connecting(e, !proven);
    }
  }

  /** Tries the addresses in turn; the last failure is the one that is told. */
  private Connection first(JedisClientConfig client, Connecting connecting) throws BrokerException {
    JedisException last = null;
    for (HostAndPort address : settings.addresses()) {
      try {
        return connecting.from(settings.connect(address, client));
      } catch (JedisException e) {
        last = e;
      }
    }
    throw last == null ? new JedisException("no address is set") : last;
  }

  /** Asks the sentinels in turn. */
  private HostAndPort master() throws BrokerException {
    JedisException last = null;
    boolean asked = false;
    for (HostAndPort address : settings.addresses()) {
      try (Connection sentinel = settings.connect(address, settings.sentinel())) {
        Object answer =
            sentinel.executeCommand(
                new CommandArguments(Command.SENTINEL)
                    .add(SentinelKeyword.GET_MASTER_ADDR_BY_NAME)
                    .add(settings.sentinelMaster()));
        asked = true;
        if (answer instanceof List<?> found && found.size() == 2) {
          return new HostAndPort(text(found.get(0)), Integer.parseInt(text(found.get(1))));
        }
      } catch (JedisException e) {
        last = e;
      }
    }
    if (asked) {
      throw BrokerException.misconfigured(
          settings.key(RedisSettings.SENTINEL_MASTER),
          "no sentinel knows a master of this name",
          null);
    }
    if (last != null) {
      throw failures.sentinel(last, !proven);
    }
    throw new JedisException("no sentinel is set");
  }

  /** Stays with the seed where it serves the key's slot, else goes where the seed says. */
  private Connection serving(String key, Connection seed, JedisClientConfig client) {
    try {
      HostAndPort node = HashSlots.of(seed).nodeOf(key);
      if (node == null) {
        return seed;
      }
      seed.close();
      return settings.connect(node, client);
    } catch (RuntimeException e) {
      seed.close();
      throw e;
    }
  }

  private static String text(Object reply) {
    return new String((byte[]) reply, UTF_8);
  }

  /** What to do with a connection to one of the addresses. */
  @FunctionalInterface
  private interface Connecting {
    Connecting PLAIN = connection -> connection;

    Connection from(Connection connection);
  }
}
