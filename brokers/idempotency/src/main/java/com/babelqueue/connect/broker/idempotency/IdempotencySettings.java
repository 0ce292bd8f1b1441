package com.babelqueue.connect.broker.idempotency;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.ConfigSection;
import com.babelqueue.connect.broker.redis.RedisExpiringKeys;
import com.babelqueue.connect.broker.redis.RedisSettings;
import com.babelqueue.connect.config.EnumSetting;
import java.time.Duration;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.NonEmptyString;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigException;

/**
 * Whether and where it is remembered which messages had their effect: the settings of sources and
 * sinks to every broker (contract 5.1). Immutable; for any thread.
 */
public final class IdempotencySettings {
  /** Where it is remembered. */
  public static final String STORE = "idempotency.store";

  /** How long it is remembered, in ms. */
  public static final String TTL = "idempotency.ttl.ms";

  /** How many ids the memory holds. */
  public static final String MAX_ENTRIES = "idempotency.max.entries";

  /** Whoever shares it shares what is remembered. */
  public static final String NAMESPACE = "idempotency.namespace";

  private static final String PREFIX = "idempotency.";
  private static final String REDIS_PREFIX = PREFIX + "redis.";
  private static final EnumSetting<StoreKind> STORES = EnumSetting.of(StoreKind.class);
  private static final Duration DEFAULT_TTL = Duration.ofHours(24);
  private static final Duration LONGEST_TTL = Duration.ofDays(366);
  private static final int DEFAULT_MAX_ENTRIES = 100_000;

  private final AbstractConfig config;
  private final String connectorName;

  /** Null unless the store is in Redis. */
  private final RedisSettings redis;

  /**
   * @param config parsed with a definition that {@link #define} added the keys to
   * @param connectorName the namespace where none is set, and part of the connections' name
   * @throws ConfigException naming the setting at fault
   */
  public IdempotencySettings(AbstractConfig config, String connectorName) {
    this.config = config;
    this.connectorName = connectorName;
    this.redis = store() == StoreKind.REDIS ? new RedisSettings(config, PREFIX) : null;
  }

  /** Adds the keys to a definition, those of the Redis server included; returns it. */
  public static ConfigDef define(ConfigDef def) {
    String group = "Idempotency";
    new ConfigSection(def, group)
        .key(
            STORE,
            Type.STRING,
            EnumSetting.text(StoreKind.NONE),
            STORES,
            Importance.MEDIUM,
            "Remember messages",
            "Where it is remembered which messages had their effect, so that one that comes twice, by its meta.id, is "
                + "settled without a second one: none (nowhere, every message has its effect), memory (in each task, "
                + "lost when it stops) or redis (in a Redis server, for all tasks that share it). A message counts "
                + "only once it succeeded, and one without an id never does. Two tasks that meet a message at the "
                + "same moment may both let it have its effect. While the store cannot be asked, the task waits and "
                + "tries again.")
        .key(
            TTL,
            Type.LONG,
            DEFAULT_TTL.toMillis(),
            Range.between(1, LONGEST_TTL.toMillis()),
            Importance.MEDIUM,
            "Time to remember",
            "How long in ms after its success a message is remembered. Longer than the broker may take to deliver a "
                + "message again.")
        .key(
            MAX_ENTRIES,
            Type.INT,
            DEFAULT_MAX_ENTRIES,
            Range.atLeast(1),
            Importance.LOW,
            "Messages in memory",
            "With "
                + STORE
                + "=memory how many messages a task remembers, about 150 bytes each; the oldest are forgotten first.")
        .key(
            NAMESPACE,
            Type.STRING,
            null,
            new NonEmptyString(),
            Importance.LOW,
            "Namespace",
            "With "
                + STORE
                + "=redis the middle of the keys, babelqueue:idempotency:<namespace>:<id>. Connectors with the same "
                + "one share what is remembered, so they must have the same effect. Without one it is the "
                + "connector's name.");
    ConfigDef redis = new ConfigDef();
    RedisSettings.define(redis, PREFIX);
    def.embed("", group, 1, redis);
    return def;
  }

  private StoreKind store() {
    return STORES.parse(STORE, config.getString(STORE));
  }

  /** Whether anything is remembered. */
  public boolean enabled() {
    return store() != StoreKind.NONE;
  }

  /**
   * Reports what single-key validators cannot see.
   *
   * @param problems takes the key at fault and a message
   */
  public void check(BiConsumer<String, String> problems) {
    if (redis != null) {
      redis.check(problems);
      return;
    }
    for (String key : new TreeSet<>(config.originals().keySet())) {
      if (key.startsWith(REDIS_PREFIX)) {
        problems.accept(key, key + " has no meaning without " + STORE + "=redis");
      }
    }
  }

  /**
   * Reaches the store and runs each of its commands once; does nothing unless it is in Redis.
   *
   * @throws BrokerException naming the setting at fault; {@link #STORE} for an outage too, since
   *     validation would blame that on the broker's address
   */
  public void tryConnection() throws BrokerException {
    if (redis == null) {
      return;
    }
    try (RedisStore store = redisStore("-validation")) {
      store.tryCommands();
    } catch (BrokerException e) {
      throw e.isRetriable() ? BrokerException.misconfigured(STORE, e.getMessage(), e) : e;
    }
  }

  /**
   * A new deduplicator with a store of its own, which connects when it is first asked.
   *
   * @param ticker nanoseconds from an arbitrary origin, such as {@link System#nanoTime}
   * @return null when nothing is to be remembered
   */
  public <T> Deduplicator<T> deduplicator(LongSupplier ticker) {
    return switch (store()) {
      case NONE -> null;
      case MEMORY -> new Deduplicator<>(new MemoryStore(ttl(), config.getInt(MAX_ENTRIES), ticker));
      case REDIS -> new Deduplicator<>(redisStore(""));
    };
  }

  private RedisStore redisStore(String role) {
    String namespace = config.getString(NAMESPACE);
    return new RedisStore(
        new RedisExpiringKeys(
            redis, "babelqueue-" + connectorName + "-idempotency" + role, NAMESPACE),
        namespace == null ? connectorName : namespace,
        ttl());
  }

  private Duration ttl() {
    return Duration.ofMillis(config.getLong(TTL));
  }
}
