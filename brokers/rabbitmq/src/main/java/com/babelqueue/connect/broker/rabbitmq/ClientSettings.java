package com.babelqueue.connect.broker.rabbitmq;

import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.ConnectionFactoryConfigurator;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigException;

/**
 * The client's own settings that pass through to its own loader under {@value #PREFIX}: those that
 * have no setting of ours, and no others, so that a mistyped one is noticed and no password travels
 * outside a password setting.
 */
final class ClientSettings {
  static final String PREFIX = "rabbitmq.client.";

  private static final Set<String> PASSED =
      Set.of(
          ConnectionFactoryConfigurator.CONNECTION_CHANNEL_MAX,
          ConnectionFactoryConfigurator.CONNECTION_FRAME_MAX,
          ConnectionFactoryConfigurator.HANDSHAKE_TIMEOUT,
          ConnectionFactoryConfigurator.SHUTDOWN_TIMEOUT,
          ConnectionFactoryConfigurator.CHANNEL_RPC_TIMEOUT,
          ConnectionFactoryConfigurator.CHANNEL_SHOULD_CHECK_RPC_RESPONSE_TYPE);

  private ClientSettings() {}

  /** Loads what passes into a factory. */
  static void applyTo(ConnectionFactory factory, AbstractConfig config) {
    passed(config).forEach((key, value) -> load(factory, key, value));
    Map<String, String> properties = new TreeMap<>();
    config
        .originalsWithPrefix(PREFIX + ConnectionFactoryConfigurator.CLIENT_PROPERTIES_PREFIX)
        .forEach((key, value) -> properties.put(key, String.valueOf(value)));
    factory.getClientProperties().putAll(properties);
  }

  /** Reports the keys that do not pass or that the client's loader does not take. */
  static void check(AbstractConfig config, BiConsumer<String, String> problems) {
    passed(config)
        .forEach(
            (key, value) -> {
              if (!PASSED.contains(key)) {
                problems.accept(
                    PREFIX + key,
                    PREFIX + key + " is none of the client settings that pass: " + names());
                return;
              }
              try {
                load(new ConnectionFactory(), key, value);
              } catch (ConfigException e) {
                problems.accept(PREFIX + key, e.getMessage());
              }
            });
  }

  /** What passes, for documentation and messages. */
  static String names() {
    return String.join(", ", new TreeSet<>(PASSED))
        + ", "
        + ConnectionFactoryConfigurator.CLIENT_PROPERTIES_PREFIX
        + "*";
  }

  private static Map<String, String> passed(AbstractConfig config) {
    Map<String, String> passed = new TreeMap<>();
    config
        .originalsWithPrefix(PREFIX)
        .forEach(
            (key, value) -> {
              if (!key.startsWith(ConnectionFactoryConfigurator.CLIENT_PROPERTIES_PREFIX)) {
                passed.put(key, String.valueOf(value));
              }
            });
    return passed;
  }

  private static void load(ConnectionFactory factory, String key, String value) {
    try {
      ConnectionFactoryConfigurator.load(factory, Map.of(key, value.strip()), "");
    } catch (RuntimeException e) {
      throw new ConfigException(PREFIX + key + " is not a value that the client takes");
    }
  }
}
