package com.babelqueue.connect.source.pulsar;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.ConnectionKeys;
import com.babelqueue.connect.broker.Problems;
import com.babelqueue.connect.broker.pulsar.PassThrough;
import com.babelqueue.connect.broker.pulsar.PulsarClients;
import com.babelqueue.connect.broker.pulsar.PulsarSettings;
import com.babelqueue.connect.source.BridgeSourceConnector;
import com.babelqueue.connect.source.SourceConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.Task;
import org.apache.pulsar.client.api.PulsarClient;

/**
 * Brings the messages of Apache Pulsar topics into Kafka topics, at least once.
 *
 * <p>Called by the worker's herder threads, one call at a time.
 */
public final class PulsarSourceConnector extends BridgeSourceConnector {
  @Override
  public ConfigDef config() {
    return PulsarSourceConfig.CONFIG_DEF;
  }

  @Override
  public Class<? extends Task> taskClass() {
    return PulsarSourceTask.class;
  }

  @Override
  protected SourceConfig configure(Map<String, String> props) {
    return new PulsarSourceConfig(props);
  }

  @Override
  protected void crossCheck(SourceConfig parsed, Problems problems) {
    ((PulsarSourceConfig) parsed).check(problems::add);
  }

  @Override
  protected void tryConnection(SourceConfig parsed) throws BrokerException {
    PulsarSourceConfig config = (PulsarSourceConfig) parsed;
    Duration limit = ConnectionKeys.validateTimeout(config);
    PulsarClients clients = config.clients();
    PulsarClient client = clients.open();
    try {
      if (config.pattern() != null) {
        clients.reach(client, config.pattern().pattern(), limit);
        return;
      }
      config.partitions(clients, client, limit);
    } finally {
      // Waiting for its threads would use up the time that validation has.
      PulsarClients.abandon(client);
    }
  }

  @Override
  protected List<String> passThroughPrefixes() {
    return List.of(PassThrough.CLIENT.prefix(), PassThrough.CONSUMER.prefix());
  }

  @Override
  protected String addressSetting() {
    return PulsarSettings.SERVICE_URL;
  }
}
