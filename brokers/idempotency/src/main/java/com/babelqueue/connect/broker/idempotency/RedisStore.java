package com.babelqueue.connect.broker.idempotency;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.redis.RedisExpiringKeys;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Remembers in Redis, for every process that uses the same server and namespace: one key {@code
 * babelqueue:idempotency:<namespace>:<id>} for each id, which the server lets go when its time is
 * over. For the one thread that owns its deduplicator.
 */
final class RedisStore implements IdempotencyStore {
  private static final String ROOT = "babelqueue:idempotency:";

  private final RedisExpiringKeys keys;
  private final String prefix;
  private final Duration life;

  /**
   * @param keys closed with this store
   * @param life how long an id is remembered, at least 1 ms
   */
  RedisStore(RedisExpiringKeys keys, String namespace, Duration life) {
    this.keys = keys;
    this.prefix = ROOT + escaped(namespace) + ":";
    this.life = life;
  }

  /**
   * Without the separator, and without braces, which would put all keys of a cluster on one node.
   */
  private static String escaped(String namespace) {
    return namespace
        .replace("%", "%25")
        .replace(":", "%3A")
        .replace("{", "%7B")
        .replace("}", "%7D");
  }

  @Override
  public Set<String> seen(Collection<String> ids) throws BrokerException {
    return keys.present(ids.stream().map(this::key).toList()).stream()
        .map(key -> key.substring(prefix.length()))
        .collect(Collectors.toSet());
  }

  @Override
  public void remember(Collection<String> ids) throws BrokerException {
    keys.put(ids.stream().map(this::key).toList(), life);
  }

  @Override
  public void forget(String id) throws BrokerException {
    keys.remove(key(id));
  }

  /**
   * Runs the commands that a store needs, with a key that is no message's.
   *
   * @throws BrokerException an outage, or the setting that is wrong
   */
  void tryCommands() throws BrokerException {
    String none = "";
    seen(List.of(none));
    remember(List.of(none));
    forget(none);
  }

  private String key(String id) {
    return prefix + id;
  }

  @Override
  public void close() {
    keys.close();
  }
}
