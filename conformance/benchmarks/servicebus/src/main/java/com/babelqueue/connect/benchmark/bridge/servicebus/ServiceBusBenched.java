package com.babelqueue.connect.benchmark.bridge.servicebus;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusMessageBatch;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.babelqueue.connect.benchmark.bridge.BenchedBroker;
import com.babelqueue.connect.emulator.servicebus.EntityOptions;
import com.babelqueue.connect.emulator.servicebus.ServiceBusEmulator;
import com.babelqueue.connect.harness.BrokerChoice;
import java.util.List;
import java.util.Map;

/** The emulator of this repository, in this JVM: Service Bus runs nowhere but in Azure. */
public final class ServiceBusBenched implements BenchedBroker {

  private ServiceBusEmulator broker;

  @Override
  public String name() {
    return "servicebus";
  }

  @Override
  public void start() {
    broker = ServiceBusEmulator.start();
    broker.answerAtOnce();
    BrokerChoice.announce("servicebus", "emulator of this repository, in this JVM");
  }

  @Override
  public Map<String, String> address() {
    return Map.of("connection", broker.connectionString());
  }

  @Override
  public Map<String, String> sourceSettings(List<String> queues) {
    return settings(
        "source.servicebus.ServiceBusSourceConnector",
        "servicebus.queues",
        String.join(",", queues));
  }

  @Override
  public Map<String, String> sinkSettings(String queue) {
    return settings("sink.servicebus.ServiceBusSinkConnector", "servicebus.entity", queue);
  }

  private Map<String, String> settings(String connector, String key, String queue) {
    return Map.of(
        "connector.class",
        "com.babelqueue.connect." + connector,
        "servicebus.connection.string",
        broker.connectionString(),
        key,
        queue);
  }

  @Override
  public void createQueue(String queue) {
    broker.createQueue(queue, EntityOptions.standard());
  }

  /** It can only be emptied. */
  @Override
  public void deleteQueue(String queue) {
    broker.createQueue(queue, EntityOptions.standard());
  }

  @Override
  public void fill(String queue, byte[] body, int count) {
    try (ServiceBusSenderClient sender =
        new ServiceBusClientBuilder()
            .connectionString(broker.connectionString())
            .sender()
            .queueName(queue)
            .buildClient()) {
      ServiceBusMessageBatch batch = sender.createMessageBatch();
      for (int i = 0; i < count; i++) {
        ServiceBusMessage message = new ServiceBusMessage(body);
        if (!batch.tryAddMessage(message)) {
          sender.sendMessages(batch);
          batch = sender.createMessageBatch();
          batch.tryAddMessage(message);
        }
      }
      sender.sendMessages(batch);
    }
  }

  @Override
  public long depth(String queue) {
    return broker.depth(queue);
  }

  @Override
  public void close() {
    broker.close();
  }
}
