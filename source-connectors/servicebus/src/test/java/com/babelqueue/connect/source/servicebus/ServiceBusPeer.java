package com.babelqueue.connect.source.servicebus;

import com.azure.core.amqp.AmqpRetryOptions;
import com.azure.core.exception.AzureException;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusClientBuilder.ServiceBusReceiverClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.azure.messaging.servicebus.ServiceBusSessionReceiverClient;
import com.azure.messaging.servicebus.models.SubQueue;
import com.babelqueue.connect.emulator.servicebus.EntityOptions;
import com.babelqueue.connect.emulator.servicebus.ServiceBusEmulator;
import com.babelqueue.connect.harness.BrokerChoice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import reactor.util.concurrent.Queues;

/**
 * The other side of the queue: a broker and the plain SDK client that an application would use, for
 * every test of this module. One test thread.
 */
final class ServiceBusPeer implements AutoCloseable {
  private static final int BATCH = 100;

  /** The SDK closes a receiver's link when more come at once than it can buffer. */
  private static final int MOST_AT_ONCE = Queues.SMALL_BUFFER_SIZE;

  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final ServiceBusEmulator emulator = ServiceBusEmulator.start();

  private ServiceBusPeer() {}

  /** Starts a broker and says which one it is. */
  static ServiceBusPeer start() {
    BrokerChoice.announce("Service Bus", "emulator of this repository, embedded");
    return new ServiceBusPeer();
  }

  ServiceBusEmulator emulator() {
    return emulator;
  }

  /** Settings with which a connector reaches the broker. */
  Map<String, String> connection() {
    Map<String, String> settings = new HashMap<>();
    settings.put("servicebus.connection.string", emulator.connectionString());
    return settings;
  }

  /** Creates a queue whose locks last half a minute. */
  String createQueue(String name) {
    emulator.createQueue(name, EntityOptions.standard());
    return name;
  }

  void send(String queue, String body) {
    send(queue, new ServiceBusMessage(body));
  }

  /** Sends one message with application properties of any type. */
  void send(String queue, String body, Map<String, ?> properties) {
    ServiceBusMessage message = new ServiceBusMessage(body);
    message.getApplicationProperties().putAll(properties);
    send(queue, message);
  }

  void send(String queue, ServiceBusMessage message) {
    try (ServiceBusSenderClient sender = builder().sender().queueName(queue).buildClient()) {
      sender.sendMessage(message);
    }
  }

  void sendToTopic(String topic, String body) {
    try (ServiceBusSenderClient sender = builder().sender().topicName(topic).buildClient()) {
      sender.sendMessage(new ServiceBusMessage(body));
    }
  }

  /** Sends bodies in their order. */
  void sendAll(String queue, List<String> bodies) {
    sendAllMessages(queue, bodies.stream().map(ServiceBusMessage::new).toList());
  }

  void sendAllMessages(String queue, List<ServiceBusMessage> messages) {
    try (ServiceBusSenderClient sender = builder().sender().queueName(queue).buildClient()) {
      for (int from = 0; from < messages.size(); from += BATCH) {
        sender.sendMessages(messages.subList(from, Math.min(from + BATCH, messages.size())));
      }
    }
  }

  /** A receiver of an application, to be closed by the caller. */
  ServiceBusReceiverClient receiver(String queue) {
    return plain(queue).buildClient();
  }

  /** Lets an application receive from the next free session, unless there is none in time. */
  void withNextSession(
      String queue, Duration limit, Consumer<ServiceBusReceiverClient> application) {
    try (ServiceBusSessionReceiverClient acceptor =
            builder()
                .retryOptions(
                    new AmqpRetryOptions().setTryTimeout(limit.plusSeconds(1)).setMaxRetries(0))
                .sessionReceiver()
                .queueName(queue)
                .disableAutoComplete()
                .buildClient();
        ServiceBusReceiverClient session = acceptor.acceptNextSession()) {
      application.accept(session);
    } catch (IllegalStateException | AzureException e) {
      BrokerChoice.announce("Service Bus", "no session was free: " + e.getMessage());
    }
  }

  /** Takes messages of a queue, each exactly once in the order given. */
  List<ServiceBusReceivedMessage> take(String queue, int count) {
    return take(plain(queue), count);
  }

  /** Takes dead letters of a queue. */
  List<ServiceBusReceivedMessage> takeDeadLetters(String queue, int count) {
    return take(plain(queue).subQueue(SubQueue.DEAD_LETTER_QUEUE), count);
  }

  private static List<ServiceBusReceivedMessage> take(
      ServiceBusReceiverClientBuilder from, int count) {
    try (ServiceBusReceiverClient receiver = from.buildClient()) {
      List<ServiceBusReceivedMessage> taken = receive(receiver, count);
      taken.forEach(receiver::complete);
      return taken;
    }
  }

  /** Receives so many messages without settling them. */
  static List<ServiceBusReceivedMessage> receive(ServiceBusReceiverClient receiver, int count) {
    List<ServiceBusReceivedMessage> received =
        receive(receiver, count, System.nanoTime() + LIMIT.toNanos());
    if (received.size() < count) {
      throw new AssertionError("only " + received.size() + " of " + count + " messages came");
    }
    return received;
  }

  /**
   * Receives at most so many messages without settling them.
   *
   * @param deadline when to stop waiting for more, on the clock of {@link System#nanoTime()}
   */
  static List<ServiceBusReceivedMessage> receive(
      ServiceBusReceiverClient receiver, int count, long deadline) {
    List<ServiceBusReceivedMessage> received = new ArrayList<>();
    long left = deadline - System.nanoTime();
    while (received.size() < count && left > 0) {
      receiver
          .receiveMessages(Math.min(count - received.size(), MOST_AT_ONCE), Duration.ofNanos(left))
          .forEach(received::add);
      left = deadline - System.nanoTime();
    }
    return received;
  }

  /** Messages in the queue, locked ones included. */
  int depth(String queue) {
    return emulator.depth(queue);
  }

  /** Messages that anybody could receive now. */
  int ready(String queue) {
    return emulator.ready(queue);
  }

  /** Threads of ours that are alive. */
  static Stream<String> threadsNamed(String prefix) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(Thread::isAlive)
        .map(Thread::getName)
        .filter(name -> name.startsWith(prefix));
  }

  private ServiceBusReceiverClientBuilder plain(String queue) {
    return builder()
        .receiver()
        .queueName(queue)
        .disableAutoComplete()
        .maxAutoLockRenewDuration(Duration.ZERO);
  }

  private ServiceBusClientBuilder builder() {
    return new ServiceBusClientBuilder()
        .connectionString(emulator.connectionString())
        .retryOptions(
            new AmqpRetryOptions()
                .setTryTimeout(Duration.ofSeconds(10))
                .setDelay(Duration.ofMillis(200)));
  }

  @Override
  public void close() {
    emulator.close();
  }
}
