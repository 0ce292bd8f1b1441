package com.babelqueue.connect.pulsarbroker;

import java.net.URI;
import java.nio.file.Path;

/**
 * A Pulsar broker for tests. Only its addresses are handed out; the client is the test's own.
 *
 * <p>Order of choice: the service URL in the system property {@value #URL_PROPERTY} (with {@value
 * #ADMIN_PROPERTY} for its web service); else a broker in a forked JVM. Pulsar has no server binary
 * that a system would install, and no image that could be taken for granted.
 */
public interface PulsarBroker extends AutoCloseable {
  /** System property with the service URL of a broker that is running already. */
  String URL_PROPERTY = "babelqueue.pulsar.url";

  /** System property with the web service URL that belongs to {@link #URL_PROPERTY}. */
  String ADMIN_PROPERTY = "babelqueue.pulsar.admin.url";

  /** The role that may do everything on a broker with authentication. */
  String ADMIN = "admin";

  /** The largest message that a forked broker takes, so that tests need no huge ones. */
  int FORKED_MAX_MESSAGE_BYTES = 256 * 1024;

  /** Starts, or finds, a broker without authentication. */
  static PulsarBroker start() {
    String given = System.getProperty(URL_PROPERTY, "");
    return given.isBlank()
        ? ForkedPulsarBroker.start(false)
        : new GivenPulsarBroker(
            URI.create(given),
            URI.create(System.getProperty(ADMIN_PROPERTY, "http://127.0.0.1:8080")));
  }

  /**
   * Forks a broker that lets in only clients with a token of {@link #token()}'s kind, and listens
   * with TLS too.
   */
  static PulsarBroker startSecured() {
    return ForkedPulsarBroker.start(true);
  }

  /** Names product, version and kind, for a test's announcement. */
  String describe();

  /** Where clients connect, such as {@code pulsar://127.0.0.1:6650}. */
  URI serviceUrl();

  /** Where clients connect with TLS; null on a broker without it. */
  URI tlsServiceUrl();

  /** The self-signed certificate of {@link #tlsServiceUrl()} as a PEM file; null without it. */
  Path certificate();

  /** The web service, below which the admin interface is. */
  URI adminUrl();

  /** A token of {@link #ADMIN}; null on a broker without authentication. */
  String token();

  /**
   * Whether clients that came through a proxy stay behind it, because lookups answer with the
   * address they used.
   */
  boolean staysBehindProxies();

  /** The largest message that it takes, headers included. */
  int maxMessageBytes();

  /** Stops a broker that was forked; one given by address is left alone. */
  @Override
  void close();
}
