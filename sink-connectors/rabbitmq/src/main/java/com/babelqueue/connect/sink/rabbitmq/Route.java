package com.babelqueue.connect.sink.rabbitmq;

/**
 * Where one message is published.
 *
 * @param exchange empty for the default exchange
 * @param routingKey the queue's name for the default exchange
 * @param mandatory whether the broker is to return a message that has no route
 * @param delayMs for the header {@code x-delay}; null leaves it out
 */
record Route(String exchange, String routingKey, boolean mandatory, Long delayMs) {
  /** For people. */
  String describe() {
    return exchange.isEmpty()
        ? "queue " + routingKey
        : "exchange " + exchange + ", routing key " + routingKey;
  }
}
