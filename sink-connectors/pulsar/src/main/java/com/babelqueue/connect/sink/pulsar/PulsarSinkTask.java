package com.babelqueue.connect.sink.pulsar;

import com.babelqueue.connect.sink.BridgeSinkTask;
import com.babelqueue.connect.sink.Sender;
import com.babelqueue.connect.sink.SinkConfig;
import java.time.Clock;
import java.util.Map;

/** The task of {@link PulsarSinkConnector}: the one sink task, with Pulsar below it. */
public final class PulsarSinkTask extends BridgeSinkTask {
  @Override
  protected SinkConfig configure(Map<String, String> props) {
    return new PulsarSinkConfig(props);
  }

  @Override
  protected Sender sender(SinkConfig config, Clock clock) {
    return new PulsarSender((PulsarSinkConfig) config, clock);
  }
}
