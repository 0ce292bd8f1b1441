package com.babelqueue.connect.broker.rabbitmq;

import com.rabbitmq.client.ConnectionFactory;
import java.net.URI;
import java.net.URISyntaxException;
import java.security.GeneralSecurityException;
import java.util.Locale;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;

/**
 * A broker address of the form {@code amqp[s]://user:password@host:port/vhost}.
 *
 * <p>Holds a password, so no message of this class ever quotes it, nor does it pass on the client's
 * own exceptions, which do.
 */
final class AmqpUri {
  private static final String TLS_SCHEME = "amqps";
  private static final String FORM =
      "must be an address of the form amqp[s]://user:password@host:port/vhost, "
          + "special characters in it percent-encoded";

  private final String plain;
  private final boolean tls;
  private final boolean namesPort;

  private AmqpUri(String plain, boolean tls, boolean namesPort) {
    this.plain = plain;
    this.tls = tls;
    this.namesPort = namesPort;
  }

  /**
   * Parses an address.
   *
   * @throws ConfigException naming the setting, never the value
   */
  static AmqpUri parse(String setting, Password value) {
    String text = value.value().strip();
    String scheme;
    URI uri;
    try {
      uri = new URI(text);
      scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
      // The client silently connects to localhost when it finds no host.
      if (uri.getHost() == null || !(scheme.equals("amqp") || scheme.equals(TLS_SCHEME))) {
        throw refused(setting);
      }
    } catch (URISyntaxException e) {
      throw refused(setting);
    }
    // With the TLS scheme the client would trust any certificate; TLS is set up by its own
    // settings.
    AmqpUri parsed =
        new AmqpUri(
            "amqp" + text.substring(scheme.length()),
            scheme.equals(TLS_SCHEME),
            uri.getPort() >= 0);
    parsed.applyTo(setting, new ConnectionFactory());
    return parsed;
  }

  /** Whether the address asks for TLS. */
  boolean tls() {
    return tls;
  }

  /** Sets host, port, credentials, virtual host and query parameters as far as they are given. */
  void applyTo(String setting, ConnectionFactory factory) {
    try {
      factory.setUri(plain);
      if (!namesPort) {
        factory.setPort(ConnectionFactory.USE_DEFAULT_PORT);
      }
    } catch (URISyntaxException | GeneralSecurityException | RuntimeException e) {
      throw refused(setting);
    }
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
      return "amqp[s]://user:password@host:port/vhost";
    }
  }
}
