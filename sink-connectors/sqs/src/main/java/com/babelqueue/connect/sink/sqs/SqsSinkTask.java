package com.babelqueue.connect.sink.sqs;

import com.babelqueue.connect.sink.BridgeSinkTask;
import com.babelqueue.connect.sink.Sender;
import com.babelqueue.connect.sink.SinkConfig;
import java.time.Clock;
import java.util.Map;

/** The task of {@link SqsSinkConnector}: the one sink task, with SQS below it. */
public final class SqsSinkTask extends BridgeSinkTask {
  @Override
  protected SinkConfig configure(Map<String, String> props) {
    return new SqsSinkConfig(props);
  }

  @Override
  protected Sender sender(SinkConfig config, Clock clock) {
    return new SqsSender((SqsSinkConfig) config, clock);
  }
}
