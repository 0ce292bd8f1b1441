package com.babelqueue.connect.sink.servicebus;

import com.babelqueue.connect.sink.BridgeSinkTask;
import com.babelqueue.connect.sink.Sender;
import com.babelqueue.connect.sink.SinkConfig;
import java.time.Clock;
import java.util.Map;

/** The task of {@link ServiceBusSinkConnector}: the one sink task, with Service Bus below it. */
public final class ServiceBusSinkTask extends BridgeSinkTask {
  @Override
  protected SinkConfig configure(Map<String, String> props) {
    return new ServiceBusSinkConfig(props);
  }

  @Override
  protected Sender sender(SinkConfig config, Clock clock) {
    return new ServiceBusSender((ServiceBusSinkConfig) config, clock);
  }
}
