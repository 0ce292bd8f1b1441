package com.babelqueue.connect.sink.rabbitmq;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.rabbitmq.RabbitMqConnections;
import com.babelqueue.connect.sink.Send;
import com.babelqueue.connect.sink.Sender;
import com.rabbitmq.client.Connection;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * Publishes with confirms on one channel of one connection, so that the broker keeps the order of
 * each destination. AMQP 0-9-1 has no batches: every message is a publish, and confirms come when
 * they come.
 *
 * <p>Owned by the task's thread; the last {@link #close} comes on a thread that it has started.
 */
final class RabbitMqSender implements Sender {
  /** Bounds the farewell. */
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(2);

  private final RabbitMqSinkConfig config;
  private final RabbitMqConnections connections;
  private final SizeLimit sizes;

  /** The present one; null while closed. */
  private Connection connection;

  private PublishSession session;
  private WriteDeadline deadline;

  RabbitMqSender(RabbitMqSinkConfig config) {
    this.config = config;
    this.connections = new RabbitMqConnections(config.broker(), config.connectionName());
    this.sizes = new SizeLimit(config.maxMessageBytes());
  }

  @Override
  public void open(Consumer<BrokerException> lost) throws BrokerException {
    deadline = new WriteDeadline("rabbitmq-" + config.connectionName() + "-deadline");
    boolean opened = false;
    try {
      connection = connections.open(deadline::watch);
      session = new PublishSession(config, connections.failures(), sizes, lost, connection);
      session.listen();
      opened = true;
    } finally {
      if (!opened) {
        close();
      }
    }
  }

  @Override
  public void send(List<Send> sends) throws BrokerException {
    deadline.within(config.sendTimeout(), () -> session.publish(sends));
  }

  @Override
  public void close() {
    session = null;
    Connection open = connection;
    connection = null;
    if (open != null) {
      deadline.within(CLOSE_LIMIT, () -> open.abort((int) CLOSE_LIMIT.toMillis()));
    }
    if (deadline != null) {
      deadline.close();
      deadline = null;
    }
  }
}
