package com.babelqueue.connect.source.redis;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.Problems;
import com.babelqueue.connect.broker.redis.RedisConnections;
import com.babelqueue.connect.broker.redis.RedisSettings;
import com.babelqueue.connect.source.BridgeSourceConnector;
import com.babelqueue.connect.source.SourceConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.Task;
import redis.clients.jedis.Connection;

/**
 * Brings the messages of Redis lists into Kafka topics, at least once and in each list's order.
 *
 * <p>Queues of Laravel's own Redis driver (sorted sets, re-encoded bodies: RED-9) are another
 * protocol and are not read. Called by the worker's herder threads, one call at a time.
 */
public final class RedisSourceConnector extends BridgeSourceConnector {
  @Override
  public ConfigDef config() {
    return RedisSourceConfig.CONFIG_DEF;
  }

  @Override
  public Class<? extends Task> taskClass() {
    return RedisSourceTask.class;
  }

  @Override
  protected SourceConfig configure(Map<String, String> props) {
    return new RedisSourceConfig(props);
  }

  @Override
  protected void crossCheck(SourceConfig parsed, Problems problems) {
    RedisSourceConfig config = (RedisSourceConfig) parsed;
    config.redis().check(problems::add);
    ListChecks.check(config, problems::add);
  }

  @Override
  protected void tryConnection(SourceConfig parsed) throws BrokerException {
    RedisSourceConfig config = (RedisSourceConfig) parsed;
    RedisConnections connections =
        new RedisConnections(config.redis(), config.clientName() + "-validation");
    try {
      look(connections, config.lists());
    } catch (BrokerException e) {
      if (e.isRetriable()) {
        throw BrokerException.misconfigured(config.redis().addressKey(), e.getMessage(), e);
      }
      throw e;
    }
  }

  private static void look(RedisConnections connections, List<QueueLists> all)
      throws BrokerException {
    List<QueueLists> nodes = connections.reachesAllKeys() ? all.subList(0, 1) : all;
    for (QueueLists node : nodes) {
      try (Connection connection = connections.open(node.queue(), Duration.ZERO)) {
        for (QueueLists lists : connections.reachesAllKeys() ? all : List.of(node)) {
          new ProcessingList(connection, lists, connections.failures()).requireLists();
        }
      }
    }
  }

  @Override
  protected String addressSetting() {
    return RedisSettings.URI;
  }
}
