package com.babelqueue.connect.sink.rabbitmq;

import com.babelqueue.connect.sink.BridgeSinkTask;
import com.babelqueue.connect.sink.Sender;
import com.babelqueue.connect.sink.SinkConfig;
import java.time.Clock;
import java.util.Map;

/** Writes to RabbitMQ; everything but the broker is {@link BridgeSinkTask}'s. */
public final class RabbitMqSinkTask extends BridgeSinkTask {
  @Override
  protected SinkConfig configure(Map<String, String> props) {
    return new RabbitMqSinkConfig(props);
  }

  @Override
  protected Sender sender(SinkConfig config, Clock clock) {
    return new RabbitMqSender((RabbitMqSinkConfig) config);
  }
}
