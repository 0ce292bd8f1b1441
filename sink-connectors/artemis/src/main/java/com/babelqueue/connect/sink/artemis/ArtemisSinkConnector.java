package com.babelqueue.connect.sink.artemis;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.Problems;
import com.babelqueue.connect.broker.artemis.ArtemisConnections;
import com.babelqueue.connect.broker.artemis.ArtemisSettings;
import com.babelqueue.connect.broker.artemis.OutboundHeaders;
import com.babelqueue.connect.sink.BridgeSinkConnector;
import com.babelqueue.connect.sink.SinkConfig;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.Task;

/**
 * Moves records of Kafka topics into queues of ActiveMQ Artemis, at least once and in each
 * partition's order. {@link ArtemisSinkConfig} lists the settings.
 */
public final class ArtemisSinkConnector extends BridgeSinkConnector {
  @Override
  public Class<? extends Task> taskClass() {
    return ArtemisSinkTask.class;
  }

  @Override
  public ConfigDef config() {
    return ArtemisSinkConfig.CONFIG_DEF;
  }

  @Override
  protected SinkConfig configure(Map<String, String> props) {
    return new ArtemisSinkConfig(props);
  }

  @Override
  protected void crossCheck(SinkConfig parsed, Problems problems) {
    ((ArtemisSinkConfig) parsed).broker().check(problems::add);
  }

  @Override
  protected void tryConnection(SinkConfig parsed) throws BrokerException {
    ArtemisSinkConfig config = (ArtemisSinkConfig) parsed;
    ArtemisConnections connections =
        new ArtemisConnections(config.broker(), config.connectorName() + "-validation");
    SendingConnection.open(config, connections, new OutboundHeaders(), failure -> {}).close();
  }

  @Override
  protected List<String> passThroughPrefixes() {
    return List.of(ArtemisSettings.CLIENT_PREFIX);
  }

  @Override
  protected String addressSetting() {
    return ArtemisSettings.URI;
  }
}
