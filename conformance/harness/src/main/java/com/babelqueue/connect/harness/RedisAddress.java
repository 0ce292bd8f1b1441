package com.babelqueue.connect.harness;

import java.time.Duration;
import java.util.Optional;

/** A Redis server that somebody else runs, given by {@link #ADDRESS_PROPERTY}. */
final class RedisAddress implements RedisBroker {
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(10);

  private final String host;
  private final int port;
  private final String product;

  private RedisAddress(String address) {
    int colon = address.lastIndexOf(':');
    try {
      host = address.substring(0, Math.max(0, colon));
      port = Integer.parseInt(address.substring(colon + 1));
    } catch (NumberFormatException e) {
      throw new HarnessException(
          "system property " + ADDRESS_PROPERTY + " is not of the form host:port");
    }
    product = RedisPing.await(host, port, ANSWER_LIMIT);
  }

  static Optional<RedisBroker> fromProperty() {
    String address = System.getProperty(ADDRESS_PROPERTY, "");
    return address.isBlank() ? Optional.empty() : Optional.of(new RedisAddress(address));
  }

  @Override
  public String describe() {
    return product + " (given address " + host + ":" + port + ")";
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
  public void close() {}
}
