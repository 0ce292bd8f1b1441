package com.babelqueue.connect.emulator.servicebus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.core.amqp.AmqpRetryOptions;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusException;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.azure.messaging.servicebus.ServiceBusSessionReceiverClient;
import com.azure.messaging.servicebus.models.DeadLetterOptions;
import com.azure.messaging.servicebus.models.SubQueue;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The emulator as the official SDK sees it. */
class ServiceBusEmulatorTest {
  private static final Duration WAIT = Duration.ofSeconds(10);

  private final SteeredClock clock = new SteeredClock();
  private final ServiceBusEmulator emulator = ServiceBusEmulator.start(clock);

  @AfterEach
  void stop() {
    emulator.close();
  }

  @Test
  void anExpiredLockBringsTheMessageBackWithAHigherCount() {
    emulator.createQueue("orders", EntityOptions.standard());
    send("orders", new ServiceBusMessage("one"));
    try (ServiceBusReceiverClient receiver = receiver("orders")) {
      ServiceBusReceivedMessage first = receive(receiver, 1).get(0);
      assertThat(first.getDeliveryCount()).as("counted from 0 on the wire").isZero();
      clock.advance(Duration.ofSeconds(20));
      assertThat(receiver.renewMessageLock(first).toInstant())
          .isEqualTo(clock.instant().plusSeconds(30));
      clock.advance(Duration.ofSeconds(31));

      ServiceBusReceivedMessage again = receive(receiver, 1).get(0);

      assertThat(again.getDeliveryCount()).isEqualTo(1);
      assertThatThrownBy(() -> receiver.complete(first))
          .isInstanceOf(ServiceBusException.class)
          .hasMessageContaining("lock");
      receiver.complete(again);
      assertThat(emulator.depth("orders")).isZero();
    }
  }

  @Test
  void aBatchArrivesWholeAndInOrder() {
    emulator.createQueue("orders", EntityOptions.standard());
    try (ServiceBusSenderClient sender = builder().sender().queueName("orders").buildClient();
        ServiceBusReceiverClient receiver = receiver("orders")) {
      sender.sendMessages(
          List.of(
              new ServiceBusMessage("a"), new ServiceBusMessage("b"), new ServiceBusMessage("c")));

      assertThat(receive(receiver, 3))
          .extracting(message -> message.getBody().toString())
          .containsExactly("a", "b", "c");
    }
  }

  @Test
  void aMessageOfSeveralFramesIsPeeked() {
    emulator.createQueue("orders", EntityOptions.standard());
    send("orders", new ServiceBusMessage("x".repeat(200_000)));
    try (ServiceBusReceiverClient receiver = receiver("orders")) {
      assertThat(receiver.peekMessage().getBody().getLength()).isEqualTo(200_000);
    }
  }

  @Test
  void deadLettersKeepTheirReasonAndPoisonEndsThere() {
    emulator.createQueue("orders", EntityOptions.standard().withMaxDeliveryCount(2));
    send("orders", new ServiceBusMessage("bad"));
    send("orders", new ServiceBusMessage("worse"));
    try (ServiceBusReceiverClient receiver = receiver("orders");
        ServiceBusReceiverClient dead =
            builder()
                .receiver()
                .queueName("orders")
                .subQueue(SubQueue.DEAD_LETTER_QUEUE)
                .disableAutoComplete()
                .buildClient()) {
      receiver.deadLetter(
          receive(receiver, 1).get(0),
          new DeadLetterOptions()
              .setDeadLetterReason("poison")
              .setDeadLetterErrorDescription("no envelope"));
      receiver.abandon(receive(receiver, 1).get(0));
      receiver.abandon(receive(receiver, 1).get(0));

      List<ServiceBusReceivedMessage> letters = receive(dead, 2);
      assertThat(letters.get(0).getDeadLetterReason()).isEqualTo("poison");
      assertThat(letters.get(0).getDeadLetterErrorDescription()).isEqualTo("no envelope");
      assertThat(letters.get(1).getDeadLetterReason()).isEqualTo("MaxDeliveryCountExceeded");
    }
  }

  @Test
  void everySubscriptionGetsWhatIsSentToTheTopic() {
    emulator.createTopic("events");
    List<String> paths =
        List.of(
            emulator.createSubscription("events", "one", EntityOptions.standard()),
            emulator.createSubscription("events", "two", EntityOptions.standard()));
    try (ServiceBusSenderClient sender = builder().sender().topicName("events").buildClient()) {
      sender.sendMessage(new ServiceBusMessage("news"));
    }

    assertThat(paths).allSatisfy(path -> assertThat(emulator.ready(path)).isEqualTo(1));
  }

