package com.babelqueue.connect.broker.rabbitmq;

import com.babelqueue.connect.broker.ConfigSection;
import com.babelqueue.connect.broker.TlsSettings;
import com.rabbitmq.client.Address;
import com.rabbitmq.client.ConnectionFactory;
import java.util.List;
import java.util.function.BiConsumer;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;

/**
 * How to reach a RabbitMQ broker: the settings that a source and a sink share.
 *
 * <p>Immutable; for any thread.
 */
public final class RabbitMqSettings {
  /** The broker's address with everything in it; a password, since it may hold one. */
  public static final String URI = "rabbitmq.uri";

  /** The nodes of a broker as {@code host:port}. */
  public static final String ADDRESSES = "rabbitmq.addresses";

  /** The user. */
  public static final String USERNAME = "rabbitmq.username";

  /** The user's password. */
  public static final String PASSWORD = "rabbitmq.password";

  /** The virtual host. */
  public static final String VIRTUAL_HOST = "rabbitmq.virtual.host";

  /** The heartbeat interval, in seconds. */
  public static final String HEARTBEAT = "rabbitmq.heartbeat.seconds";

  /** How long one attempt to connect may take, in ms. */
  public static final String CONNECTION_TIMEOUT = "rabbitmq.connection.timeout.ms";

  /** The prefix under which the client's own settings pass through. */
  public static final String CLIENT_PREFIX = ClientSettings.PREFIX;

  /** The shared TLS keys under this broker's prefix. */
  public static final TlsSettings TLS = new TlsSettings("rabbitmq.");

  /** The largest message that RabbitMQ can be set to take. */
  public static final int LARGEST_MESSAGE_BYTES = 512 * 1024 * 1024;

  /** The client's own ten minutes would hold up a task for as long when a broker goes silent. */
  private static final int RPC_TIMEOUT_MS = 10_000;

  private final AbstractConfig config;
  private final AmqpUri uri;

  /**
   * @param config parsed with a definition that {@link #define} added the keys to
   * @throws ConfigException naming the setting at fault
   */
  public RabbitMqSettings(AbstractConfig config) {
    this.config = config;
    Password address = config.getPassword(URI);
    this.uri = address == null ? null : AmqpUri.parse(URI, address);
  }

  /** Adds the connection's keys to a definition. */
  public static void define(ConfigDef def) {
    new ConfigSection(def, "RabbitMQ connection")
        .key(
            URI,
            Type.PASSWORD,
            null,
            new AmqpUri.Validator(),
            Importance.HIGH,
            "Broker URI",
            "The broker as amqp[s]://user:password@host:port/vhost. Hidden in logs and over REST, "
                + "since it may hold a password. Either this or "
                + ADDRESSES
                + "; the settings for user, password and virtual host win over what it says.")
        .key(
            ADDRESSES,
            Type.LIST,
            List.of(),
            new BrokerAddresses.Validator(),
            Importance.HIGH,
            "Broker addresses",
            "The broker's nodes as host:port, tried in turn. Without a port 5672, with TLS 5671.")
        .key(
            USERNAME,
            Type.STRING,
            null,
            null,
            Importance.HIGH,
            "User",
            "The user to log in as. Without one the URI's, else guest.")
        .key(
            PASSWORD,
            Type.PASSWORD,
            null,
            null,
            Importance.HIGH,
            "Password",
            "The user's password. Without one the URI's, else guest.")
        .key(
            VIRTUAL_HOST,
            Type.STRING,
            null,
            null,
            Importance.MEDIUM,
            "Virtual host",
            "The virtual host to use. Without one the URI's, else /.")
        .key(
            HEARTBEAT,
            Type.INT,
            30,
            Range.between(0, 65_535),
            Importance.LOW,
            "Heartbeat",
            "After how many seconds of silence the connection counts as lost; 0 is never.")
        .key(
            CONNECTION_TIMEOUT,
            Type.INT,
            4_000,
            Range.between(100, 600_000),
            Importance.LOW,
            "Connection timeout",
            "How long in ms one attempt to connect to one node may take. Further settings of the client "
                + "pass through under "
                + CLIENT_PREFIX
                + ": "
                + ClientSettings.names()
                + ".");
    TLS.define(def);
  }

