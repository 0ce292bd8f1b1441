package com.babelqueue.connect.broker.redis;

import com.babelqueue.connect.broker.TlsSettings;
import com.babelqueue.connect.config.EnumSetting;
import java.util.List;
import java.util.function.BiConsumer;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.DefaultJedisSocketFactory;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.JedisSocketFactory;

/**
 * How to reach Redis: the settings that a source and a sink share, and under a prefix those of a
 * server that a connector to another broker uses beside it.
 *
 * <p>The names are those without a prefix; messages name the keys with it. Immutable; for any
 * thread.
 */
public final class RedisSettings {
  /** The server's address with everything in it; a password, since it may hold one. */
  public static final String URI = "redis.uri";

  /** Servers, sentinels or seed nodes of a cluster as {@code host:port}. */
  public static final String HOST_AND_PORTS = "redis.host.and.ports";

  /** How the node that holds a key is found. */
  public static final String MODE = "redis.mode";

  /** The ACL user. */
  public static final String USERNAME = "redis.username";

  /** The user's password. */
  public static final String PASSWORD = "redis.password";

  /** The number of the database. */
  public static final String DATABASE = "redis.database";

  /** What the sentinels call the master. */
  public static final String SENTINEL_MASTER = "redis.sentinel.master";

  /** The sentinels' own user. */
  public static final String SENTINEL_USERNAME = "redis.sentinel.username";

  /** The sentinels' own password. */
  public static final String SENTINEL_PASSWORD = "redis.sentinel.password";

  /** The connections' name at the server. */
  public static final String CLIENT_NAME = "redis.client.name";

  /** How long one attempt to connect may take, in ms. */
  public static final String CONNECT_TIMEOUT = "redis.connect.timeout.ms";

  /** How long the server may take to answer, in ms. */
  public static final String SOCKET_TIMEOUT = "redis.socket.timeout.ms";

  static final EnumSetting<RedisMode> MODES = EnumSetting.of(RedisMode.class);

  /** Means what the URI says, else 0. */
  static final int URI_DECIDES = -1;

  private final AbstractConfig config;
  private final String prefix;
  private final TlsSettings tls;
  private final RedisUri uri;

  /**
   * @param config parsed with a definition that {@link #define(ConfigDef)} added the keys to
   * @throws ConfigException naming the setting at fault
   */
  public RedisSettings(AbstractConfig config) {
    this(config, "");
  }

  /**
   * @param config parsed with a definition that {@link #define(ConfigDef, String)} added the keys
   *     to
   * @param prefix the same one, with its dot
   * @throws ConfigException naming the setting at fault
   */
  public RedisSettings(AbstractConfig config, String prefix) {
    this.config = config;
    this.prefix = prefix;
    this.tls = tls(prefix);
    Password address = config.getPassword(key(URI));
    this.uri = address == null ? null : RedisUri.parse(key(URI), address);
  }

  /** Adds the connection's keys to a definition. */
  public static void define(ConfigDef def) {
    define(def, "");
  }

  /**
   * Adds the connection's keys to a definition, each behind a prefix.
   *
   * @param prefix with its dot
   */
  public static void define(ConfigDef def, String prefix) {
    new RedisDefinition(prefix).addTo(def);
    tls(prefix).define(def);
  }

  private static TlsSettings tls(String prefix) {
    return new TlsSettings(prefix + "redis.");
  }

  /** What one of the names above is called in these settings. */
  String key(String name) {
    return prefix + name;
  }

  /** The shared TLS keys of this server. */
  TlsSettings tls() {
    return tls;
  }

  /**
   * Reports what single-key validators cannot see.
   *
   * @param problems takes the key at fault and a message
   */
  public void check(BiConsumer<String, String> problems) {
    boolean addressed = !config.getList(key(HOST_AND_PORTS)).isEmpty();
    if (uri == null && !addressed) {
      problems.accept(
          key(URI),
          "Either " + key(URI) + " or " + key(HOST_AND_PORTS) + " must say where Redis is");
    } else if (uri != null && addressed) {
      problems.accept(
          key(HOST_AND_PORTS),
          "Only one of " + key(URI) + " and " + key(HOST_AND_PORTS) + " may be set");
    }
    if (user() != null && password() == null) {
      problems.accept(key(PASSWORD), "The user that is set needs a password");
    }
    checkMode(problems);
    if (isEncrypted()) {
      try {
        tls.context(config);
      } catch (ConfigException e) {
        problems.accept(tls.trustStoreKey(), e.getMessage());
      }
    }
  }

