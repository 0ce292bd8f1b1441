package com.babelqueue.connect.broker.redis;

import com.babelqueue.connect.broker.BrokerException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisException;

/**
 * The connections to write any keys with: one to each node that holds some of them, opened when the
 * first of its keys comes. A cluster's layout is asked for once; when it has changed the nodes say
 * so, and everything is opened anew with another instance. Used by one thread.
 */
public final class NodeConnections implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(NodeConnections.class);

  private final RedisConnections connections;
  private final String keySetting;
  private final Map<HostAndPort, Connection> nodes = new HashMap<>();

  /** Null until a cluster was asked, and where one connection reaches all keys. */
  private HashSlots slots;

  /**
   * @param keySetting the setting that keys come from, for messages
   */
  public NodeConnections(RedisConnections connections, String keySetting) {
    this.connections = connections;
    this.keySetting = keySetting;
  }

  /**
   * The connection to the node that holds a key.
   *
   * @throws BrokerException an outage, or the setting that is wrong
   */
  public Connection holding(String key) throws BrokerException {
    HostAndPort node = node(key);
    Connection open = nodes.get(node);
    if (open == null) {
      open = connections.open(key, Duration.ZERO);
      nodes.put(node, open);
    }
    return open;
  }

  /** Null stands for the only one. */
  private HostAndPort node(String key) throws BrokerException {
    if (connections.reachesAllKeys()) {
      return null;
    }
    try {
      if (slots == null) {
        try (Connection asked = connections.open(key, Duration.ZERO)) {
          slots = HashSlots.of(asked);
        }
      }
      return slots.nodeOf(key);
    } catch (JedisException e) {
      throw connections.failures().inUse("looking for the node of key " + key, keySetting, e);
    }
  }

  /** Closes all connections; never throws. */
  @Override
  public void close() {
    for (Connection connection : nodes.values()) {
      try {
        connection.close();
      } catch (JedisException e) {
        LOG.debug("A connection to Redis did not close in good order", e);
      }
    }
    nodes.clear();
    slots = null;
  }
}
