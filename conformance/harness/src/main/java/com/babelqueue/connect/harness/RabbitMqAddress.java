package com.babelqueue.connect.harness;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A RabbitMQ broker that somebody else runs, given by {@link #ADDRESS_PROPERTY}. */
final class RabbitMqAddress implements RabbitMqBroker {
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(10);
  private static final int DEFAULT_PORT = 5672;

  private final String host;
  private final int port;
  private final List<String> credentials;
  private final String virtualHost;
  private final String product;

  private RabbitMqAddress(URI address) {
    host = address.getHost();
    port = address.getPort() < 0 ? DEFAULT_PORT : address.getPort();
    String userInfo = address.getUserInfo() == null ? "guest:guest" : address.getUserInfo();
    int colon = userInfo.indexOf(':');
    if (host == null || colon < 0) {
      throw new HarnessException(malformed());
    }
    credentials = List.of(userInfo.substring(0, colon), userInfo.substring(colon + 1));
    String path = address.getPath() == null ? "" : address.getPath();
    virtualHost = path.length() > 1 ? path.substring(1) : "/";
    product = AmqpHandshake.awaitServer(host, port, ANSWER_LIMIT);
  }

  static Optional<RabbitMqBroker> fromProperty() {
    String address = System.getProperty(ADDRESS_PROPERTY, "");
    if (address.isBlank()) {
      return Optional.empty();
    }
    try {
      return Optional.of(new RabbitMqAddress(new URI(address)));
    } catch (URISyntaxException e) {
      // The exception's own message would repeat the address, password included.
      throw new HarnessException(malformed());
    }
  }

  private static String malformed() {
    return "system property "
        + ADDRESS_PROPERTY
        + " is not of the form amqp://user:password@host:port/vhost";
  }

  @Override
  public String describe() {
    return product + " (given address " + host + ":" + port + ")";
  }

  @Override
  public boolean isRabbitMq() {
    return product.startsWith("RabbitMQ");
  }

  @Override
  public String host() {
    return host;
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public String user() {
    return credentials.get(0);
  }

  @Override
  public String password() {
    return credentials.get(1);
  }

  @Override
  public String virtualHost() {
    return virtualHost;
  }

  @Override
  public Optional<TlsEndpoint> tls() {
    return Optional.empty();
  }

  @Override
  public void close() {}
}