  private void checkMode(BiConsumer<String, String> problems) {
    if (mode() == RedisMode.CLUSTER && database() != 0) {
      problems.accept(databaseKey(), "A cluster has database 0 only");
    }
    boolean named = sentinelMaster() != null && !sentinelMaster().isBlank();
    if (mode() == RedisMode.SENTINEL && !named) {
      problems.accept(
          key(SENTINEL_MASTER),
          key(SENTINEL_MASTER) + " must be set with " + key(MODE) + "=sentinel");
    }
    if (mode() == RedisMode.SENTINEL && uri != null) {
      problems.accept(
          key(URI), "With " + key(MODE) + "=sentinel the sentinels go into " + key(HOST_AND_PORTS));
    }
  }

  /** How the node that holds a key is found. */
  public RedisMode mode() {
    return MODES.parse(key(MODE), config.getString(key(MODE)));
  }

  /** The key that says where Redis is. */
  public String addressKey() {
    return key(uri == null ? HOST_AND_PORTS : URI);
  }

  /** The key that holds the user in use. */
  String usernameKey() {
    return inUse(USERNAME, config.getString(key(USERNAME)) != null);
  }

  /** The key that holds the password in use. */
  String passwordKey() {
    return inUse(PASSWORD, config.getPassword(key(PASSWORD)) != null);
  }

  /** The key that holds the database in use. */
  String databaseKey() {
    return inUse(DATABASE, config.getInt(key(DATABASE)) != URI_DECIDES);
  }

  private String inUse(String name, boolean set) {
    return key(set || uri == null ? name : URI);
  }

  /** Servers, sentinels or seed nodes, in the order in which to try them. */
  List<HostAndPort> addresses() {
    return uri == null
        ? RedisAddresses.parse(key(HOST_AND_PORTS), config.getList(key(HOST_AND_PORTS)))
        : List.of(uri.address());
  }

  /** Null unless set. */
  String sentinelMaster() {
    return config.getString(key(SENTINEL_MASTER));
  }

  int socketTimeout() {
    return config.getInt(key(SOCKET_TIMEOUT));
  }

  private boolean isEncrypted() {
    return tls.enabled(config) || (uri != null && uri.tls());
  }

  private String user() {
    String own = config.getString(key(USERNAME));
    return own == null && uri != null ? uri.user() : own;
  }

  private String password() {
    Password own = config.getPassword(key(PASSWORD));
    if (own != null) {
      return own.value();
    }
    return uri == null ? null : uri.password();
  }

  private int database() {
    int own = config.getInt(key(DATABASE));
    if (own != URI_DECIDES) {
      return own;
    }
    return uri == null || uri.database() == null ? 0 : uri.database();
  }

  /**
   * How to log in to a server.
   *
   * @param name the connection's name where the settings give none
   * @param socketTimeout how long an answer may take, in ms
   */
  JedisClientConfig server(String name, int socketTimeout) {
    String own = config.getString(key(CLIENT_NAME));
    return common(socketTimeout)
        .user(user())
        .password(password())
        .database(database())
        .clientName(
            own == null ? RedisDefinition.ClientName.legal(name) : own.isBlank() ? null : own)
        .build();
  }

  /** How to log in to a sentinel. */
  JedisClientConfig sentinel() {
    Password password = config.getPassword(key(SENTINEL_PASSWORD));
    return common(socketTimeout())
        .user(config.getString(key(SENTINEL_USERNAME)))
        .password(password == null ? null : password.value())
        .build();
  }

  private DefaultJedisClientConfig.Builder common(int socketTimeout) {
    return DefaultJedisClientConfig.builder()
        .connectionTimeoutMillis(config.getInt(key(CONNECT_TIMEOUT)))
        .socketTimeoutMillis(socketTimeout)
        .clientSetInfoConfig(ClientSetInfoConfig.DISABLED);
  }

  /**
   * Connects and logs in.
   *
   * @param login from {@link #server} or {@link #sentinel}
   * @throws ConfigException naming a TLS store that cannot be read
   * @throws redis.clients.jedis.exceptions.JedisException when the server is not there or refuses
   */
  Connection connect(HostAndPort address, JedisClientConfig login) {
    JedisSocketFactory sockets = new DefaultJedisSocketFactory(address, login);
    if (isEncrypted()) {
      sockets =
          new TlsSockets(
              sockets,
              address,
              tls.context(config).getSocketFactory(),
              tls.verifiesHostname(config));
    }
    return new Connection(sockets, login);
  }
}
