package com.babelqueue.connect.broker.rabbitmq;

import com.babelqueue.connect.broker.BrokerException;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.SocketConfigurator;
import com.rabbitmq.client.impl.DefaultExceptionHandler;
import java.io.IOException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens connections to a broker under a name that its management interface shows.
 *
 * <p>Connections do not recover by themselves: a lost one is closed and a new one opened, so that
 * nobody settles with delivery tags of a channel that is gone. Used by one thread at a time.
 */
public final class RabbitMqConnections {
  private static final Logger LOG = LoggerFactory.getLogger(RabbitMqConnections.class);

  /** Bounds the farewell to a broker that was only looked at, in ms. */
  private static final int LOOK_CLOSE_TIMEOUT_MS = 1_000;

  private final RabbitMqSettings settings;
  private final String name;
  private final RabbitMqFailures failures;
  private final AtomicInteger threads = new AtomicInteger();

  /** Whether the settings have been seen to work; owned by the calling thread. */
  private boolean proven;

  /**
   * @param name what the broker shows, such as connector and task
   */
  public RabbitMqConnections(RabbitMqSettings settings, String name) {
    this.settings = settings;
    this.name = name;
    this.failures = new RabbitMqFailures(settings);
  }

  /** The failure table for these settings. */
  public RabbitMqFailures failures() {
    return failures;
  }

  /**
   * Connects and logs in.
   *
   * @return a connection whose threads are daemons
   * @throws BrokerException an outage, or the setting that the broker refuses
   */
  public Connection open() throws BrokerException {
    return open(socket -> {});
  }

  /**
   * Connects and logs in.
   *
   * @param sockets gets every socket before it is used, the one of the connection last
   * @return a connection whose threads are daemons
   * @throws BrokerException an outage, or the setting that the broker refuses
   */
  public Connection open(SocketConfigurator sockets) throws BrokerException {
    ConnectionFactory factory = settings.factory();
    factory.setSocketConfigurator(factory.getSocketConfigurator().andThen(sockets));
    factory.setThreadFactory(this::thread);
    factory.setExceptionHandler(new Quiet());
    try {
      Connection connection = factory.newConnection(settings.addresses(factory), name);
      proven = true;
      return connection;
    } catch (IOException | TimeoutException | RuntimeException e) {
      throw failures.connecting(e, !proven);
    }
  }

  /**
   * Connects for a look at the broker, as validation does.
   *
   * @throws BrokerException the look's own, or the setting at fault; one that cannot be reached is
   *     blamed on the address in use
   */
  public void look(Look look) throws BrokerException {
    try {
      Connection connection = open();
      try {
        look.at(connection, failures);
      } finally {
        connection.abort(LOOK_CLOSE_TIMEOUT_MS);
      }
    } catch (BrokerException e) {
      throw e.isRetriable()
          ? BrokerException.misconfigured(settings.addressKey(), e.getMessage(), e)
          : e;
    }
  }

  private Thread thread(Runnable work) {
    Thread thread = new Thread(work, "rabbitmq-" + name + "-" + threads.incrementAndGet());
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Leaves lost connections to whoever uses them: they see each as a failure of their own calls.
   */
  private static final class Quiet extends DefaultExceptionHandler {
    @Override
    public void handleUnexpectedConnectionDriverException(
        Connection connection, Throwable exception) {
      LOG.debug("Connection {} was lost", connection.getClientProvidedName(), exception);
    }
  }

  /** What is looked for on an open connection. */
  @FunctionalInterface
  public interface Look {
    /**
     * Looks, and changes nothing.
     *
     * @param failures the failure table for what is found
     * @throws BrokerException naming the setting at fault, or an outage
     */
    void at(Connection connection, RabbitMqFailures failures) throws BrokerException;
  }
}
