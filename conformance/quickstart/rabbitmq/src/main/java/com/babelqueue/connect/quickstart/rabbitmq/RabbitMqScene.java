package com.babelqueue.connect.quickstart.rabbitmq;

import com.babelqueue.connect.harness.RabbitMqBroker;
import com.babelqueue.connect.quickstart.scene.Scene;
import com.babelqueue.connect.quickstart.scene.Stage;
import java.util.Map;

/**
 * Starts this machine's rabbitmq-server, else the embedded Qpid Broker-J, or takes the broker given
 * by {@link RabbitMqBroker#ADDRESS_PROPERTY}.
 */
public final class RabbitMqScene implements Scene {
  private static final String QUEUES = "rabbitmq.queues";

  /** For {@link java.util.ServiceLoader}. */
  public RabbitMqScene() {}

  @Override
  public Stage open(Map<String, String> config) {
    RabbitMqBroker broker = RabbitMqBroker.start();
    try {
      String queue = config.getOrDefault(QUEUES, "orders").split(",", -1)[0].trim();
      return RabbitMqStage.open(broker, queue, config);
    } catch (RuntimeException e) {
      broker.close();
      throw e;
    }
  }
}