  /**
   * Reports what single-key validators cannot see.
   *
   * @param problems takes the key at fault and a message
   */
  public void check(BiConsumer<String, String> problems) {
    boolean addressed = !config.getList(ADDRESSES).isEmpty();
    if (uri == null && !addressed) {
      problems.accept(URI, "Either " + URI + " or " + ADDRESSES + " must say where the broker is");
    } else if (uri != null && addressed) {
      problems.accept(ADDRESSES, "Only one of " + URI + " and " + ADDRESSES + " may be set");
    }
    ClientSettings.check(config, problems);
    if (usesTls()) {
      try {
        TLS.context(config);
      } catch (ConfigException e) {
        problems.accept(TLS.trustStoreKey(), e.getMessage());
      }
    }
  }

  /** The key that says where the broker is. */
  public String addressKey() {
    return uri == null ? ADDRESSES : URI;
  }

  /** The key that holds the password in use. */
  String passwordKey() {
    return inUse(PASSWORD, config.getPassword(PASSWORD) != null);
  }

  /** The key that holds the user in use. */
  String usernameKey() {
    return inUse(USERNAME, config.getString(USERNAME) != null);
  }

  /** The key that holds the virtual host in use. */
  String virtualHostKey() {
    return inUse(VIRTUAL_HOST, config.getString(VIRTUAL_HOST) != null);
  }

  private String inUse(String key, boolean set) {
    return set || uri == null ? key : URI;
  }

  private boolean usesTls() {
    return TLS.enabled(config) || (uri != null && uri.tls());
  }

  /**
   * The nodes to try, in this order.
   *
   * @param factory from {@link #factory}, which knows the URI's host
   */
  List<Address> addresses(ConnectionFactory factory) {
    return uri == null
        ? BrokerAddresses.parse(ADDRESSES, config.getList(ADDRESSES))
        : List.of(new Address(factory.getHost(), factory.getPort()));
  }

  /**
   * Builds a client factory from the settings.
   *
   * @throws ConfigException naming a TLS store that cannot be read
   */
  ConnectionFactory factory() {
    ConnectionFactory factory = new ConnectionFactory();
    int timeout = config.getInt(CONNECTION_TIMEOUT);
    factory.setHandshakeTimeout(timeout);
    factory.setShutdownTimeout(timeout);
    factory.setChannelRpcTimeout(RPC_TIMEOUT_MS);
    ClientSettings.applyTo(factory, config);
    factory.setConnectionTimeout(timeout);
    factory.setRequestedHeartbeat(config.getInt(HEARTBEAT));
    if (uri != null) {
      uri.applyTo(URI, factory);
    }
    if (config.getString(USERNAME) != null) {
      factory.setUsername(config.getString(USERNAME));
    }
    if (config.getPassword(PASSWORD) != null) {
      factory.setPassword(config.getPassword(PASSWORD).value());
    }
    if (config.getString(VIRTUAL_HOST) != null) {
      factory.setVirtualHost(config.getString(VIRTUAL_HOST));
    }
    if (usesTls()) {
      factory.useSslProtocol(TLS.context(config));
      if (TLS.verifiesHostname(config)) {
        factory.enableHostnameVerification();
      }
    }
    // The client would hide from us that delivery tags of the old channel are void.
    factory.setAutomaticRecoveryEnabled(false);
    factory.setTopologyRecoveryEnabled(false);
    // The client's own limit kills the connection at each delivery of a message above it, for ever;
    // whether a message is too large is the runtime's to decide.
    factory.setMaxInboundMessageBodySize(LARGEST_MESSAGE_BYTES);
    return factory;
  }
}
