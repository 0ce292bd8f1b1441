package com.babelqueue.connect.sink.pulsar;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.ConnectionKeys;
import com.babelqueue.connect.broker.Problems;
import com.babelqueue.connect.broker.pulsar.PassThrough;
import com.babelqueue.connect.broker.pulsar.PulsarClients;
import com.babelqueue.connect.broker.pulsar.PulsarSettings;
import com.babelqueue.connect.sink.BridgeSinkConnector;
import com.babelqueue.connect.sink.SinkConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.Task;
import org.apache.pulsar.client.api.PulsarClient;

/**
 * Brings the records of Kafka topics into Apache Pulsar topics, at least once and in the order of
 * each partition.
 *
 * <p>Called by the worker's herder threads, one call at a time.
 */
public final class PulsarSinkConnector extends BridgeSinkConnector {
  @Override
  public ConfigDef config() {
    return PulsarSinkConfig.CONFIG_DEF;
  }

  @Override
  public Class<? extends Task> taskClass() {
    return PulsarSinkTask.class;
  }

  @Override
  protected SinkConfig configure(Map<String, String> props) {
    return new PulsarSinkConfig(props);
  }

  @Override
  protected void crossCheck(SinkConfig parsed, Problems problems) {
    ((PulsarSinkConfig) parsed).check(problems::add);
  }

  /** Makes nothing at the cluster, as a producer might. */
  @Override
  protected void tryConnection(SinkConfig parsed) throws BrokerException {
    PulsarSinkConfig config = (PulsarSinkConfig) parsed;
    Duration limit = ConnectionKeys.validateTimeout(config);
    PulsarClients clients = config.clients();
    PulsarClient client = clients.open();
    try {
      if (config.destination().isFixed() && !config.createsTopics()) {
        clients.partitions(client, config.fixedTopic(), limit);
      } else {
        config.reach(clients, client, limit);
      }
    } finally {
      // Waiting for its threads would use up the time that validation has.
      PulsarClients.abandon(client);
    }
  }

  @Override
  protected List<String> passThroughPrefixes() {
    return List.of(PassThrough.CLIENT.prefix(), PassThrough.PRODUCER.prefix());
  }

  @Override
  protected String addressSetting() {
    return PulsarSettings.SERVICE_URL;
  }
}
