package com.babelqueue.connect.quickstart.redis;

import com.babelqueue.connect.harness.RedisBroker;
import com.babelqueue.connect.quickstart.scene.BrokerScene;
import com.babelqueue.connect.quickstart.scene.Stage;
import java.util.Map;

/**
 * Starts this machine's redis-server, else the embedded one, or takes the server given by {@link
 * RedisBroker#ADDRESS_PROPERTY}.
 */
public final class RedisScene extends BrokerScene<RedisBroker> {

  /** For {@link java.util.ServiceLoader}. */
  public RedisScene() {
    super(RedisBroker::start, "redis.queues");
  }

  @Override
  protected Stage open(RedisBroker broker, String queue, Map<String, String> config) {
    return new RedisStage(broker, queue, config);
  }
}
