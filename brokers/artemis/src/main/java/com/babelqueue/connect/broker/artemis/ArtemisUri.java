package com.babelqueue.connect.broker.artemis;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;

/**
 * A broker address as the Qpid JMS client takes it: {@code amqp[s]://host:port?options}, the same
 * over web sockets, or several of them as {@code failover:(uri,uri)?options}.
 *
 * <p>User and password may stand in an address ({@code user:password@}); they are taken out before
 * the client sees it, since it logs where it connects to. No message of this class quotes an
 * address. Immutable.
 */
final class ArtemisUri {
  private static final String FORM =
      "must be amqp[s]://host:port?options or failover:(amqp[s]://host:port,...)?options, "
          + "special characters in it percent-encoded";
  private static final String FAILOVER = "failover:(";
  private static final String NESTED = "failover.nested.";
  private static final Map<String, String> WITH_TLS =
      Map.of("amqp", "amqps", "amqpws", "amqpwss", "amqps", "amqps", "amqpwss", "amqpwss");
  private static final Set<String> TLS_SCHEMES = Set.of("amqps", "amqpwss");

  private final List<Node> nodes;
  private final boolean failover;

  /** What stands behind the address, or behind the list of them. */
  private final Map<String, String> options;

  private final String credentials;

  private ArtemisUri(
      List<Node> nodes, boolean failover, Map<String, String> options, String credentials) {
    this.nodes = nodes;
    this.failover = failover;
    this.options = options;
    this.credentials = credentials;
  }

  /**
   * Parses an address.
   *
   * @throws ConfigException naming the setting, never the value
   */
  static ArtemisUri parse(String setting, Password value) {
    String text = value.value().strip();
    try {
      return text.toLowerCase(Locale.ROOT).startsWith(FAILOVER)
          ? parseFailover(setting, text)
          : parseSingle(setting, text);
    } catch (URISyntaxException | IllegalArgumentException e) {
      // Without its cause, which quotes what it could not parse.
      throw new ConfigException(setting + " " + FORM);
    }
  }

  private static ArtemisUri parseSingle(String setting, String text) throws URISyntaxException {
    URI uri = new URI(text);
    return new ArtemisUri(
        List.of(Node.of(uri, Map.of())),
        false,
        options(setting, uri.getRawQuery()),
        uri.getRawUserInfo());
  }

  private static ArtemisUri parseFailover(String setting, String text) throws URISyntaxException {
    int end = text.lastIndexOf(')');
    String rest = end < 0 ? null : text.substring(end + 1);
    if (rest == null || !(rest.isEmpty() || rest.startsWith("?"))) {
      throw new IllegalArgumentException("no end");
    }
    List<Node> nodes = new ArrayList<>();
    String credentials = null;
    for (String part : text.substring(FAILOVER.length(), end).split(",", -1)) {
      URI uri = new URI(part.strip());
      nodes.add(Node.of(uri, options(setting, uri.getRawQuery())));
      credentials = credentials == null ? uri.getRawUserInfo() : credentials;
    }
    return new ArtemisUri(
        nodes, true, options(setting, rest.isEmpty() ? null : rest.substring(1)), credentials);
  }

  private static Map<String, String> options(String setting, String query) {
    Map<String, String> options = new LinkedHashMap<>();
    if (query == null || query.isEmpty()) {
      return options;
    }
    for (String pair : query.split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException("no value");
      }
      String name = pair.substring(0, equals);
      ClientOptions.refusal(name)
          .ifPresent(
              why -> {
                throw new ConfigException(setting + ": the option " + name + " " + why);
              });
      options.put(name, pair.substring(equals + 1));
    }
    return options;
  }

  /** Whether an address asks for TLS. */
  boolean tls() {
    return nodes.stream().anyMatch(node -> TLS_SCHEMES.contains(node.scheme()));
  }

  /** User, and password behind a colon, still percent-encoded; null when no address has them. */
  String credentials() {
    return credentials;
  }

  /**
   * Writes the address for the client.
   *
   * @param tls whether addresses without TLS are to use it all the same
   * @param defaults options, without {@code failover.nested.}, that hold where the address itself
   *     says nothing; those for failover are left out where there is none
   */
  String render(boolean tls, Map<String, String> defaults) {
    Map<String, String> all = new LinkedHashMap<>();
    defaults.forEach(
        (name, value) -> {
          if (failover || !name.startsWith("failover.")) {
            all.put(placed(name), value);
          }
        });
    all.putAll(options);
    String query = query(all);
    if (!failover) {
      return nodes.get(0).render(tls) + query;
    }
    return FAILOVER
        + String.join(",", nodes.stream().map(node -> node.render(tls)).toList())
        + ")"
        + query;
  }

  /** Options of one connection have to reach each of several. */
  private String placed(String name) {
    return failover && (name.startsWith("amqp.") || name.startsWith("transport."))
        ? NESTED + name
        : name;
  }

  private static String query(Map<String, String> options) {
    StringBuilder query = new StringBuilder();
    options.forEach(
        (name, value) ->
            query.append(query.isEmpty() ? '?' : '&').append(name).append('=').append(value));
    return query.toString();
  }

  /** One broker's address without credentials. */
  private record Node(String scheme, String place, Map<String, String> options) {
    static Node of(URI uri, Map<String, String> options) {
      String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
      if (!WITH_TLS.containsKey(scheme) || uri.getHost() == null) {
        throw new IllegalArgumentException("scheme or host");
      }
      String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
      String path = uri.getRawPath() == null ? "" : uri.getRawPath();
      return new Node(scheme, uri.getHost() + port + path, options);
    }

    String render(boolean tls) {
      return (tls ? WITH_TLS.get(scheme) : scheme) + "://" + place + query(options);
    }
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
      return "amqp[s]://host:port?options or failover:(amqp[s]://host:port,...)?options";
    }
  }
}