  @Test
  void scheduledAndDeferredMessagesAreNotReceived() {
    emulator.createQueue("orders", EntityOptions.standard());
    Instant due = clock.instant().plusSeconds(60);
    send(
        "orders",
        new ServiceBusMessage("later")
            .setScheduledEnqueueTime(OffsetDateTime.ofInstant(due, ZoneOffset.UTC)));
    send("orders", new ServiceBusMessage("aside"));
    send("orders", new ServiceBusMessage("now"));
    try (ServiceBusReceiverClient receiver = receiver("orders")) {
      receiver.defer(receive(receiver, 1).get(0));
      ServiceBusReceivedMessage now = receive(receiver, 1).get(0);
      assertThat(now.getBody()).hasToString("now");
      receiver.complete(now);
      assertThat(emulator.setAside("orders")).isEqualTo(2);

      clock.advance(Duration.ofSeconds(61));

      assertThat(receive(receiver, 1).get(0).getBody()).hasToString("later");
    }
  }

  @Test
  void aSessionIsReadByOneReceiverAtATime() {
    emulator.createQueue("orders", EntityOptions.standard().withSessions());
    for (String session : List.of("a", "b", "a")) {
      send("orders", new ServiceBusMessage("of " + session).setSessionId(session));
    }
    try (ServiceBusSessionReceiverClient sessions =
            builder().sessionReceiver().queueName("orders").disableAutoComplete().buildClient();
        ServiceBusReceiverClient first = sessions.acceptNextSession();
        ServiceBusReceiverClient second = sessions.acceptNextSession()) {
      assertThat(first.getSessionId()).isEqualTo("a");
      assertThat(second.getSessionId()).isEqualTo("b");
      List<ServiceBusReceivedMessage> messages = receive(first, 2);
      assertThat(messages).allSatisfy(m -> assertThat(m.getSessionId()).isEqualTo("a"));
      assertThat(first.renewSessionLock().toInstant()).isEqualTo(clock.instant().plusSeconds(30));
      messages.forEach(first::complete);
      assertThat(emulator.depth("orders")).isEqualTo(1);
    }
  }

  @Test
  void anUnknownKeyAndAMissingQueueAreRefused() {
    assertThatThrownBy(() -> send("missing", new ServiceBusMessage("x")))
        .isInstanceOf(ServiceBusException.class)
        .hasMessageContaining("could not be found");
    emulator.createQueue("orders", EntityOptions.standard());
    try (ServiceBusSenderClient sender =
        builder(ServiceBusEmulator.connectionString(emulator.port(), "stranger", "key"))
            .sender()
            .queueName("orders")
            .buildClient()) {
      assertThatThrownBy(() -> sender.sendMessage(new ServiceBusMessage("x")))
          .isInstanceOf(ServiceBusException.class);
    }
  }

  @Test
  void aDroppedConnectionDoesNotReleaseLocks() {
    emulator.createQueue("orders", EntityOptions.standard());
    send("orders", new ServiceBusMessage("one"));
    try (ServiceBusReceiverClient receiver = receiver("orders")) {
      ServiceBusReceivedMessage message = receive(receiver, 1).get(0);

      emulator.dropConnections();

      assertThat(emulator.depth("orders")).isEqualTo(1);
      assertThat(emulator.ready("orders")).isZero();
      // By another client: the SDK never answers a call made while it loses the link itself.
      try (ServiceBusReceiverClient other = receiver("orders")) {
        other.complete(message);
      }
      assertThat(emulator.depth("orders")).isZero();
    }
  }

  private void send(String queue, ServiceBusMessage message) {
    try (ServiceBusSenderClient sender = builder().sender().queueName(queue).buildClient()) {
      sender.sendMessage(message);
    }
  }

  private ServiceBusReceiverClient receiver(String queue) {
    return builder()
        .receiver()
        .queueName(queue)
        .disableAutoComplete()
        .maxAutoLockRenewDuration(Duration.ZERO)
        .buildClient();
  }

  private static List<ServiceBusReceivedMessage> receive(
      ServiceBusReceiverClient receiver, int count) {
    List<ServiceBusReceivedMessage> received = new ArrayList<>();
    long end = System.nanoTime() + WAIT.toNanos();
    while (received.size() < count && System.nanoTime() < end) {
      receiver.receiveMessages(count - received.size(), WAIT).forEach(received::add);
    }
    assertThat(received).hasSize(count);
    return received;
  }

  private ServiceBusClientBuilder builder() {
    return builder(emulator.connectionString());
  }

  private static ServiceBusClientBuilder builder(String connectionString) {
    return new ServiceBusClientBuilder()
        .connectionString(connectionString)
        .retryOptions(
            new AmqpRetryOptions()
                .setTryTimeout(Duration.ofSeconds(5))
                .setMaxRetries(2)
                .setDelay(Duration.ofMillis(200)));
  }

  /** Stands still until it is told to go on. */
  private static final class SteeredClock extends Clock {
    private final AtomicReference<Instant> now =
        new AtomicReference<>(Instant.now().truncatedTo(java.time.temporal.ChronoUnit.MILLIS));

    void advance(Duration by) {
      now.updateAndGet(instant -> instant.plus(by));
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Instant instant() {
      return now.get();
    }
  }
}
