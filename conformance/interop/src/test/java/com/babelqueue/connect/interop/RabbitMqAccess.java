package com.babelqueue.connect.interop;

import com.babelqueue.connect.harness.RabbitMqBroker;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** RabbitMQ; the SDK declares its queues. */
final class RabbitMqAccess extends BrokerAccess {
  private final RabbitMqBroker broker;

  RabbitMqAccess() {
    this(RabbitMqBroker.start());
  }

  private RabbitMqAccess(RabbitMqBroker broker) {
    super(BrokerKind.RABBITMQ, broker.describe());
    this.broker = broker;
  }

  @Override
  Address address() {
    return Address.of(uri());
  }

  @Override
  void createQueue(String queue) {}

  @Override
  Map<String, String> connection() {
    // Declared as the SDK declares them, for the sink that comes before the SDK's worker.
    return Map.of(
        "rabbitmq.uri",
        uri(),
        "rabbitmq.queue.declare",
        "active",
        "rabbitmq.queue.type",
        "default");
  }

  private String uri() {
    return "amqp://"
        + broker.user()
        + ":"
        + broker.password()
        + "@"
        + broker.host()
        + ":"
        + broker.port()
        + "/"
        + URLEncoder.encode(broker.virtualHost(), StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    broker.close();
  }
}
