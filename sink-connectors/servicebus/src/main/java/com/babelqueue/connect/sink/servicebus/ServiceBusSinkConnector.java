package com.babelqueue.connect.sink.servicebus;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.Problems;
import com.babelqueue.connect.broker.servicebus.ServiceBusClients;
import com.babelqueue.connect.broker.servicebus.ServiceBusSettings;
import com.babelqueue.connect.sink.BridgeSinkConnector;
import com.babelqueue.connect.sink.SinkConfig;
import java.time.Clock;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.Task;

/**
 * Brings records of Kafka topics into Azure Service Bus queues and topics, with sessions or
 * without.
 *
 * <p>Called by the worker's herder threads, one call at a time.
 */
public final class ServiceBusSinkConnector extends BridgeSinkConnector {
  @Override
  public ConfigDef config() {
    return ServiceBusSinkConfig.CONFIG_DEF;
  }

  @Override
  public Class<? extends Task> taskClass() {
    return ServiceBusSinkTask.class;
  }

  @Override
  protected SinkConfig configure(Map<String, String> props) {
    return new ServiceBusSinkConfig(props);
  }

  @Override
  protected void crossCheck(SinkConfig parsed, Problems problems) {
    ServiceBusSinkConfig config = (ServiceBusSinkConfig) parsed;
    config
        .settings()
        .check(config.fixedEntity().stream().toList(), ServiceBusSinkConfig.ENTITY, problems::add);
    if (config.fixedEntity().isEmpty() && config.settings().onlyEntity().isPresent()) {
      problems.add(
          ServiceBusSinkConfig.ENTITY,
          "a template needs a connection string that is good for every queue, without EntityPath");
    }
    String session = config.getString(ServiceBusSinkConfig.SESSION_ID);
    String partition = config.getString(ServiceBusSinkConfig.PARTITION_KEY);
    if (session != null && partition != null && !session.equals(partition)) {
      problems.add(
          ServiceBusSinkConfig.PARTITION_KEY,
          "must be the same as " + ServiceBusSinkConfig.SESSION_ID);
    }
    if (ServiceBusClients.longestCall(config.settings()).compareTo(config.sendTimeout()) >= 0) {
      problems.add(
          ServiceBusSettings.OPERATION_TIMEOUT,
          "one call with its retry takes up to "
              + ServiceBusClients.longestCall(config.settings()).toMillis()
              + " ms, which must be less than "
              + SinkConfig.SEND_TIMEOUT);
    }
  }

  @Override
  protected void tryConnection(SinkConfig parsed) throws BrokerException, InterruptedException {
    ServiceBusSinkConfig config = (ServiceBusSinkConfig) parsed;
    try (ServiceBusSender sender = new ServiceBusSender(config, Clock.systemUTC())) {
      sender.openAndLook(failure -> {});
    }
  }

  @Override
  protected String addressSetting() {
    return ServiceBusSettings.CONNECTION_STRING;
  }
}
