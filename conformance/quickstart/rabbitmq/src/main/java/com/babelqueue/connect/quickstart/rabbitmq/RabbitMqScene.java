package com.babelqueue.connect.quickstart.rabbitmq;

import com.babelqueue.connect.harness.RabbitMqBroker;
import com.babelqueue.connect.quickstart.scene.BrokerScene;
import com.babelqueue.connect.quickstart.scene.Stage;
import java.util.Map;

/**
 * Starts this machine's rabbitmq-server, else the embedded Qpid Broker-J, or takes the broker given
 * by {@link RabbitMqBroker#ADDRESS_PROPERTY}.
 */
public final class RabbitMqScene extends BrokerScene<RabbitMqBroker> {

  /** For {@link java.util.ServiceLoader}. */
  public RabbitMqScene() {
    super(RabbitMqBroker::start, "rabbitmq.queues");
  }

  @Override
  protected Stage open(RabbitMqBroker broker, String queue, Map<String, String> config) {
    return RabbitMqStage.open(broker, queue, config);
  }
}
