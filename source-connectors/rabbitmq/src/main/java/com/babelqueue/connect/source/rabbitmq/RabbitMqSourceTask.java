package com.babelqueue.connect.source.rabbitmq;

import com.babelqueue.connect.broker.BrokerBinding;
import com.babelqueue.connect.broker.rabbitmq.RabbitMqBinding;
import com.babelqueue.connect.source.BridgeSourceTask;
import com.babelqueue.connect.source.Receiver;
import com.babelqueue.connect.source.SourceConfig;
import java.time.Clock;
import java.util.Map;

/** Reads its share of the queues; everything but the broker is {@link BridgeSourceTask}'s. */
public final class RabbitMqSourceTask extends BridgeSourceTask {
  /** Set by {@link #configure}, which the task's thread calls before anything else. */
  private RabbitMqSourceConfig config;

  @Override
  protected SourceConfig configure(Map<String, String> props) {
    config = new RabbitMqSourceConfig(props);
    return config;
  }

  @Override
  protected BrokerBinding binding() {
    return RabbitMqBinding.of(config.gated());
  }

  @Override
  protected Receiver receiver(SourceConfig ignored, Clock clock) {
    return new RabbitMqReceiver(config);
  }
}
