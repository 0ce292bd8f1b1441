package com.babelqueue.connect.source.redis;

import com.babelqueue.connect.broker.BrokerBinding;
import com.babelqueue.connect.broker.redis.RedisBinding;
import com.babelqueue.connect.source.BridgeSourceTask;
import com.babelqueue.connect.source.Receiver;
import com.babelqueue.connect.source.SourceConfig;
import java.time.Clock;
import java.util.Map;

/** The task of {@link RedisSourceConnector}: the one source task, with Redis below it. */
public final class RedisSourceTask extends BridgeSourceTask {
  @Override
  protected SourceConfig configure(Map<String, String> props) {
    return new RedisSourceConfig(props);
  }

  @Override
  protected BrokerBinding binding() {
    return RedisBinding.BINDING;
  }

  @Override
  protected Receiver receiver(SourceConfig config, Clock clock) {
    return new RecordingReceiver(new ListReceiver((RedisSourceConfig) config));
  }
}
