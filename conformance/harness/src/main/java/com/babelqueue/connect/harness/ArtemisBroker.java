package com.babelqueue.connect.harness;

import java.util.Optional;

/**
 * An ActiveMQ Artemis broker that speaks AMQP 1.0, for tests of the Artemis ends. Its address is
 * handed out, and what AMQP has no words for: queues are created and counted here. The client is
 * the test's own.
 *
 * <p>There is one kind only, Artemis itself inside this JVM, so none is chosen by system property.
 */
public interface ArtemisBroker extends AutoCloseable {
  /** Where rejected messages, and those delivered too often, go. */
  String DEAD_LETTER_QUEUE = "DLQ";

  /** Starts a broker with a plain listener. */
  static ArtemisBroker start() {
    return start(false);
  }

  /** Starts a broker that also has a TLS listener. */
  static ArtemisBroker startWithTls() {
    return start(true);
  }

  private static ArtemisBroker start(boolean tls) {
    return new BrokerChoice<ArtemisBroker>("artemis")
        .offer(BrokerChoice.Kind.EMBEDDED, () -> Optional.of(EmbeddedArtemis.start(tls)))
        .start();
  }

  /** Names product, version and kind, for {@link BrokerChoice#announce}. */
  String describe();

  /** Host name or address of the listeners. */
  String host();

  /** Port of the plain listener. */
  int port();

  /** A user that may do everything. */
  String user();

  /** A user that may log in and do nothing. */
  String powerlessUser();

  /** The password of {@link #user} and of {@link #powerlessUser}. */
  String password();

  /** The TLS listener; empty unless the broker was started with one. */
  Optional<TlsEndpoint> tls();

  /** Creates an anycast queue; nothing is created by use. */
  void createQueue(String name);

  /** Deletes a queue, whoever consumes from it. */
  void deleteQueue(String name);

  /** Messages of a queue that are not settled, delivered ones included. */
  long unsettled(String queue);

  /** Messages of a queue that were delivered to a consumer and are not settled. */
  long delivered(String queue);

  /** Consumers that are attached to a queue. */
  int consumers(String queue);

  /** Stops the broker. */
  @Override
  void close();
}
