package com.babelqueue.connect.emulator.servicebus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.core.amqp.AmqpRetryOptions;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusException;
import com.azure.messaging.servicebus.ServiceBusFailureReason;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the emulator takes from the official SDK, and what not. */
class AdmissionTest {
  private final ServiceBusEmulator emulator = ServiceBusEmulator.start();

  @AfterEach
  void stop() {
    emulator.close();
  }

  @Test
  void theLinkSaysHowLargeABatchMayBe() {
    emulator.createQueue("orders", EntityOptions.standard().withMaxMessageBytes(128 * 1024));
    try (ServiceBusSenderClient sender = builder().sender().queueName("orders").buildClient()) {
      assertThat(sender.createMessageBatch().getMaxSizeInBytes()).isEqualTo(128 * 1024);
      assertThatThrownBy(() -> sender.sendMessage(new ServiceBusMessage("x".repeat(128 * 1024))))
          .isInstanceOfSatisfying(
              ServiceBusException.class,
              e ->
                  assertThat(e.getReason())
                      .isEqualTo(ServiceBusFailureReason.MESSAGE_SIZE_EXCEEDED));
    }
  }

  @Test
  void anEntityWithSessionsTakesNoMessageAndNoBatchWithoutOne() {
    emulator.createQueue("orders", EntityOptions.standard().withSessions());
    try (ServiceBusSenderClient sender = builder().sender().queueName("orders").buildClient()) {
      assertThatThrownBy(() -> sender.sendMessage(new ServiceBusMessage("a")))
          .hasMessageContaining("SessionId");
      assertThatThrownBy(
              () ->
                  sender.sendMessages(
                      List.of(
                          new ServiceBusMessage("b").setSessionId("s"),
                          new ServiceBusMessage("c"))))
          .hasMessageContaining("SessionId");
      assertThat(emulator.depth("orders")).isZero();
      sender.sendMessage(new ServiceBusMessage("d").setSessionId("s"));
      assertThat(emulator.depth("orders")).isEqualTo(1);
      assertThat(emulator.transfers("orders")).isEqualTo(1);
    }
  }

  @Test
  void aHeaderIsLimitedWhateverTheBodyIs() {
    emulator.createQueue("orders", EntityOptions.standard());
    ServiceBusMessage message = new ServiceBusMessage("x".repeat(200 * 1024));
    message.getApplicationProperties().put("h", "x".repeat(60 * 1024));
    send("orders", message);
    assertThat(emulator.depth("orders")).isEqualTo(1);
    message.getApplicationProperties().put("i", "x".repeat(5 * 1024));
    assertThatThrownBy(() -> send("orders", message)).hasMessageContaining("header");
  }

  @Test
  void messagesAreRefusedOnRequest() {
    emulator.createQueue("orders", EntityOptions.standard());
    emulator.refuseSends("orders", new SendRefusal("amqp:resource-limit-exceeded", "bad"));
    send("orders", new ServiceBusMessage("good"));
    assertThatThrownBy(() -> send("orders", new ServiceBusMessage("a bad one")))
        .isInstanceOfSatisfying(
            ServiceBusException.class,
            e -> assertThat(e.getReason()).isEqualTo(ServiceBusFailureReason.QUOTA_EXCEEDED));
    emulator.refuseSends("orders", null);
    send("orders", new ServiceBusMessage("a bad one"));
    assertThat(emulator.depth("orders")).isEqualTo(2);
  }

  private void send(String queue, ServiceBusMessage message) {
    try (ServiceBusSenderClient sender = builder().sender().queueName(queue).buildClient()) {
      sender.sendMessage(message);
    }
  }

  private ServiceBusClientBuilder builder() {
    return new ServiceBusClientBuilder()
        .connectionString(emulator.connectionString())
        .retryOptions(new AmqpRetryOptions().setMaxRetries(0));
  }
}
