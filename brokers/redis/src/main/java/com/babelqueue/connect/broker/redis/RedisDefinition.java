package com.babelqueue.connect.broker.redis;

import static com.babelqueue.connect.broker.redis.RedisSettings.CLIENT_NAME;
import static com.babelqueue.connect.broker.redis.RedisSettings.CONNECT_TIMEOUT;
import static com.babelqueue.connect.broker.redis.RedisSettings.DATABASE;
import static com.babelqueue.connect.broker.redis.RedisSettings.HOST_AND_PORTS;
import static com.babelqueue.connect.broker.redis.RedisSettings.MODE;
import static com.babelqueue.connect.broker.redis.RedisSettings.MODES;
import static com.babelqueue.connect.broker.redis.RedisSettings.PASSWORD;
import static com.babelqueue.connect.broker.redis.RedisSettings.SENTINEL_MASTER;
import static com.babelqueue.connect.broker.redis.RedisSettings.SENTINEL_PASSWORD;
import static com.babelqueue.connect.broker.redis.RedisSettings.SENTINEL_USERNAME;
import static com.babelqueue.connect.broker.redis.RedisSettings.SOCKET_TIMEOUT;
import static com.babelqueue.connect.broker.redis.RedisSettings.URI;
import static com.babelqueue.connect.broker.redis.RedisSettings.URI_DECIDES;
import static com.babelqueue.connect.broker.redis.RedisSettings.USERNAME;

import com.babelqueue.connect.broker.ConfigSection;
import com.babelqueue.connect.config.EnumSetting;
import java.util.List;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigException;

/** The connection's keys with their defaults, checks and documentation. */
final class RedisDefinition {
  private final String prefix;

  /**
   * @param prefix goes before every key
   */
  RedisDefinition(String prefix) {
    this.prefix = prefix;
  }

  private String key(String name) {
    return prefix + name;
  }

  void addTo(ConfigDef def) {
    new ConfigSection(def, "Redis connection")
        .key(
            key(URI),
            Type.PASSWORD,
            null,
            new RedisUri.Validator(),
            Importance.HIGH,
            "Server URI",
            "The server as redis[s]://user:password@host:port/database. Hidden in logs and over REST, since it may "
                + "hold a password. Either this or "
                + key(HOST_AND_PORTS)
                + "; the settings for user, password and database win over what it says.")
        .key(
            key(HOST_AND_PORTS),
            Type.LIST,
            List.of(),
            new RedisAddresses.Validator(),
            Importance.HIGH,
            "Addresses",
            "Servers as host:port, tried in turn: the server itself, with "
                + key(MODE)
                + "=sentinel the sentinels, with cluster some of the cluster's nodes.")
        .key(
            key(MODE),
            Type.STRING,
            EnumSetting.text(RedisMode.STANDALONE),
            MODES,
            Importance.MEDIUM,
            "Mode",
            "How the node that holds a key is found: standalone (it is the one the settings name), sentinel "
                + "(sentinels say which is the master) or cluster (by the key's hash slot).")
        .key(
            key(USERNAME),
            Type.STRING,
            null,
            null,
            Importance.HIGH,
            "User",
            "The ACL user to log in as. Without one the URI's, else the server's default user.")
        .key(
            key(PASSWORD),
            Type.PASSWORD,
            null,
            null,
            Importance.HIGH,
            "Password",
            "The user's password. Without one the URI's, else none.")
        .key(
            key(DATABASE),
            Type.INT,
            URI_DECIDES,
            Range.atLeast(URI_DECIDES),
            Importance.MEDIUM,
            "Database",
            "The number of the database; -1 takes the URI's, else 0. A cluster has database 0 only.")
        .key(
            key(SENTINEL_MASTER),
            Type.STRING,
            null,
            null,
            Importance.MEDIUM,
            "Sentinel master",
            "What the sentinels call the master. Needed with " + key(MODE) + "=sentinel.")
        .key(
            key(SENTINEL_USERNAME),
            Type.STRING,
            null,
            null,
            Importance.LOW,
            "Sentinel user",
            "The user to log in to the sentinels as, where they ask for one.")
        .key(
            key(SENTINEL_PASSWORD),
            Type.PASSWORD,
            null,
            null,
            Importance.LOW,
            "Sentinel password",
            "The password for the sentinels, where they ask for one.")
        .key(
            key(CLIENT_NAME),
            Type.STRING,
            null,
            new ClientName(),
            Importance.LOW,
            "Client name",
            "The connections' name in CLIENT LIST. Without one it is made of connector and task; an empty one sets "
                + "none, for users that may not run CLIENT SETNAME.")
        .key(
            key(CONNECT_TIMEOUT),
            Type.INT,
            2_000,
            Range.between(100, 60_000),
            Importance.LOW,
            "Connect timeout",
            "How long in ms one attempt to connect to one server may take.")
        .key(
            key(SOCKET_TIMEOUT),
            Type.INT,
            2_000,
            Range.between(100, 60_000),
            Importance.LOW,
            "Socket timeout",
            "After how many ms without an answer a connection counts as lost.");
  }

  /** A name that CLIENT SETNAME takes: printable ASCII without spaces. */
  static final class ClientName implements ConfigDef.Validator {
    private static final char FIRST = '!';
    private static final char LAST = '~';

    @Override
    public void ensureValid(String name, Object value) {
      if (value instanceof String text && !text.equals(legal(text))) {
        throw new ConfigException(name, value, "must be " + this);
      }
    }

    static String legal(String name) {
      StringBuilder legal = new StringBuilder(name.length());
      for (int i = 0; i < name.length(); i++) {
        char c = name.charAt(i);
        legal.append(c < FIRST || c > LAST ? '-' : c);
      }
      return legal.toString();
    }

    @Override
    public String toString() {
      return "printable ASCII without spaces";
    }
  }
}
