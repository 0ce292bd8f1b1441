package com.babelqueue.connect.sink.rabbitmq;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.Problems;
import com.babelqueue.connect.broker.rabbitmq.QueueDeclaration;
import com.babelqueue.connect.broker.rabbitmq.RabbitMqConnections;
import com.babelqueue.connect.broker.rabbitmq.RabbitMqSettings;
import com.babelqueue.connect.sink.BridgeSinkConnector;
import com.babelqueue.connect.sink.SinkConfig;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.Task;

/**
 * Moves records of Kafka topics to RabbitMQ queues or exchanges, at least once and in each
 * partition's order. {@link RabbitMqSinkConfig} lists the settings.
 */
public final class RabbitMqSinkConnector extends BridgeSinkConnector {
  @Override
  public Class<? extends Task> taskClass() {
    return RabbitMqSinkTask.class;
  }

  @Override
  public ConfigDef config() {
    return RabbitMqSinkConfig.CONFIG_DEF;
  }

  @Override
  protected SinkConfig configure(Map<String, String> props) {
    return new RabbitMqSinkConfig(props);
  }

  @Override
  protected void crossCheck(SinkConfig parsed, Problems problems) {
    ((RabbitMqSinkConfig) parsed).check(problems);
  }

  @Override
  protected void tryConnection(SinkConfig parsed) throws BrokerException {
    RabbitMqSinkConfig config = (RabbitMqSinkConfig) parsed;
    new RabbitMqConnections(config.broker(), config.connectorName() + "-validation")
        .look((connection, failures) -> new Topology(config, failures, connection).probe());
  }

  @Override
  protected List<String> passThroughPrefixes() {
    return List.of(RabbitMqSettings.CLIENT_PREFIX, QueueDeclaration.ARGUMENTS_PREFIX);
  }

  @Override
  protected String addressSetting() {
    return RabbitMqSettings.ADDRESSES;
  }
}
