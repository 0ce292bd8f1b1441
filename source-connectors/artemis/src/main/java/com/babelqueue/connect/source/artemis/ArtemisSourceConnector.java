package com.babelqueue.connect.source.artemis;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.Problems;
import com.babelqueue.connect.broker.artemis.ArtemisConnections;
import com.babelqueue.connect.broker.artemis.ArtemisSettings;
import com.babelqueue.connect.source.BridgeSourceConnector;
import com.babelqueue.connect.source.SourceConfig;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.Task;

/**
 * Moves messages of ActiveMQ Artemis queues into Kafka topics, at least once and in each queue's
 * order. {@link ArtemisSourceConfig} lists the settings.
 */
public final class ArtemisSourceConnector extends BridgeSourceConnector {
  @Override
  public Class<? extends Task> taskClass() {
    return ArtemisSourceTask.class;
  }

  @Override
  public ConfigDef config() {
    return ArtemisSourceConfig.CONFIG_DEF;
  }

  @Override
  protected SourceConfig configure(Map<String, String> props) {
    return new ArtemisSourceConfig(props);
  }

  @Override
  protected void crossCheck(SourceConfig parsed, Problems problems) {
    ((ArtemisSourceConfig) parsed).broker().check(problems::add);
  }

  @Override
  protected void tryConnection(SourceConfig parsed) throws BrokerException {
    ArtemisSourceConfig config = (ArtemisSourceConfig) parsed;
    ArtemisConnections connections =
        new ArtemisConnections(config.broker(), config.connectorName() + "-validation");
    QueueSession.open(config, connections, 0, System::nanoTime).close();
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
