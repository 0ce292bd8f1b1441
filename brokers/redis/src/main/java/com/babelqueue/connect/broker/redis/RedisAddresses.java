package com.babelqueue.connect.broker.redis;

import java.util.List;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import redis.clients.jedis.HostAndPort;

/** A list of {@code host:port}, an IPv6 address in brackets. Stateless. */
final class RedisAddresses {
  private static final int MAX_PORT = 65_535;

  private RedisAddresses() {}

  /**
   * Parses a list.
   *
   * @throws ConfigException naming the setting and, unless it may hold a password, the entry at
   *     fault
   */
  static List<HostAndPort> parse(String setting, List<?> entries) {
    return entries.stream().map(entry -> parseOne(setting, String.valueOf(entry).strip())).toList();
  }

  private static HostAndPort parseOne(String setting, String entry) {
    if (entry.contains("@") || entry.contains("/")) {
      throw new ConfigException(
          setting
              + " takes host:port only; a redis:// address goes into "
              + setting.replace(RedisSettings.HOST_AND_PORTS, RedisSettings.URI));
    }
    int colon = entry.lastIndexOf(':');
    try {
      int port = Integer.parseInt(entry.substring(colon + 1));
      String host = withoutBrackets(entry.substring(0, Math.max(0, colon)));
      if (!host.isBlank() && port > 0 && port <= MAX_PORT) {
        return new HostAndPort(host, port);
      }
    } catch (NumberFormatException e) {
      // Refused below like everything else that is no host and port.
    }
    throw new ConfigException(setting, entry, "must be host:port");
  }

  private static String withoutBrackets(String host) {
    return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
  }

  /** Checks the setting by itself. */
  static final class Validator implements ConfigDef.Validator {
    @Override
    public void ensureValid(String name, Object value) {
      if (value instanceof List<?> entries) {
        parse(name, entries);
      }
    }

    @Override
    public String toString() {
      return "a list of host:port";
    }
  }
}
