package com.babelqueue.connect.harness;

import java.util.Optional;

/**
 * A broker that speaks AMQP 0-9-1, for tests of the RabbitMQ ends. Only its address is handed out;
 * the client is the test's own.
 *
 * <p>Order of choice: the address in the system property {@value #ADDRESS_PROPERTY} ({@code
 * amqp://user:password@host:port/vhost}); a rabbitmq-server of this machine; Qpid Broker-J inside
 * this JVM. {@code -Dbabelqueue.rabbitmq.kind=address|server|embedded} allows one of them only.
 */
public interface RabbitMqBroker extends AutoCloseable {
  /** System property with the address of a broker that is running already. */
  String ADDRESS_PROPERTY = "babelqueue.rabbitmq.address";

  /** Starts, or finds, a broker with a plain listener. */
  static RabbitMqBroker start() {
    return start(false);
  }

  /** Starts a broker that also has a TLS listener; an address given by property has none. */
  static RabbitMqBroker startWithTls() {
    return start(true);
  }

  private static RabbitMqBroker start(boolean tls) {
    return new BrokerChoice<RabbitMqBroker>("rabbitmq")
        .offer(BrokerChoice.Kind.ADDRESS, RabbitMqAddress::fromProperty)
        .offer(
            BrokerChoice.Kind.SERVER,
            () ->
                RabbitMqServerProcess.isInstalled()
                    ? Optional.of(RabbitMqServerProcess.start(tls))
                    : Optional.empty())
        .offer(BrokerChoice.Kind.EMBEDDED, () -> Optional.of(EmbeddedQpid.start(tls)))
        .start();
  }

  /** Names product, version and kind, for {@link BrokerChoice#announce}. */
  String describe();

  /** Says whether it is RabbitMQ itself: quorum queues, dead-letter exchanges, capabilities. */
  boolean isRabbitMq();

  /** Host name or address of the listeners. */
  default String host() {
    return "127.0.0.1";
  }

  /** Port of the plain listener. */
  int port();

  /** A user that may do everything in {@link #virtualHost}. */
  default String user() {
    return "guest";
  }

  /** The password of {@link #user}. */
  default String password() {
    return "guest";
  }

  /** The virtual host to use. */
  default String virtualHost() {
    return "/";
  }

  /** The TLS listener; empty unless the broker was started with one. */
  Optional<TlsEndpoint> tls();

  /** Stops a broker that the harness started; a broker given by address is left alone. */
  @Override
  void close();
}
