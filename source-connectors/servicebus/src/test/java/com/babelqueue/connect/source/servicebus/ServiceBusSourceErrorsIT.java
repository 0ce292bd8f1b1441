package com.babelqueue.connect.source.servicebus;

import static com.babelqueue.connect.source.servicebus.ServiceBusBridge.LIMIT;
import static com.babelqueue.connect.source.servicebus.ServiceBusBridge.envelope;
import static com.babelqueue.connect.source.servicebus.ServiceBusBridge.header;
import static com.babelqueue.connect.source.servicebus.ServiceBusBridge.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.amqp.models.AmqpAnnotatedMessage;
import com.azure.core.amqp.models.AmqpMessageBody;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.babelqueue.connect.emulator.servicebus.EntityOptions;
import com.babelqueue.connect.emulator.servicebus.ServiceBusEmulator;
import com.babelqueue.connect.harness.ConfigErrors;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Wrong settings and bad messages, as an operator meets them on a worker. */
class ServiceBusSourceErrorsIT {
  private static ServiceBusBridge bridge;

  @BeforeAll
  static void start() {
    bridge = ServiceBusBridge.start();
    bridge.peer().createQueue("exists");
  }

  @AfterAll
  static void stop() {
    bridge.close();
  }

  @Test
  void goodSettingsAreFoundGood() {
    assertThat(validate()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "servicebus.queue,             exists,         servicebus.queue,             servicebus.queues",
    "servicebus.queues,            missing,        servicebus.queues,            missing",
    "servicebus.namespace,         sb.example.org, servicebus.namespace,         Only one",
    "servicebus.transport,         carrier-pigeon, servicebus.transport,         websockets",
    "servicebus.connection.string, Endpoint=x,     servicebus.connection.string, Endpoint=sb://",
    "kafka.topic,                  no spaces,      kafka.topic,                  topic"
  })
  void validationNamesTheKeyAtFault(String key, String value, String fault, String word) {
    List<ConfigErrors> errors = validate(key, value);

    assertThat(errors).singleElement().extracting(ConfigErrors::key).isEqualTo(fault);
    assertThat(errors.get(0).errors()).anyMatch(message -> message.contains(word));
  }

  @Test
  void aBrokerThatIsNotThereAndAKeyThatIsRefusedAreNamed() {
    for (String text :
        List.of(
            ServiceBusEmulator.connectionString(1),
            ServiceBusEmulator.connectionString(
                bridge.peer().emulator().port(), "stranger", "CANARY"))) {
      List<ConfigErrors> errors = validate("servicebus.connection.string", text);

      assertThat(errors)
          .singleElement()
          .extracting(ConfigErrors::key)
          .isEqualTo("servicebus.connection.string");
      assertThat(errors.toString()).doesNotContain("CANARY");
    }
  }

  @Test
  void aQueueOfTheWrongKindFailsTheTaskWithTheKey() {
    bridge.peer().emulator().createQueue("kind", EntityOptions.standard().withSessions());
    bridge.rest().put("kind", bridge.settings("kind", "kind"));

    assertThat(bridge.rest().awaitTaskFailed("kind", LIMIT))
        .contains("servicebus.sessions.enabled")
        .contains("kind");
    bridge.rest().delete("kind");
  }

  @Test
  void badBodiesGoToTheDeadLetterTopicAndTheConnectorGoesOn() {
    bridge.peer().createQueue("bad");
    Map<String, String> reasons =
        Map.of(
            "not json at all",
            "malformed_json",
            "7",
            "not_an_object",
            "[".repeat(100_000) + "]".repeat(100_000),
            "too_deep",
            "{\"job\":\"" + "y".repeat(250_000) + "\"}",
            "missing_meta");
    // The largest first: validation peeks at what is in front.
    new TreeSet<>(reasons.keySet())
        .descendingSet()
        .forEach(body -> bridge.peer().send("bad", body));
    ServiceBusMessage sequence =
        new ServiceBusMessage(
            new AmqpAnnotatedMessage(AmqpMessageBody.fromSequence(List.of(1, "two"))).getBody());
    bridge.peer().send("bad", sequence);
    bridge.peer().send("bad", new ServiceBusMessage(AmqpMessageBody.fromValue(envelope(2))));
    bridge.peer().send("bad", envelope(1));

    bridge.connect("bad", "bad", "bad");

    assertThat(bridge.records("bad", 2))
        .extracting(record -> text(record.value()))
        .containsExactly(envelope(2), envelope(1));
    List<ConsumerRecord<byte[], byte[]>> dead = bridge.records("bad.dlq", reasons.size() + 1);
    for (ConsumerRecord<byte[], byte[]> record : dead.subList(0, reasons.size())) {
      assertThat(reasons).containsEntry(text(record.value()), header(record, "bq-error-reason"));
    }
    assertThat(text(dead.get(reasons.size()).value())).isEqualTo("[1,\"two\"]");
    bridge.awaitEmpty("bad");
  }

  private static List<ConfigErrors> validate(String... pairs) {
    Map<String, String> settings = bridge.settings("exists", "orders", pairs);
    settings.put("name", "validated");
    return bridge.rest().validate(ServiceBusBridge.CONNECTOR, settings);
  }
}
