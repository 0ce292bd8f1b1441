package com.babelqueue.connect.sink.rabbitmq;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.rabbitmq.RabbitMqFailures;
import com.babelqueue.connect.broker.rabbitmq.RabbitMqProjection;
import com.babelqueue.connect.broker.rabbitmq.UnfitMessageException;
import com.babelqueue.connect.sink.OutboundMessage;
import com.babelqueue.connect.sink.Send;
import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.BlockedListener;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.Return;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One channel with publisher confirms, from its opening to its end, which is also the life of its
 * publish sequence numbers.
 *
 * <p>The task's thread opens it, publishes and closes it. The client's thread brings confirms,
 * returns, the broker's alarms and the end.
 */
final class PublishSession {
  private static final Logger LOG = LoggerFactory.getLogger(PublishSession.class);

  private static final String DELAY_HEADER = "x-delay";

  private final RabbitMqSinkConfig config;
  private final RabbitMqFailures failures;
  private final SizeLimit sizes;
  private final Consumer<BrokerException> lost;
  private final Connection connection;
  private final Channel channel;
  private final Routing routing;
  private final UnconfirmedPublishes unconfirmed = new UnconfirmedPublishes();

  /** Why the broker has stopped reading; null while it reads. Written by the client's thread. */
  private volatile String blocked;

  /**
   * Opens a channel on a connection and looks for what the settings fix.
   *
   * @param sizes takes the broker's limit should it close the channel for it
   * @param lost takes what ends the channel outside of any call
   * @throws BrokerException as the failure table says; the connection is the caller's to close
   */
  PublishSession(
      RabbitMqSinkConfig config,
      RabbitMqFailures failures,
      SizeLimit sizes,
      Consumer<BrokerException> lost,
      Connection connection)
      throws BrokerException {
    this.config = config;
    this.failures = failures;
    this.sizes = sizes;
    this.lost = lost;
    this.connection = connection;
    Topology topology = new Topology(config, failures, connection);
    topology.prepare();
    this.routing = new Routing(config, topology);
    try {
      channel = connection.createChannel();
      if (channel == null) {
        throw failures.inUse("the broker allows no further channel", null);
      }
      channel.confirmSelect();
    } catch (IOException | ShutdownSignalException e) {
      throw failures.inUse("cannot open a channel", e);
    }
  }

  /** Begins to listen; before the first publish. */
  void listen() {
    channel.addConfirmListener(unconfirmed::confirmed, unconfirmed::refused);
    channel.addReturnListener(this::returned);
    channel.addShutdownListener(this::ended);
    connection.addBlockedListener(new Alarms());
  }

  /**
   * Publishes messages in this order, without waiting for any confirm. Once the broker has stopped
   * reading, the rest is to be tried again later, since what is written then only fills buffers and
   * arrives twice when the connection breaks.
   */
  void publish(List<Send> sends) throws BrokerException {
    String reason = null;
    for (Send send : sends) {
      // Once for all that follow: a later message must not overtake one that has to wait.
      reason = reason == null ? blocked : reason;
      if (reason == null) {
        publish(send);
      } else {
        send.retry("the broker has blocked the connection: " + reason);
      }
    }
  }

  private void publish(Send send) throws BrokerException {
    OutboundMessage message = send.message();
    Route route;
    AMQP.BasicProperties properties;
    try {
      route = routing.of(message);
      properties = properties(message, route);
      sizes.check(message.body(), properties, connection.getFrameMax());
    } catch (UnfitMessageException e) {
      send.rejected(e.reason(), e.getMessage());
      return;
    }
    unconfirmed.add(channel.getNextPublishSeqNo(), send, route);
    try {
      channel.basicPublish(
          route.exchange(), route.routingKey(), route.mandatory(), properties, message.body());
    } catch (IOException | ShutdownSignalException e) {
      throw judged(e);
    }
  }

  private static AMQP.BasicProperties properties(OutboundMessage message, Route route)
      throws UnfitMessageException {
    AMQP.BasicProperties properties =
        RabbitMqProjection.of(message.envelope(), message.attempts(), message.headers());
    if (route.delayMs() == null) {
      return properties;
    }
    Map<String, Object> headers = new HashMap<>();
    if (properties.getHeaders() != null) {
      headers.putAll(properties.getHeaders());
    }
    headers.put(DELAY_HEADER, route.delayMs());
    return properties.builder().headers(headers).build();
  }

  private BrokerException judged(Throwable failure) {
    sizes.learn(failure);
    return failures.publishing(
        config.destinationSetting(), config.destination().isFixed(), failure);
  }

  private void returned(Return message) {
    if (!unconfirmed.returned(message)) {
      // Taking its confirm for a success would lose it.
      lost.accept(failures.inUse("a returned message is none that was published", null));
    }
  }

  private void ended(ShutdownSignalException signal) {
    if (!signal.isInitiatedByApplication()) {
      lost.accept(judged(signal));
    }
  }

  /** The broker's alarms about memory and disk. */
  private final class Alarms implements BlockedListener {
    @Override
    public void handleBlocked(String reason) {
      blocked = reason;
      LOG.warn("The broker reads nothing for now: {}", reason);
    }

    @Override
    public void handleUnblocked() {
      blocked = null;
      LOG.info("The broker reads again");
    }
  }
}
