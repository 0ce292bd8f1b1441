package com.babelqueue.connect.sink.redis;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.Problems;
import com.babelqueue.connect.broker.redis.RedisSettings;
import com.babelqueue.connect.sink.BridgeSinkConnector;
import com.babelqueue.connect.sink.SinkConfig;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.Task;

/**
 * Brings the records of Kafka topics into Redis lists, at least once and in the order of each
 * partition.
 *
 * <p>Queues of Laravel's own Redis driver (RED-9) can be fed, since their ready list takes bare
 * envelopes. Called by the worker's herder threads, one call at a time.
 */
public final class RedisSinkConnector extends BridgeSinkConnector {
  @Override
  public ConfigDef config() {
    return RedisSinkConfig.CONFIG_DEF;
  }

  @Override
  public Class<? extends Task> taskClass() {
    return RedisSinkTask.class;
  }

  @Override
  protected SinkConfig configure(Map<String, String> props) {
    return new RedisSinkConfig(props);
  }

  @Override
  protected void crossCheck(SinkConfig parsed, Problems problems) {
    RedisSinkConfig config = (RedisSinkConfig) parsed;
    if (config.getString(RedisSinkConfig.QUEUE).isBlank()) {
      problems.add(RedisSinkConfig.QUEUE, "The queue needs a name");
    }
    config.redis().check(problems::add);
  }

  @Override
  protected void tryConnection(SinkConfig parsed) throws BrokerException {
    RedisSinkConfig config = (RedisSinkConfig) parsed;
    try (ListSender sender = new ListSender(config)) {
      sender.open(failure -> {});
    } catch (BrokerException e) {
      if (e.isRetriable()) {
        throw BrokerException.misconfigured(config.redis().addressKey(), e.getMessage(), e);
      }
      throw e;
    }
  }

  @Override
  protected String addressSetting() {
    return RedisSettings.URI;
  }
}
