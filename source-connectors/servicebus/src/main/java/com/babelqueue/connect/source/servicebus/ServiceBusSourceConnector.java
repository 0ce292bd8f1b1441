package com.babelqueue.connect.source.servicebus;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.Problems;
import com.babelqueue.connect.broker.servicebus.ServiceBusClients;
import com.babelqueue.connect.broker.servicebus.ServiceBusSettings;
import com.babelqueue.connect.source.BridgeSourceConnector;
import com.babelqueue.connect.source.SourceConfig;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.Task;

/**
 * Brings the messages of Azure Service Bus queues and topic subscriptions, with sessions or
 * without, into Kafka topics.
 *
 * <p>Called by the worker's herder threads, one call at a time.
 */
public final class ServiceBusSourceConnector extends BridgeSourceConnector {
  @Override
  public ConfigDef config() {
    return ServiceBusSourceConfig.CONFIG_DEF;
  }

  @Override
  public Class<? extends Task> taskClass() {
    return ServiceBusSourceTask.class;
  }

  @Override
  protected SourceConfig configure(Map<String, String> props) {
    return new ServiceBusSourceConfig(props);
  }

  @Override
  protected void crossCheck(SourceConfig parsed, Problems problems) {
    ServiceBusSourceConfig config = (ServiceBusSourceConfig) parsed;
    config.settings().check(config.entities(), ServiceBusSourceConfig.QUEUES, problems::add);
    if (!config.lockDuration().isZero()
        && config.sessionsEnabled()
        && config.sessionIdleTimeout().compareTo(config.lockDuration()) >= 0) {
      problems.add(
          ServiceBusSourceConfig.SESSION_IDLE,
          "must be shorter than " + ServiceBusSourceConfig.LOCK_DURATION);
    }
  }

  @Override
  protected void tryConnection(SourceConfig parsed) throws BrokerException, InterruptedException {
    ServiceBusSourceConfig config = (ServiceBusSourceConfig) parsed;
    try (Anchors anchors = new Anchors(config, ServiceBusClients.of(config.settings()))) {
      anchors.check();
    }
  }

  @Override
  protected String addressSetting() {
    return ServiceBusSettings.CONNECTION_STRING;
  }
}
