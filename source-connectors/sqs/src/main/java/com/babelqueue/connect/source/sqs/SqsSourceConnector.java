package com.babelqueue.connect.source.sqs;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.Problems;
import com.babelqueue.connect.broker.sqs.SqsClients;
import com.babelqueue.connect.broker.sqs.SqsQueue;
import com.babelqueue.connect.broker.sqs.SqsSettings;
import com.babelqueue.connect.source.BridgeSourceConnector;
import com.babelqueue.connect.source.SourceConfig;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.Task;

/**
 * Brings the messages of Amazon SQS queues, standard and FIFO, into Kafka topics.
 *
 * <p>Called by the worker's herder threads, one call at a time.
 */
public final class SqsSourceConnector extends BridgeSourceConnector {
  /** Pull threads and settlements do not fill the pool; renewals need a connection too. */
  private static final int SPARE_CONNECTIONS = 1;

  @Override
  public ConfigDef config() {
    return SqsSourceConfig.CONFIG_DEF;
  }

  @Override
  public Class<? extends Task> taskClass() {
    return SqsSourceTask.class;
  }

  @Override
  protected SourceConfig configure(Map<String, String> props) {
    return new SqsSourceConfig(props);
  }

  @Override
  protected void crossCheck(SourceConfig parsed, Problems problems) {
    SqsSourceConfig config = (SqsSourceConfig) parsed;
    config.settings().check(config.references(), SqsSourceConfig.QUEUES, problems::add);
    if (!config.visibilityTimeout().isZero()
        && config.visibilityTimeout().compareTo(config.longPoll()) <= 0) {
      problems.add(
          SqsSourceConfig.VISIBILITY_TIMEOUT, "must be longer than " + SqsSourceConfig.WAIT);
    }
    int needed = config.queues().size() + config.settleThreads() + SPARE_CONNECTIONS;
    if (config.settings().maxConnections() < needed) {
      problems.add(
          SqsSettings.MAX_CONNECTIONS,
          "these queues and " + SqsSourceConfig.SETTLE_THREADS + " need at least " + needed);
    }
  }

  @Override
  protected void tryConnection(SourceConfig parsed) throws BrokerException {
    SqsSourceConfig config = (SqsSourceConfig) parsed;
    try (SqsClients clients =
        SqsClients.open(config.settings(), SqsSourceConfig.QUEUES, config.references())) {
      for (SqsQueue queue : config.references()) {
        clients.resolve(queue);
      }
    }
  }

  @Override
  protected String addressSetting() {
    return SqsSettings.ENDPOINT;
  }
}
