package com.babelqueue.connect.sink.servicebus;

import com.azure.core.amqp.AmqpRetryOptions;
import com.azure.core.util.IterableStream;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusClientBuilder.ServiceBusReceiverClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.azure.messaging.servicebus.ServiceBusSessionReceiverClient;
import com.azure.messaging.servicebus.models.ServiceBusReceiveMode;
import com.babelqueue.connect.emulator.servicebus.EntityOptions;
import com.babelqueue.connect.emulator.servicebus.ServiceBusEmulator;
import com.babelqueue.connect.harness.BrokerChoice;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import reactor.util.concurrent.Queues;

/**
 * The other side of the queue: a broker and the plain SDK client that an application would use, for
 * every test of this module. One test thread.
 */
final class ServiceBusPeer implements AutoCloseable {
  static final Duration LIMIT = Duration.ofSeconds(60);

  /** The SDK closes a receiver's link when more come at once than it can buffer. */
  private static final int MOST_AT_ONCE = Queues.SMALL_BUFFER_SIZE;

  private final ServiceBusEmulator emulator;

  private ServiceBusPeer(Clock clock) {
    this.emulator = ServiceBusEmulator.start(clock);
  }

  /** Starts a broker and says which one it is. */
  static ServiceBusPeer start() {
    return start(Clock.systemUTC());
  }

  /** The same with another time. */
  static ServiceBusPeer start(Clock clock) {
    BrokerChoice.announce("Service Bus", "emulator of this repository, embedded");
    return new ServiceBusPeer(clock);
  }

  ServiceBusEmulator emulator() {
    return emulator;
  }

  InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), emulator.port());
  }

  /** Settings with which a connector reaches the broker, or a proxy in front of it. */
  static Map<String, String> connection(int port) {
    Map<String, String> settings = new HashMap<>();
    settings.put("servicebus.connection.string", ServiceBusEmulator.connectionString(port));
    return settings;
  }

  String createQueue(String name) {
    emulator.createQueue(name, EntityOptions.standard());
    return name;
  }

  String createSessionQueue(String name) {
    emulator.createQueue(name, EntityOptions.standard().withSessions());
    return name;
  }

  /** Sends one message as an application would. */
  void send(String queue, String body) {
    try (ServiceBusSenderClient plain = builder().sender().queueName(queue).buildClient()) {
      plain.sendMessage(new ServiceBusMessage(body));
    }
  }

  /** Takes messages of a queue or subscription in the order given. */
  List<ServiceBusReceivedMessage> take(String queue, int count, Duration limit) {
    long deadline = System.nanoTime() + limit.toNanos();
    try (ServiceBusReceiverClient receiver = receiver(queue)) {
      return receive(receiver, count, deadline);
    }
  }

  private ServiceBusReceiverClient receiver(String path) {
    ServiceBusReceiverClientBuilder receiver =
        builder().receiver().receiveMode(ServiceBusReceiveMode.RECEIVE_AND_DELETE);
    String[] parts = path.split("/subscriptions/", 2);
    return parts.length == 1
        ? receiver.queueName(path).buildClient()
        : receiver.topicName(parts[0]).subscriptionName(parts[1]).buildClient();
  }

  /** Takes messages of one session of a queue in the order given. */
  List<ServiceBusReceivedMessage> takeSession(
      String queue, String session, int count, Duration limit) {
    long deadline = System.nanoTime() + limit.toNanos();
    try (ServiceBusSessionReceiverClient acceptor =
            builder()
                .sessionReceiver()
                .queueName(queue)
                .receiveMode(ServiceBusReceiveMode.RECEIVE_AND_DELETE)
                .buildClient();
        ServiceBusReceiverClient receiver = acceptor.acceptSession(session)) {
      return receive(receiver, count, deadline);
    }
  }

  private static List<ServiceBusReceivedMessage> receive(
      ServiceBusReceiverClient receiver, int count, long deadline) {
    List<ServiceBusReceivedMessage> received = new ArrayList<>(count);
    while (received.size() < count) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        break;
      }
      IterableStream<ServiceBusReceivedMessage> some =
          receiver.receiveMessages(
              Math.min(count - received.size(), MOST_AT_ONCE), Duration.ofNanos(left));
      some.forEach(received::add);
    }
    return received;
  }

  private ServiceBusClientBuilder builder() {
    return new ServiceBusClientBuilder()
        .connectionString(emulator.connectionString())
        .retryOptions(new AmqpRetryOptions().setTryTimeout(LIMIT).setMaxRetries(0));
  }

  @Override
  public void close() {
    emulator.close();
  }
}
