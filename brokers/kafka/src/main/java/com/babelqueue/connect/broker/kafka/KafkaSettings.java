package com.babelqueue.connect.broker.kafka;

import com.babelqueue.connect.broker.ConfigSection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;

/**
 * Where the Kafka cluster is that a connector itself writes to, since a worker does not lend its
 * own clients to connectors. Immutable; any thread may read it.
 */
public final class KafkaSettings {
  /** The brokers to begin with. */
  public static final String BOOTSTRAP_SERVERS = "kafka.bootstrap.servers";

  /** What passes through to Kafka's own clients, security and timeouts among it. */
  public static final String CLIENT_PREFIX = "kafka.client.";

  /** A put must come back long before the consumer is taken for dead. */
  private static final int MAX_BLOCK_MS = 5_000;

  /** What the promises of retries and dead letters rest on (REI-6), and so cannot be set. */
  private static final Set<String> OURS =
      Set.of(
          ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
          ProducerConfig.ACKS_CONFIG,
          ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
          ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG,
          ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG,
          ProducerConfig.TRANSACTIONAL_ID_CONFIG);

  private final AbstractConfig config;

  /**
   * @param config holds the keys that {@link #addTo} defines
   */
  public KafkaSettings(AbstractConfig config) {
    this.config = config;
  }

  /**
   * Adds the keys to a section.
   *
   * @param fallback the default; {@code NO_DEFAULT_VALUE} makes the address required, the empty
   *     text means that the connector writes nothing by itself
   * @param use what the connector writes there, as the end of a sentence
   */
  public static ConfigSection addTo(ConfigSection section, Object fallback, String use) {
    return section.key(
        BOOTSTRAP_SERVERS,
        Type.STRING,
        fallback,
        null,
        Importance.HIGH,
        "Kafka brokers",
        "The Kafka brokers, as host:port pairs, to which the connector itself writes "
            + use
            + ". Security and other settings of its clients stand under "
            + CLIENT_PREFIX
            + ", such as "
            + CLIENT_PREFIX
            + CommonClientConfigs.SECURITY_PROTOCOL_CONFIG
            + ".");
  }

  /** Whether there is a cluster to write to. */
  public boolean isPresent() {
    return !config.getString(BOOTSTRAP_SERVERS).isBlank();
  }

  /**
   * Reports passed settings that would break a promise.
   *
   * @param problems takes the key at fault and a message
   */
  public void check(BiConsumer<String, String> problems) {
    for (String name : passed().keySet()) {
      if (OURS.contains(name)) {
        problems.accept(CLIENT_PREFIX + name, "is fixed, since no record may be lost or mangled");
      }
    }
  }

  /** What an admin client is made of. */
  Map<String, Object> adminProperties(String clientId) {
    Map<String, Object> properties = passed();
    properties.put(
        CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, config.getString(BOOTSTRAP_SERVERS));
    properties.put(CommonClientConfigs.CLIENT_ID_CONFIG, clientId);
    return properties;
  }

  /** What a producer is made of: every write acknowledged by all replicas, none twice (REI-6). */
  Map<String, Object> producerProperties(String clientId) {
    Map<String, Object> properties = adminProperties(clientId);
    properties.putIfAbsent(ProducerConfig.MAX_BLOCK_MS_CONFIG, MAX_BLOCK_MS);
    properties.put(ProducerConfig.ACKS_CONFIG, "all");
    properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    return properties;
  }

  private Map<String, Object> passed() {
    return new TreeMap<>(config.originalsWithPrefix(CLIENT_PREFIX));
  }
}
