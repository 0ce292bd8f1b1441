package com.babelqueue.connect.sink.artemis;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.MetricsRegistration;
import com.babelqueue.connect.broker.artemis.ArtemisConnections;
import com.babelqueue.connect.broker.artemis.OutboundHeaders;
import com.babelqueue.connect.broker.artemis.OutboundHeadersMXBean;
import com.babelqueue.connect.sink.Send;
import com.babelqueue.connect.sink.Sender;
import java.util.List;
import java.util.function.Consumer;

/**
 * Sends to Artemis over AMQP 1.0, persistent and asynchronously: each message is confirmed by
 * itself, on the client's thread, when the broker has it.
 *
 * <p><b>Credit.</b> The broker grants credit for sends, a thousand at a time by default, and stops
 * when an address is full (policy BLOCK) or its disk is. A message without credit holds up {@link
 * #send} for at most {@code send.timeout.ms}; it and what follows to its destination are then to be
 * retried. Other destinations have credit of their own.
 *
 * <p><b>Failover.</b> An address of several nodes is tried in turn when connecting. A lost
 * connection is not mended by the client, which would repeat the one send that it has in hand ahead
 * of all those that were lost unconfirmed; it is an outage, and the engine opens the next one.
 *
 * <p>Threads as {@link Sender} says: all JMS calls are made on the task's thread, but for the last
 * close.
 */
final class ArtemisSender implements Sender {
  private final ArtemisSinkConfig config;
  private final ArtemisConnections connections;
  private final OutboundHeaders headers = new OutboundHeaders();

  /**
   * The present connection, null while closed; the task's thread's, and at last the closing one's.
   */
  private SendingConnection connection;

  /** Null while closed; the owner is the connection's. */
  private MetricsRegistration registration;

  ArtemisSender(ArtemisSinkConfig config) {
    this.config = config;
    this.connections =
        new ArtemisConnections(config.broker(), config.connectorName() + "-" + config.taskId());
  }

  @Override
  public void open(Consumer<BrokerException> lost) throws BrokerException {
    connection = SendingConnection.open(config, connections, headers, lost);
    registration =
        MetricsRegistration.of("artemis-headers", config.connectorName(), config.taskId(), headers);
  }

  @Override
  public void send(List<Send> sends) throws BrokerException, InterruptedException {
    connection.send(sends);
  }

  @Override
  public void close() {
    SendingConnection current = connection;
    connection = null;
    if (current != null) {
      registration.close();
      current.close();
    }
  }

  /** Counts what JMS had no place for. Any thread. */
  OutboundHeadersMXBean headers() {
    return headers;
  }
}
