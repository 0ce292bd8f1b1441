package com.babelqueue.connect.sink.redis;

import com.babelqueue.connect.sink.BridgeSinkTask;
import com.babelqueue.connect.sink.Sender;
import com.babelqueue.connect.sink.SinkConfig;
import java.time.Clock;
import java.util.Map;

/** The task of {@link RedisSinkConnector}: the one sink task, with Redis below it. */
public final class RedisSinkTask extends BridgeSinkTask {
  @Override
  protected SinkConfig configure(Map<String, String> props) {
    return new RedisSinkConfig(props);
  }

  @Override
  protected Sender sender(SinkConfig config, Clock clock) {
    return new ListSender((RedisSinkConfig) config);
  }
}
