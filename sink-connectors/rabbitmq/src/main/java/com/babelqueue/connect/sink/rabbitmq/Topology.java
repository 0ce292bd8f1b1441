package com.babelqueue.connect.sink.rabbitmq;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.rabbitmq.RabbitMqFailures;
import com.babelqueue.connect.broker.rabbitmq.RabbitMqProjection;
import com.babelqueue.connect.broker.rabbitmq.UnfitMessageException;
import com.babelqueue.connect.sink.rabbitmq.RabbitMqSinkConfig.DelayMode;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeoutException;

/**
 * Looks for, and by setting declares, what messages are sent to: each thing once in a connection's
 * life, when a message first needs it. It has channels of its own, since a refusal closes the
 * channel it comes on, and with it every unconfirmed publish there.
 *
 * <p>Owned by the task's thread, or by the one that validates.
 */
final class Topology {
  /** Names remembered; more than any one broker has, and little memory. */
  private static final int MAX_KNOWN = 10_000;

  /** The code for an exchange that a record names and nobody has declared. */
  private static final String NO_EXCHANGE = "no_exchange";

  private static final String DELAYED_TYPE = "x-delayed-message";

  private final RabbitMqSinkConfig config;
  private final RabbitMqFailures failures;
  private final Connection connection;
  private final Set<String> known = new HashSet<>();
  private final Set<String> delayQueues = new HashSet<>();

  Topology(RabbitMqSinkConfig config, RabbitMqFailures failures, Connection connection) {
    this.config = config;
    this.failures = failures;
    this.connection = connection;
  }

  /**
   * Looks for all that the settings fix, or declares it.
   *
   * @throws BrokerException naming the setting at fault, or an outage
   */
  void prepare() throws BrokerException {
    String fixed = fixedDestination();
    if (fixed != null && !config.toExchange()) {
      applyDeclaration(fixed);
    }
    lookForExchanges();
  }

  /**
   * Looks for what {@link #prepare} would meet, and creates nothing.
   *
   * @throws BrokerException when {@link #prepare} would throw it
   */
  void probe() throws BrokerException {
    String fixed = fixedDestination();
    if (fixed != null && !config.toExchange()) {
      config.declaration().probe(connection, fixed, RabbitMqSinkConfig.QUEUE, failures);
    }
    lookForExchanges();
  }

  private String fixedDestination() {
    return config.destination().isFixed() ? config.destination().render(name -> null) : null;
  }

  private void lookForExchanges() throws BrokerException {
    String fixed = fixedDestination();
    if (fixed != null && config.toExchange()) {
      lookForExchange(fixed, RabbitMqSinkConfig.EXCHANGE);
    }
    if (config.delayMode() == DelayMode.EXCHANGE) {
      lookForExchange(config.delayExchange(), RabbitMqSinkConfig.DELAY_EXCHANGE);
      if (config.declaration().asks()) {
        requireDelayed(config.delayExchange());
      }
    }
  }

  /**
   * Declares a queue that a record names, if queues are declared.
   *
   * @throws UnfitMessageException when no queue may have this name
   */
  void needQueue(String queue) throws BrokerException, UnfitMessageException {
    if (config.destination().isFixed()
        || !config.declaration().declares()
        || !isNew("queue " + queue)) {
      return;
    }
    try {
      applyDeclaration(queue);
    } catch (BrokerException e) {
      known.remove("queue " + queue);
      throw ofRecord(e, RabbitMqSinkConfig.QUEUE, RabbitMqProjection.ILLEGAL);
    }
  }

  /**
   * Makes sure of an exchange that a record names, since a publish to one that is missing would
   * close the channel.
   *
   * @throws UnfitMessageException when it is missing
   */
  void needExchange(String exchange) throws BrokerException, UnfitMessageException {
    if (config.destination().isFixed() || !isNew("exchange " + exchange)) {
      return;
    }
    try {
      lookForExchange(exchange, RabbitMqSinkConfig.EXCHANGE);
    } catch (BrokerException e) {
      known.remove("exchange " + exchange);
      throw ofRecord(e, RabbitMqSinkConfig.EXCHANGE, NO_EXCHANGE);
    }
  }

