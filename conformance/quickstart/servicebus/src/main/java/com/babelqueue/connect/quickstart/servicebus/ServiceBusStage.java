package com.babelqueue.connect.quickstart.servicebus;

import com.azure.core.util.CoreUtils;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.babelqueue.connect.emulator.servicebus.EntityOptions;
import com.babelqueue.connect.emulator.servicebus.ServiceBusEmulator;
import com.babelqueue.connect.quickstart.scene.NativeMessage;
import com.babelqueue.connect.quickstart.scene.OrderStory;
import com.babelqueue.connect.quickstart.scene.PlainEnvelope;
import com.babelqueue.connect.quickstart.scene.PlainSender;
import com.babelqueue.connect.quickstart.scene.SentMessage;
import com.babelqueue.connect.quickstart.scene.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Sends to a queue with the Azure SDK, projecting envelopes as contract 3.4 says. */
final class ServiceBusStage implements Stage, PlainSender {
  private static final String SDK = "azure-messaging-servicebus";
  private static final Duration RECEIVE_LIMIT = Duration.ofSeconds(20);

  private final ServiceBusEmulator broker;
  private final String queue;
  private final ServiceBusSenderClient sender;

  private ServiceBusStage(ServiceBusEmulator broker, String queue) {
    this.broker = broker;
    this.queue = queue;
    this.sender = clients().sender().queueName(queue).buildClient();
  }

  static ServiceBusStage open(ServiceBusEmulator broker, String queue) {
    broker.createQueue(queue, EntityOptions.standard());
    return new ServiceBusStage(broker, queue);
  }

  private ServiceBusClientBuilder clients() {
    return new ServiceBusClientBuilder().connectionString(broker.connectionString());
  }

  @Override
  public String broker() {
    return "Service Bus emulator of this repository on 127.0.0.1:" + broker.port();
  }

  @Override
  public String client() {
    return "Azure SDK " + CoreUtils.getProperties(SDK + ".properties").get("version");
  }

  @Override
  public String queue() {
    return queue;
  }

  @Override
  public Optional<String> note() {
    return Optional.of("it stands in for Azure Service Bus, which runs nowhere but in Azure");
  }

  @Override
  public Map<String, String> settings() {
    return Map.of("servicebus.connection.string", broker.connectionString());
  }

  @Override
  public void send(Consumer<SentMessage> sent) {
    OrderStory story = new OrderStory("servicebus", queue);
    story.sendDeliveredInVain(
        this, this::receiveAndAbandon, "received once by the SDK and abandoned", sent);
    story.sendRest(this, "an application property beside the envelope", sent);
  }

  @Override
  public void sendEnvelope(PlainEnvelope envelope, Map<String, String> headers) {
    ServiceBusMessage message =
        new ServiceBusMessage(envelope.body())
            .setSubject(envelope.urn())
            .setCorrelationId(envelope.traceId())
            .setMessageId(envelope.id())
            .setContentType("application/json");
    Map<String, Object> properties = message.getApplicationProperties();
    properties.putAll(headers);
    properties.put("bq-schema-version", PlainEnvelope.SCHEMA_VERSION);
    properties.put("bq-source-lang", envelope.lang());
    properties.put("bq-created-at", envelope.createdAt());
    sender.sendMessage(message);
  }

  @Override
  public void sendBare(String body) {
    sender.sendMessage(new ServiceBusMessage(body));
  }

  private void receiveAndAbandon() {
    try (ServiceBusReceiverClient receiver = receiver()) {
      receiver.abandon(received(receiver, 1).get(0));
    }
  }

  private ServiceBusReceiverClient receiver() {
    return clients().receiver().queueName(queue).disableAutoComplete().buildClient();
  }

  private List<ServiceBusReceivedMessage> received(ServiceBusReceiverClient receiver, int count) {
    List<ServiceBusReceivedMessage> received = new ArrayList<>();
    while (received.size() < count) {
      List<ServiceBusReceivedMessage> more =
          receiver.receiveMessages(count - received.size(), RECEIVE_LIMIT).stream().toList();
      if (more.isEmpty()) {
        throw new IllegalStateException("queue " + queue + " did not deliver what was sent to it");
      }
      received.addAll(more);
    }
    return received;
  }

  /** The emulator cannot be peeked at, so messages are received and abandoned, newest first. */
  @Override
  public List<NativeMessage> look(int count) {
    try (ServiceBusReceiverClient receiver = receiver()) {
      List<ServiceBusReceivedMessage> received = received(receiver, count);
      for (int i = received.size() - 1; i >= 0; i--) {
        receiver.abandon(received.get(i));
      }
      return received.stream().map(ServiceBusStage::seen).toList();
    }
  }

  private static NativeMessage seen(ServiceBusReceivedMessage message) {
    Map<String, String> seen = new LinkedHashMap<>();
    seen.put("Subject", message.getSubject());
    seen.put("CorrelationId", message.getCorrelationId());
    seen.put("MessageId", message.getMessageId());
    seen.put("ContentType", message.getContentType());
    message
        .getApplicationProperties()
        .forEach(
            (name, value) -> seen.put(name, value + " (" + value.getClass().getSimpleName() + ")"));
    return new NativeMessage(message.getBody().toString(), seen);
  }

  @Override
  public boolean countsLooks() {
    return true;
  }

  @Override
  public void close() {
    try {
      sender.close();
    } finally {
      broker.close();
    }
  }
}
