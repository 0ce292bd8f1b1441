package com.babelqueue.connect.broker.artemis;

import static org.apache.kafka.common.config.ConfigDef.NO_DEFAULT_VALUE;

import com.babelqueue.connect.broker.ConfigSection;
import com.babelqueue.connect.broker.TlsSettings;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;
import org.apache.qpid.jms.JmsConnectionFactory;

/**
 * How to reach an Artemis broker: the settings that a source and a sink share.
 *
 * <p>Immutable; for any thread.
 */
public final class ArtemisSettings {
  static final String PREFIX = "artemis.";

  /** The broker's address; a password, since it may hold one. */
  public static final String URI = "artemis.uri";

  /** The user. */
  public static final String USERNAME = "artemis.username";

  /** The user's password. */
  public static final String PASSWORD = "artemis.password";

  /** How long one attempt to connect may take, in ms. */
  public static final String CONNECT_TIMEOUT = "artemis.connect.timeout.ms";

  /** The prefix under which the client's own options pass through. */
  public static final String CLIENT_PREFIX = ClientOptions.PREFIX;

  /** The shared TLS keys under this broker's prefix. */
  public static final TlsSettings TLS = new TlsSettings(PREFIX);

  /** The client's own default is for ever. */
  private static final long REQUEST_TIMEOUT_MS = 10_000;

  /** The client gives up a consumer whose broker takes longer to stop pushing. */
  private static final long DRAIN_TIMEOUT_MS = 5_000;

  /** A close is part of a stop, which has its own bound. */
  private static final long CLOSE_TIMEOUT_MS = 1_500;

  private final AbstractConfig config;
  private final ArtemisUri uri;

  /**
   * @param config parsed with a definition that {@link #define} added the keys to
   * @throws ConfigException naming the setting at fault
   */
  public ArtemisSettings(AbstractConfig config) {
    this.config = config;
    this.uri = ArtemisUri.parse(URI, config.getPassword(URI));
  }

  /** Adds the connection's keys to a definition. */
  public static void define(ConfigDef def) {
    new ConfigSection(def, "Artemis connection")
        .key(
            URI,
            Type.PASSWORD,
            NO_DEFAULT_VALUE,
            new ArtemisUri.Validator(),
            Importance.HIGH,
            "Broker URI",
            "The broker's AMQP address, amqp[s]://host:port, or several as "
                + "failover:(amqp://a:5672,amqp://b:5672), tried in turn. Options of the Qpid JMS "
                + "client may follow behind a question mark. Hidden in logs and over REST, since "
                + "user:password@ may stand before the host.")
        .key(
            USERNAME,
            Type.STRING,
            null,
            null,
            Importance.HIGH,
            "User",
            "The user to log in as. Without one the URI's; without that, anonymous.")
        .key(
            PASSWORD,
            Type.PASSWORD,
            null,
            null,
            Importance.HIGH,
            "Password",
            "The user's password. Without one the URI's.")
        .key(
            CONNECT_TIMEOUT,
            Type.INT,
            4_000,
            Range.between(100, 600_000),
            Importance.LOW,
            "Connection timeout",
            "How long in ms one attempt to connect to one address may take. Further options of the "
                + "client go under "
                + CLIENT_PREFIX
                + " with the names that they have in an address, such as "
                + CLIENT_PREFIX
                + "amqp.idleTimeout; the address itself wins over them.");
    TLS.define(def);
  }

  /**
   * Reports what single-key validators cannot see.
   *
   * @param problems takes the key at fault and a message
   */
  public void check(BiConsumer<String, String> problems) {
    ClientOptions.check(config, problems);
    if (config.getPassword(PASSWORD) != null && username() == null) {
      problems.accept(USERNAME, PASSWORD + " needs a user in " + USERNAME + " or in " + URI);
    }
    if (usesTls()) {
      try {
        TLS.context(config);
      } catch (ConfigException e) {
        problems.accept(TLS.trustStoreKey(), e.getMessage());
      }
    }
  }

  /** The key that holds the password in use. */
  String passwordKey() {
    return config.getPassword(PASSWORD) == null && uri.credentials() != null ? URI : PASSWORD;
  }

  /** The key that holds the user in use. */
  String usernameKey() {
    return config.getString(USERNAME) == null && uri.credentials() != null ? URI : USERNAME;
  }

  private boolean usesTls() {
    return TLS.enabled(config) || uri.tls();
  }

  private String username() {
    return config.getString(USERNAME) == null ? credential(0) : config.getString(USERNAME);
  }

  private String password() {
    Password own = config.getPassword(PASSWORD);
    return own == null ? credential(1) : own.value();
  }

  /** The URI's user or password, null where it has none. */
  private String credential(int part) {
    if (uri.credentials() == null) {
      return null;
    }
    String[] parts = uri.credentials().split(":", 2);
    // What decodes a form would take a plus for a blank.
    return parts.length > part
        ? URLDecoder.decode(parts[part].replace("+", "%2B"), StandardCharsets.UTF_8)
        : null;
  }

  /** The address for the client, without credentials. */
  String clientUri() {
    Map<String, String> defaults = new LinkedHashMap<>();
    String timeout = Integer.toString(config.getInt(CONNECT_TIMEOUT));
    defaults.put("jms.connectTimeout", timeout);
    defaults.put("jms.requestTimeout", Long.toString(REQUEST_TIMEOUT_MS));
    defaults.put("jms.closeTimeout", Long.toString(CLOSE_TIMEOUT_MS));
    defaults.put("transport.connectTimeout", timeout);
    defaults.put("amqp.drainTimeout", Long.toString(DRAIN_TIMEOUT_MS));
    // Each address is tried once; when to try again is the runtime's to say, and it says so in the
    // log. A connection that is lost is never mended behind the runtime's back: the client would
    // repeat one send of many, ahead of those that were lost before it.
    defaults.put("failover.startupMaxReconnectAttempts", "1");
    defaults.put("failover.maxReconnectAttempts", "0");
    if (usesTls() && !TLS.verifiesHostname(config)) {
      defaults.put("transport.verifyHost", "false");
    }
    defaults.putAll(ClientOptions.of(config));
    return uri.render(TLS.enabled(config), defaults);
  }

  /**
   * Builds a client factory from the settings.
   *
   * @param clientName the prefix of the name that the broker shows
   * @throws ConfigException naming a TLS store that cannot be read
   * @throws IllegalArgumentException when the client does not take an option; its message may quote
   *     values
   */
  JmsConnectionFactory factory(String clientName) {
    JmsConnectionFactory factory = new JmsConnectionFactory();
    factory.setClientIDPrefix(clientName + "-");
    factory.setUseDaemonThread(true);
    factory.setUsername(username());
    factory.setPassword(password());
    // A look into the client's buffer must not ask the broker, which pushes anyway.
    factory.setReceiveNoWaitLocalOnly(true);
    // Settlements are not answered by the broker, so waiting for their flush buys nothing.
    factory.setForceAsyncAcks(true);
    // Whether a message has expired is the broker's to say; clocks differ.
    factory.setLocalMessageExpiry(false);
    // AMQP peers use names that JMS does not allow; they are carried all the same.
    factory.setValidatePropertyNames(false);
    if (usesTls()) {
      factory.setSslContext(TLS.context(config));
    }
    factory.setRemoteURI(clientUri());
    return factory;
  }
}
