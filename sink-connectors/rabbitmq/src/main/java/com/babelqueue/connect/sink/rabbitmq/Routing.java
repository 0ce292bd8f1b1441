package com.babelqueue.connect.sink.rabbitmq;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.rabbitmq.RabbitMqProjection;
import com.babelqueue.connect.broker.rabbitmq.UnfitMessageException;
import com.babelqueue.connect.sink.OutboundMessage;
import com.babelqueue.connect.sink.rabbitmq.RabbitMqSinkConfig.DelayMode;
import java.time.Duration;

/**
 * Says where a message goes: over the default exchange to a queue (RMQ-1), to an exchange with a
 * routing key, or to what keeps its delay. Owned by the task's thread.
 */
final class Routing {
  /** The code for a delay that is not kept (DLY-2). */
  static final String DELAY = "delay";

  private static final String DEFAULT_EXCHANGE = "";

  /** RabbitMQ's timers, in the broker and in the plugin, hold so many ms: about 49 days. */
  private static final long MAX_DELAY_MS = 0xFFFF_FFFFL;

  private final RabbitMqSinkConfig config;
  private final Topology topology;

  Routing(RabbitMqSinkConfig config, Topology topology) {
    this.config = config;
    this.topology = topology;
  }

  /**
   * Finds the route of a message, and sees that its parts exist where a missing one would do harm.
   *
   * @throws UnfitMessageException when there can be none
   * @throws BrokerException when the broker is away or refuses the settings
   */
  Route of(OutboundMessage message) throws BrokerException, UnfitMessageException {
    String destination = name("the destination", message.destination());
    if (destination.isEmpty()) {
      throw new UnfitMessageException(
          RabbitMqProjection.ILLEGAL, "the destination is empty for this record");
    }
    String routingKey = config.toExchange() ? routingKey(message) : destination;
    if (isDelayed(message)) {
      return delayed(message.delay(), routingKey);
    }
    if (config.toExchange()) {
      topology.needExchange(destination);
      return new Route(destination, routingKey, true, null);
    }
    topology.needQueue(destination);
    return new Route(DEFAULT_EXCHANGE, destination, true, null);
  }

  /** Empty for a record that has no value for a variable: whether that has a route is told. */
  private String routingKey(OutboundMessage message) throws UnfitMessageException {
    String rendered = config.routingKey() == null ? null : message.render(config.routingKey());
    return rendered == null ? "" : name("the routing key", rendered);
  }

  /** A delay of nothing, or less, is none (DLY-1). */
  private static boolean isDelayed(OutboundMessage message) {
    return message.delay() != null && message.delay().toMillis() > 0;
  }

  private Route delayed(Duration delay, String routingKey)
      throws BrokerException, UnfitMessageException {
    if (config.delayMode() == DelayMode.NONE) {
      throw new UnfitMessageException(
          DELAY, "no delay is kept with " + RabbitMqSinkConfig.DELAY + "=none");
    }
    long ms = delay.toMillis();
    if (ms > MAX_DELAY_MS) {
      throw new UnfitMessageException(
          DELAY, "a delay of " + ms + " ms is longer than the broker's " + MAX_DELAY_MS + " ms");
    }
    if (config.delayMode() == DelayMode.EXCHANGE) {
      // The plugin returns every mandatory message that it delays, as if it had no route.
      return new Route(config.delayExchange(), routingKey, false, ms);
    }
    String waiting = name("the delay queue's name", routingKey + ".delay." + ms);
    topology.needDelayQueue(waiting, routingKey, ms);
    return new Route(DEFAULT_EXCHANGE, waiting, true, null);
  }

  private static String name(String what, String name) throws UnfitMessageException {
    if (RabbitMqProjection.isTooLong(name)) {
      throw new UnfitMessageException(
          RabbitMqProjection.ILLEGAL,
          what + " is longer than " + RabbitMqProjection.MAX_SHORT_STRING_BYTES + " bytes");
    }
    return name;
  }
}
