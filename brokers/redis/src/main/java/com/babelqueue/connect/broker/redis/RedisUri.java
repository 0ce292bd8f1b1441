package com.babelqueue.connect.broker.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.util.Locale;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol;

/**
 * A server's address of the form {@code redis[s]://user:password@host:port/database}.
 *
 * <p>Holds a password, so no message of this class ever quotes it, and it has no text of its own.
 */
final class RedisUri {
  private static final String TLS_SCHEME = "rediss";
  private static final String FORM =
      "must be an address of the form redis[s]://user:password@host:port/database, "
          + "special characters in it percent-encoded";

  private final HostAndPort address;
  private final String user;
  private final String password;
  private final Integer database;
  private final boolean tls;

  private RedisUri(String setting, URI uri) {
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    if (uri.getHost() == null || !(scheme.equals("redis") || scheme.equals(TLS_SCHEME))) {
      throw refused(setting);
    }
    this.address =
        new HostAndPort(uri.getHost(), uri.getPort() < 0 ? Protocol.DEFAULT_PORT : uri.getPort());
    String credentials = uri.getRawUserInfo() == null ? "" : uri.getRawUserInfo();
    int colon = credentials.indexOf(':');
    this.user = decode(colon < 0 ? credentials : credentials.substring(0, colon));
    this.password = colon < 0 ? null : decode(credentials.substring(colon + 1));
    this.database = database(setting, uri.getPath());
    this.tls = scheme.equals(TLS_SCHEME);
  }

  /**
   * Parses an address.
   *
   * @throws ConfigException naming the setting, never the value
   */
  static RedisUri parse(String setting, Password value) {
    try {
      return new RedisUri(setting, new URI(value.value().strip()));
    } catch (URISyntaxException | IllegalArgumentException e) {
      throw refused(setting);
    }
  }

  private static Integer database(String setting, String path) {
    if (path == null || path.length() <= 1) {
      return null;
    }
    try {
      int number = Integer.parseInt(path.substring(1));
      if (number >= 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Refused below, without the exception's own text, which quotes what it was given.
    }
    throw refused(setting);
  }

  /** Null for nothing; a plus sign stays one, unlike in a form. */
  private static String decode(String raw) {
    return raw.isEmpty() ? null : URLDecoder.decode(raw.replace("+", "%2B"), UTF_8);
  }

  HostAndPort address() {
    return address;
  }

  /** Null where the address names none. */
  String user() {
    return user;
  }

  /** Null where the address holds none. */
  String password() {
    return password;
  }

  /** Null where the address names none. */
  Integer database() {
    return database;
  }

  boolean tls() {
    return tls;
  }

  private static ConfigException refused(String setting) {
    return new ConfigException(setting + " " + FORM);
  }

  /** Checks the setting by itself. */
  static final class Validator implements ConfigDef.Validator {
    @Override
    public void ensureValid(String name, Object value) {
      if (value instanceof Password address) {
        parse(name, address);
      }
    }

    @Override
    public String toString() {
      return "redis[s]://user:password@host:port/database";
    }
  }
}