  /**
   * Declares the queue in which a message waits for a queue: durable, and its messages expire into
   * that queue (contract 2.5).
   *
   * @param name the waiting queue's
   * @throws UnfitMessageException when the broker cannot keep the delay
   */
  void needDelayQueue(String name, String queue, long delayMs)
      throws BrokerException, UnfitMessageException {
    if (delayQueues.contains(name)) {
      return;
    }
    if (delayQueues.size() >= config.maxDelayQueues()) {
      throw new UnfitMessageException(
          Routing.DELAY,
          "queue " + name + " would be one more than " + RabbitMqSinkConfig.DELAY_QUEUES_MAX);
    }
    try {
      // What expires into a queue that is missing is lost.
      applyDeclaration(queue);
      declareDelayQueue(name, queue, delayMs);
    } catch (BrokerException e) {
      throw ofRecord(
          ofRecord(e, RabbitMqSinkConfig.QUEUE, Routing.DELAY),
          RabbitMqSinkConfig.DELAY,
          Routing.DELAY);
    }
    delayQueues.add(name);
  }

  private void declareDelayQueue(String name, String queue, long delayMs) throws BrokerException {
    Map<String, Object> arguments = new HashMap<>();
    arguments.put("x-message-ttl", delayMs);
    arguments.put("x-dead-letter-exchange", "");
    arguments.put("x-dead-letter-routing-key", queue);
    try (Channel channel = channel()) {
      channel.queueDeclare(name, true, false, false, arguments);
    } catch (IOException | TimeoutException | ShutdownSignalException e) {
      throw failures.queue(name, RabbitMqSinkConfig.DELAY, RabbitMqSinkConfig.DELAY, e);
    }
  }

  /**
   * Takes a refusal that comes of what a record asks for out of the settings' way.
   *
   * @param setting the key that such a refusal blames
   * @return any other refusal
   * @throws UnfitMessageException for a refusal that comes of the record
   */
  private static BrokerException ofRecord(BrokerException failure, String setting, String reason)
      throws UnfitMessageException {
    if (setting.equals(failure.setting())) {
      throw new UnfitMessageException(reason, failure.getMessage());
    }
    return failure;
  }

  private void applyDeclaration(String queue) throws BrokerException {
    try (Channel channel = channel()) {
      config.declaration().apply(channel, queue, RabbitMqSinkConfig.QUEUE, failures);
    } catch (IOException | TimeoutException | ShutdownSignalException e) {
      throw failures.inUse("cannot look for queue " + queue, e);
    }
  }

  private void lookForExchange(String exchange, String setting) throws BrokerException {
    try (Channel channel = channel()) {
      channel.exchangeDeclarePassive(exchange);
    } catch (IOException | TimeoutException | ShutdownSignalException e) {
      throw failures.exchange(exchange, setting, e);
    }
  }

  /**
   * Makes sure that an exchange that is there delays, since any other type would deliver at once
   * and drop the delay (DLY-2). Only a declaration tells the type: it is compared first, so that
   * any other difference means that the type is right.
   */
  private void requireDelayed(String exchange) throws BrokerException {
    try (Channel channel = channel()) {
      channel.exchangeDeclare(exchange, DELAYED_TYPE, true);
    } catch (IOException | TimeoutException | ShutdownSignalException e) {
      if (!RabbitMqFailures.differsElsewhere(e, "type")) {
        throw failures.exchange(exchange, RabbitMqSinkConfig.DELAY_EXCHANGE, e);
      }
    }
  }

  private Channel channel() throws IOException, BrokerException {
    Channel channel = connection.createChannel();
    if (channel == null) {
      throw failures.inUse("the broker allows no further channel", null);
    }
    return channel;
  }

  private boolean isNew(String name) {
    if (known.size() >= MAX_KNOWN) {
      known.clear();
    }
    return known.add(name);
  }
}
