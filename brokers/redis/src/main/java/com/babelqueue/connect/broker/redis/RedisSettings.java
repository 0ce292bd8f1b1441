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
 * How to reach Redis: the settings that a source and a sink share.
 *
 * <p>Immutable; for any thread.
 */
public final class RedisSettings {
  /** The server's address with everything in it; a password, since it may hold one. */
  public static final String URI = "redis.uri";

  /** Servers, sentinels or seed nodes of a cluster as {@code host:port}. */
  public static final String HOST_AND_PORTS = "redis.host.and.ports";

  /** How the node that holds a queue is found. */
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

  /** The shared TLS keys under this broker's prefix. */
  public static final TlsSettings TLS = new TlsSettings("redis.");

  static final EnumSetting<RedisMode> MODES = EnumSetting.of(RedisMode.class);

  /** Means what the URI says, else 0. */
  static final int URI_DECIDES = -1;

  private final AbstractConfig config;
  private final RedisUri uri;

  /**
   * @param config parsed with a definition that {@link #define} added the keys to
   * @throws ConfigException naming the setting at fault
   */
  public RedisSettings(AbstractConfig config) {
    this.config = config;
    Password address = config.getPassword(URI);
    this.uri = address == null ? null : RedisUri.parse(URI, address);
  }

  /** Adds the connection's keys to a definition. */
  public static void define(ConfigDef def) {
    RedisDefinition.addTo(def);
    TLS.define(def);
  }

  /**
   * Reports what single-key validators cannot see.
   *
   * @param problems takes the key at fault and a message
   */
  public void check(BiConsumer<String, String> problems) {
    boolean addressed = !config.getList(HOST_AND_PORTS).isEmpty();
    if (uri == null && !addressed) {
      problems.accept(URI, "Either " + URI + " or " + HOST_AND_PORTS + " must say where Redis is");
    } else if (uri != null && addressed) {
      problems.accept(
          HOST_AND_PORTS, "Only one of " + URI + " and " + HOST_AND_PORTS + " may be set");
    }
    if (user() != null && password() == null) {
      problems.accept(PASSWORD, "The user that is set needs a password");
    }
    checkMode(problems);
    if (tls()) {
      try {
        TLS.context(config);
      } catch (ConfigException e) {
        problems.accept(TLS.trustStoreKey(), e.getMessage());
      }
    }
  }

  private void checkMode(BiConsumer<String, String> problems) {
    if (mode() == RedisMode.CLUSTER && database() != 0) {
      problems.accept(databaseKey(), "A cluster has database 0 only");
    }
    boolean named = sentinelMaster() != null && !sentinelMaster().isBlank();
    if (mode() == RedisMode.SENTINEL && !named) {
      problems.accept(SENTINEL_MASTER, SENTINEL_MASTER + " must be set with " + MODE + "=sentinel");
    }
    if (mode() == RedisMode.SENTINEL && uri != null) {
      problems.accept(URI, "With " + MODE + "=sentinel the sentinels go into " + HOST_AND_PORTS);
    }
  }

  /** How the node that holds a queue is found. */
  public RedisMode mode() {
    return MODES.parse(MODE, config.getString(MODE));
  }

  /** The key that says where Redis is. */
  public String addressKey() {
    return uri == null ? HOST_AND_PORTS : URI;
  }

  /** The key that holds the user in use. */
  String usernameKey() {
    return inUse(USERNAME, config.getString(USERNAME) != null);
  }

  /** The key that holds the password in use. */
  String passwordKey() {
    return inUse(PASSWORD, config.getPassword(PASSWORD) != null);
  }

  /** The key that holds the database in use. */
  String databaseKey() {
    return inUse(DATABASE, config.getInt(DATABASE) != URI_DECIDES);
  }

  private String inUse(String key, boolean set) {
    return set || uri == null ? key : URI;
  }

  /** Servers, sentinels or seed nodes, in the order in which to try them. */
  List<HostAndPort> addresses() {
    return uri == null
        ? RedisAddresses.parse(HOST_AND_PORTS, config.getList(HOST_AND_PORTS))
        : List.of(uri.address());
  }

  /** Null unless set. */
  String sentinelMaster() {
    return config.getString(SENTINEL_MASTER);
  }

  int socketTimeout() {
    return config.getInt(SOCKET_TIMEOUT);
  }

  private boolean tls() {
    return TLS.enabled(config) || (uri != null && uri.tls());
  }

  private String user() {
    String own = config.getString(USERNAME);
    return own == null && uri != null ? uri.user() : own;
  }

  private String password() {
    Password own = config.getPassword(PASSWORD);
    if (own != null) {
      return own.value();
    }
    return uri == null ? null : uri.password();
  }

  private int database() {
    int own = config.getInt(DATABASE);
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
    String own = config.getString(CLIENT_NAME);
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
    Password password = config.getPassword(SENTINEL_PASSWORD);
    return common(socketTimeout())
        .user(config.getString(SENTINEL_USERNAME))
        .password(password == null ? null : password.value())
        .build();
  }

  private DefaultJedisClientConfig.Builder common(int socketTimeout) {
    return DefaultJedisClientConfig.builder()
        .connectionTimeoutMillis(config.getInt(CONNECT_TIMEOUT))
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
    if (tls()) {
      sockets =
          new TlsSockets(
              sockets,
              address,
              TLS.context(config).getSocketFactory(),
              TLS.verifiesHostname(config));
    }
    return new Connection(sockets, login);
  }
}
