package com.babelqueue.connect.source.rabbitmq;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.Problems;
import com.babelqueue.connect.broker.rabbitmq.QueueDeclaration;
import com.babelqueue.connect.broker.rabbitmq.RabbitMqConnections;
import com.babelqueue.connect.broker.rabbitmq.RabbitMqSettings;
import com.babelqueue.connect.source.BridgeSourceConnector;
import com.babelqueue.connect.source.SourceConfig;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.Task;

/**
 * Moves messages of RabbitMQ queues into Kafka topics, at least once and in each queue's order.
 * {@link RabbitMqSourceConfig} lists the settings.
 */
public final class RabbitMqSourceConnector extends BridgeSourceConnector {
  @Override
  public Class<? extends Task> taskClass() {
    return RabbitMqSourceTask.class;
  }

  @Override
  public ConfigDef config() {
    return RabbitMqSourceConfig.CONFIG_DEF;
  }

  @Override
  protected SourceConfig configure(Map<String, String> props) {
    return new RabbitMqSourceConfig(props);
  }

  @Override
  protected void crossCheck(SourceConfig parsed, Problems problems) {
    RabbitMqSourceConfig config = (RabbitMqSourceConfig) parsed;
    config.broker().check(problems::add);
    config.declaration().check(problems::add);
    // AMQP bounds each queue's unsettled messages by themselves, so each queue needs a slot.
    if (config.getInt(SourceConfig.MAX_IN_FLIGHT_MESSAGES) < config.largestShare()) {
      problems.add(
          SourceConfig.MAX_IN_FLIGHT_MESSAGES,
          SourceConfig.MAX_IN_FLIGHT_MESSAGES
              + " must be at least the number of queues that one task reads: "
              + config.largestShare());
    }
  }

  @Override
  protected void tryConnection(SourceConfig parsed) throws BrokerException {
    RabbitMqSourceConfig config = (RabbitMqSourceConfig) parsed;
    new RabbitMqConnections(config.broker(), config.connectorName() + "-validation")
        .look(
            (connection, failures) -> {
              for (String queue : config.queues()) {
                config
                    .declaration()
                    .probe(connection, queue, RabbitMqSourceConfig.QUEUES, failures);
              }
            });
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
