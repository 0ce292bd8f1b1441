package com.babelqueue.connect.broker.servicebus;

import com.azure.core.amqp.AmqpTransportType;
import com.babelqueue.connect.broker.ConfigSection;
import com.babelqueue.connect.config.EnumSetting;
import java.time.Duration;
import java.util.Collection;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;

/**
 * How to reach Azure Service Bus: namespace, credentials, transport, timeout. Source and sink share
 * it.
 *
 * <p>A view of a parsed configuration; immutable, any thread may read it.
 */
public final class ServiceBusSettings {
  /** Endpoint and access key in one text; a password, since it holds the key. */
  public static final String CONNECTION_STRING = "servicebus.connection.string";

  /** The namespace's host name, for credentials of Microsoft Entra. */
  public static final String NAMESPACE = "servicebus.namespace";

  /** The client id of a user-assigned managed identity. */
  public static final String MANAGED_IDENTITY = "servicebus.managed.identity.client.id";

  /** What AMQP runs over. */
  public static final String TRANSPORT = "servicebus.transport";

  /** How long one operation may take, in ms. */
  public static final String OPERATION_TIMEOUT = "servicebus.operation.timeout.ms";

  private static final EnumSetting<Transport> TRANSPORTS = EnumSetting.of(Transport.class);

  /** Short enough that a task that stops while the broker is silent is not held up for long. */
  private static final int DEFAULT_TIMEOUT_MILLIS = 5_000;

  private final AbstractConfig config;
  private final ConnectionString connectionString;

  /**
   * @param config holds the keys that {@link #define} added
   * @throws ConfigException naming the setting at fault
   */
  public ServiceBusSettings(AbstractConfig config) {
    this.config = Objects.requireNonNull(config, "config");
    Password text = config.getPassword(CONNECTION_STRING);
    this.connectionString = text == null ? null : ConnectionString.parse(CONNECTION_STRING, text);
  }

  /**
   * Adds the keys.
   *
   * @return the same definition, for chaining
   */
  public static ConfigDef define(ConfigDef def) {
    new ConfigSection(def, "Azure Service Bus connection")
        .key(
            CONNECTION_STRING,
            Type.PASSWORD,
            null,
            new ConnectionString.Validator(),
            Importance.HIGH,
            "Connection string",
            "Endpoint and shared access key as the portal shows them. Hidden in logs and over REST. Either this or "
                + NAMESPACE
                + ".")
        .key(
            NAMESPACE,
            Type.STRING,
            null,
            new NamespaceValidator(),
            Importance.HIGH,
            "Namespace",
            "The namespace's host name, such as shop.servicebus.windows.net. Credentials then come from Azure's default "
                + "chain: environment variables, workload identity, managed identity, Azure CLI.")
        .key(
            MANAGED_IDENTITY,
            Type.STRING,
            null,
            null,
            Importance.LOW,
            "Managed identity",
            "The client id of a user-assigned managed identity, where the machine has more than one.")
        .key(
            TRANSPORT,
            Type.STRING,
            EnumSetting.text(Transport.AMQP),
            TRANSPORTS,
            Importance.LOW,
            "Transport",
            "What AMQP runs over: amqp is TCP with TLS on port 5671; websockets is port 443, for networks that let "
                + "nothing else out.")
        .key(
            OPERATION_TIMEOUT,
            Type.INT,
            DEFAULT_TIMEOUT_MILLIS,
            Range.between(1_000, 120_000),
            Importance.LOW,
            "Operation timeout",
            "How long one operation, such as settling a message or renewing its lock, may take, in ms.");
    return def;
  }

  /**
   * Reports what no single key shows.
   *
   * @param entities what the connector names
   * @param entitySetting the key they come from
   * @param problems takes the key at fault and what is wrong
   */
  public void check(
      Collection<EntityPath> entities, String entitySetting, BiConsumer<String, String> problems) {
    if (connectionString == null && namespace().isEmpty()) {
      problems.accept(
          CONNECTION_STRING, "Either " + CONNECTION_STRING + " or " + NAMESPACE + " must be set");
    } else if (connectionString != null && namespace().isPresent()) {
      problems.accept(
          NAMESPACE, "Only one of " + CONNECTION_STRING + " and " + NAMESPACE + " may be set");
    }
    if (managedIdentity().isPresent() && namespace().isEmpty()) {
      problems.accept(MANAGED_IDENTITY, "has no effect without " + NAMESPACE);
    }
    if (connectionString != null) {
      connectionString
          .entityPath()
          .filter(only -> !entities.stream().allMatch(entity -> entity.name().equals(only)))
          .ifPresent(
              only ->
                  problems.accept(
                      entitySetting,
                      "the key of the connection string is good for " + only + " only"));
    }
  }

  /** The one entity that the connection string's key is good for; empty where it is for all. */
  public Optional<String> onlyEntity() {
    return Optional.ofNullable(connectionString).flatMap(ConnectionString::entityPath);
  }

  /** The key that says where the broker is. */
  public String addressKey() {
    return connectionString == null && namespace().isPresent() ? NAMESPACE : CONNECTION_STRING;
  }

  /** How long one operation may take. */
  public Duration operationTimeout() {
    return Duration.ofMillis(config.getInt(OPERATION_TIMEOUT));
  }

  Optional<String> connectionString() {
    return Optional.ofNullable(connectionString).map(ConnectionString::text);
  }

  Optional<String> namespace() {
    return text(NAMESPACE);
  }

  Optional<String> managedIdentity() {
    return text(MANAGED_IDENTITY);
  }

  AmqpTransportType transport() {
    return TRANSPORTS.parse(TRANSPORT, config.getString(TRANSPORT)) == Transport.WEBSOCKETS
        ? AmqpTransportType.AMQP_WEB_SOCKETS
        : AmqpTransportType.AMQP;
  }

  private Optional<String> text(String key) {
    return Optional.ofNullable(config.getString(key))
        .map(String::strip)
        .filter(value -> !value.isEmpty());
  }

  /** What AMQP runs over. */
  enum Transport {
    AMQP,
    WEBSOCKETS
  }

  /** A host name and no address, which is a frequent mix-up. */
  private static final class NamespaceValidator implements ConfigDef.Validator {
    @Override
    public void ensureValid(String name, Object value) {
      if (value instanceof String text && !text.matches("\\s*|\\s*[A-Za-z0-9.-]+\\s*")) {
        throw new ConfigException(
            name
                + ": must be a host name such as shop.servicebus.windows.net, without sb:// or a port");
      }
    }

    @Override
    public String toString() {
      return "a host name";
    }
  }
}
