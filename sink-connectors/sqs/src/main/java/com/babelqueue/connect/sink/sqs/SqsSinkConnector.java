package com.babelqueue.connect.sink.sqs;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.Problems;
import com.babelqueue.connect.broker.sqs.SqsClients;
import com.babelqueue.connect.broker.sqs.SqsSettings;
import com.babelqueue.connect.sink.BridgeSinkConnector;
import com.babelqueue.connect.sink.SinkConfig;
import java.time.Clock;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.Task;

/**
 * Brings records of Kafka topics into Amazon SQS queues, standard and FIFO.
 *
 * <p>Called by the worker's herder threads, one call at a time.
 */
public final class SqsSinkConnector extends BridgeSinkConnector {
  @Override
  public ConfigDef config() {
    return SqsSinkConfig.CONFIG_DEF;
  }

  @Override
  public Class<? extends Task> taskClass() {
    return SqsSinkTask.class;
  }

  @Override
  protected SinkConfig configure(Map<String, String> props) {
    return new SqsSinkConfig(props);
  }

  @Override
  protected void crossCheck(SinkConfig parsed, Problems problems) {
    SqsSinkConfig config = (SqsSinkConfig) parsed;
    config
        .settings()
        .check(config.fixedQueue().stream().toList(), SqsSinkConfig.QUEUE, problems::add);
    if (config.settings().maxConnections() < config.sendThreads()) {
      problems.add(
          SqsSettings.MAX_CONNECTIONS, "must not be less than " + SqsSinkConfig.SEND_THREADS);
    }
    if (config.settings().requestTimeout().compareTo(config.sendTimeout()) >= 0) {
      problems.add(SqsSettings.REQUEST_TIMEOUT, "must be less than " + SinkConfig.SEND_TIMEOUT);
    }
    if (config.fixedQueue().isPresent() && !config.fixedQueue().get().fifo()) {
      checkStandard(config, problems);
    }
  }

  private static void checkStandard(SqsSinkConfig config, Problems problems) {
    if (config.groupId() != null) {
      problems.add(SqsSinkConfig.GROUP_ID, "has no effect, since the queue is no FIFO queue");
    }
    if (config.contentBasedDeduplication()) {
      problems.add(
          SqsSinkConfig.CONTENT_DEDUPLICATION, "has no effect, since the queue is no FIFO queue");
    }
  }

  @Override
  protected void tryConnection(SinkConfig parsed) throws BrokerException {
    SqsSinkConfig config = (SqsSinkConfig) parsed;
    try (SqsClients clients = config.open()) {
      new Destinations(config, clients, Clock.systemUTC()).check();
    }
  }

  @Override
  protected String addressSetting() {
    return SqsSettings.ENDPOINT;
  }
}
