package com.babelqueue.connect.broker.redis;

import com.babelqueue.connect.broker.BrokerException;
import java.io.EOFException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.apache.kafka.common.config.ConfigException;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * Redis's failure table: which failures time can cure, and which setting to change for the others.
 *
 * <p>An error of the server begins with a code in capitals, which is what is judged. Messages carry
 * what the server said, which names commands and slots, and never what was sent to it. Stateless;
 * for any thread.
 */
public final class RedisFailures {
  private final RedisSettings settings;

  RedisFailures(RedisSettings settings) {
    this.settings = settings;
  }

  /**
   * Judges a failed attempt to connect and log in.
   *
   * @param unproven whether these settings never worked so far: an unknown host is then taken for a
   *     mistake, later for an outage
   */
  BrokerException connecting(RuntimeException failure, boolean unproven) {
    return connecting(failure, unproven, settings.usernameKey(), settings.passwordKey());
  }

  /** Judges a failure with a sentinel like {@link #connecting}, but for its credentials. */
  BrokerException sentinel(RuntimeException failure, boolean unproven) {
    return connecting(
        failure,
        unproven,
        settings.key(RedisSettings.SENTINEL_USERNAME),
        settings.key(RedisSettings.SENTINEL_PASSWORD));
  }

  private BrokerException connecting(
      RuntimeException failure, boolean unproven, String usernameKey, String passwordKey) {
    if (failure instanceof ConfigException) {
      return BrokerException.misconfigured(
          settings.tls().trustStoreKey(), failure.getMessage(), failure);
    }
    Optional<JedisDataException> refusal = find(failure, JedisDataException.class);
    if (refusal.isPresent()) {
      return refused("the server refuses the connection", refusal.get(), usernameKey, passwordKey);
    }
    Optional<SSLException> tls = find(failure, SSLException.class);
    if (tls.isPresent() && !isBrokenOff(tls.get())) {
      return tls(tls.get(), failure);
    }
    if (unproven && find(failure, UnknownHostException.class).isPresent()) {
      return BrokerException.misconfigured(
          settings.addressKey(), "the server's host name is unknown", failure);
    }
    return outage("cannot connect to the server given by " + settings.addressKey(), failure);
  }

  /**
   * Judges a failure while a connection was in use.
   *
   * @param doing what was attempted, and with which list
   * @param listSetting the key that names the list, to blame when it is something else than a list
   */
  public BrokerException inUse(String doing, String listSetting, RuntimeException failure) {
    Optional<JedisDataException> refusal = find(failure, JedisDataException.class);
    if (refusal.isEmpty()) {
      return outage(doing, failure);
    }
    if (code(refusal.get()).equals("WRONGTYPE")) {
      return BrokerException.misconfigured(
          listSetting, doing + ": the key holds something else than a list", failure);
    }
    return refused(doing, refusal.get(), settings.usernameKey(), settings.passwordKey());
  }

  private BrokerException refused(
      String doing, JedisDataException refusal, String usernameKey, String passwordKey) {
    String said = refusal.getMessage() == null ? "" : refusal.getMessage();
    String what = doing + ": " + said;
    return switch (code(refusal)) {
      case "NOAUTH", "WRONGPASS", "DENIED" ->
          BrokerException.misconfigured(passwordKey, what, refusal);
      case "NOPERM" -> BrokerException.misconfigured(usernameKey, what, refusal);
      case "CROSSSLOT" ->
          BrokerException.misconfigured(settings.key(RedisSettings.MODE), what, refusal);
      case "MOVED", "ASK" ->
          settings.mode() == RedisMode.CLUSTER
              ? BrokerException.outage(doing + ": the hash slot has moved", refusal)
              : BrokerException.misconfigured(
                  settings.key(RedisSettings.MODE), "the server is a node of a cluster", refusal);
      case "ERR" -> error(what, said.toLowerCase(Locale.ROOT), passwordKey, refusal);
      // LOADING, READONLY, CLUSTERDOWN, MASTERDOWN, TRYAGAIN, BUSY, OOM, MISCONF, NOREPLICAS and
      // whatever a later server says: states that pass.
      default -> BrokerException.outage(what, refusal);
    };
  }

  /** The code that says nothing; only the words tell these apart. */
  private BrokerException error(
      String what, String said, String passwordKey, JedisDataException refusal) {
    if (said.contains("auth") || said.contains("invalid password")) {
      return BrokerException.misconfigured(passwordKey, what, refusal);
    }
    if (said.contains("db index") || said.contains("select is not allowed")) {
      return BrokerException.misconfigured(settings.databaseKey(), what, refusal);
    }
    if (said.contains("cluster support disabled")) {
      return BrokerException.misconfigured(
          settings.key(RedisSettings.MODE), "the server is not part of a cluster", refusal);
    }
    if (said.contains("unknown command") || said.contains("unknown subcommand")) {
      return BrokerException.misconfigured(
          settings.addressKey(), what + " (Redis 6.2 or later is needed)", refusal);
    }
    return BrokerException.outage(what, refusal);
  }

  private static String code(JedisDataException refusal) {
    String said = refusal.getMessage() == null ? "" : refusal.getMessage();
    int end = said.indexOf(' ');
    return end < 0 ? said : said.substring(0, end);
  }

  private BrokerException tls(SSLException tls, RuntimeException failure) {
    String setting =
        tls instanceof SSLHandshakeException
            ? settings.tls().trustStoreKey()
            : settings.tls().enabledKey();
    return BrokerException.misconfigured(
        setting, "TLS with the server failed: " + tls.getMessage(), failure);
  }

  /** A peer that goes away during a handshake looks like a TLS failure and is none. */
  private static boolean isBrokenOff(SSLException tls) {
    Throwable cause = tls.getCause();
    return cause instanceof EOFException || cause instanceof SocketException;
  }

  private static BrokerException outage(String doing, RuntimeException failure) {
    return BrokerException.outage(doing + " (" + rootName(failure) + ")", failure);
  }

  /** The innermost cause says what happened on the network. */
  private static String rootName(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root.getClass().getSimpleName();
  }

  private static <T extends Throwable> Optional<T> find(Throwable failure, Class<T> type) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (type.isInstance(cause)) {
        return Optional.of(type.cast(cause));
      }
      // The client hides why each resolved address failed among the suppressed ones.
      for (Throwable suppressed : cause.getSuppressed()) {
        Optional<T> found = find(suppressed, type);
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return Optional.empty();
  }
}
