package com.babelqueue.connect.harness;

import java.util.List;
import java.util.Optional;

/**
 * A Redis server, for tests of the Redis ends. Only its address is handed out; the client is the
 * test's own.
 *
 * <p>Order of choice: the address in the system property {@value #ADDRESS_PROPERTY} ({@code
 * host:port} of a server without a password, in which tests make and empty keys of their own); a
 * redis-server of this machine; one that a test dependency brings along. {@code
 * -Dbabelqueue.redis.kind=address|server|embedded} allows one of them only.
 */
public interface RedisBroker extends AutoCloseable {
  /** System property with the address of a server that is running already. */
  String ADDRESS_PROPERTY = "babelqueue.redis.address";

  /** Starts, or finds, a server with a plain listener. */
  static RedisBroker start() {
    return new BrokerChoice<RedisBroker>("redis")
        .offer(BrokerChoice.Kind.ADDRESS, RedisAddress::fromProperty)
        .offer(
            BrokerChoice.Kind.SERVER,
            () ->
                RedisServerProcess.isInstalled()
                    ? Optional.of(RedisServerProcess.start(List.of(), false))
                    : Optional.empty())
        .offer(BrokerChoice.Kind.EMBEDDED, () -> Optional.of(EmbeddedRedis.start()))
        .start();
  }

  /** Whether {@link #startServer} and {@link #startWithTls} can work on this machine. */
  static boolean isServerInstalled() {
    return RedisServerProcess.isInstalled();
  }

  /**
   * Starts a redis-server of this machine with more lines in its configuration, such as {@code
   * cluster-enabled yes}.
   *
   * @throws HarnessException when there is none, or it does not start
   */
  static RedisBroker startServer(String... configuration) {
    return RedisServerProcess.start(List.of(configuration), false);
  }

  /** Starts a redis-server of this machine that also has a TLS listener. */
  static RedisBroker startWithTls() {
    return RedisServerProcess.start(List.of(), true);
  }

  /** Names product, version and kind, for {@link BrokerChoice#announce}. */
  String describe();

  /** Host name or address of the listeners. */
  default String host() {
    return "127.0.0.1";
  }

  /** Port of the plain listener. */
  int port();

  /** The TLS listener; empty unless the server was started with one. */
  default Optional<TlsEndpoint> tls() {
    return Optional.empty();
  }

  /** Stops a server that the harness started; one given by address is left alone. */
  @Override
  void close();
}
