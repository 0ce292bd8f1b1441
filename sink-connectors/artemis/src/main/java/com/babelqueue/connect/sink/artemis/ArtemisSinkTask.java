package com.babelqueue.connect.sink.artemis;

import com.babelqueue.connect.sink.BridgeSinkTask;
import com.babelqueue.connect.sink.Sender;
import com.babelqueue.connect.sink.SinkConfig;
import java.time.Clock;
import java.util.Map;

/** The task of {@link ArtemisSinkConnector}: the one sink task, with Artemis below it. */
public final class ArtemisSinkTask extends BridgeSinkTask {
  @Override
  protected SinkConfig configure(Map<String, String> props) {
    return new ArtemisSinkConfig(props);
  }

  @Override
  protected Sender sender(SinkConfig config, Clock clock) {
    return new ArtemisSender((ArtemisSinkConfig) config);
  }
}
