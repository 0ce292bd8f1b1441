package com.babelqueue.connect.sink.servicebus;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.broker.ConnectionKeys;
import com.babelqueue.connect.emulator.servicebus.ServiceBusEmulator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigValue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What users read about their settings before a task starts. */
class ServiceBusSinkConnectorTest {
  private static ServiceBusPeer peer;

  private final ServiceBusSinkConnector connector = new ServiceBusSinkConnector();

  @BeforeAll
  static void startBroker() {
    peer = ServiceBusPeer.start();
    // The SDK's first connection loads some thousand classes, and validation waits 5 s only.
    peer.send(peer.createQueue("first"), "any");
  }

  @AfterAll
  static void stopBroker() {
    peer.close();
  }

  @ParameterizedTest
  @CsvSource({
    "servicebus.entity, ${nothing}",
    "servicebus.entity, ${topic",
    "servicebus.entity, ''",
    "servicebus.entity, /orders/",
    "servicebus.entity, events/subscriptions/all",
    "servicebus.session.id, ${nothing}",
    "servicebus.partition.key, ${nothing}",
    "servicebus.batch.bytes, 2000000",
    "servicebus.send.concurrency, 0",
    "servicebus.operation.timeout.ms, 10000",
    "servicebus.entty, orders"
  })
  void aBadSettingIsReportedAtItsKey(String key, String value) {
    assertThat(errors(key, value)).containsOnlyKeys(key);
  }

  @Test
  void aSessionIsAPartitionKeyByItself() {
    assertThat(
            errors("servicebus.session.id", "${key}", "servicebus.partition.key", "${meta.queue}"))
        .containsOnlyKeys("servicebus.partition.key");
    assertThat(errors("servicebus.session.id", "${key}", "servicebus.partition.key", "${key}"))
        .isEmpty();
  }

  @Test
  void aKeyThatIsGoodForOneEntityNeedsThatEntity() {
    String string = ServiceBusEmulator.connectionString(1) + "EntityPath=orders;";

    assertThat(errors("servicebus.connection.string", string)).isEmpty();
    assertThat(errors("servicebus.connection.string", string, "servicebus.entity", "others"))
        .containsOnlyKeys("servicebus.entity");
    assertThat(errors("servicebus.connection.string", string, "servicebus.entity", "${topic}"))
        .containsOnlyKeys("servicebus.entity");
  }

  @Test
  void validationLooksForTheEntityAtTheBroker() {
    peer.createQueue("validated");
    peer.emulator().createTopic("events");

    assertThat(connected("servicebus.entity", "validated")).isEmpty();
    assertThat(connected("servicebus.entity", "events")).isEmpty();
    assertThat(connected("servicebus.entity", "${meta.queue}")).isEmpty();
    assertThat(connected("servicebus.entity", "not-there")).containsOnlyKeys("servicebus.entity");
    assertThat(
            connected(
                "servicebus.connection.string",
                ServiceBusEmulator.connectionString(peer.address().getPort(), "stranger", "any")))
        .containsOnlyKeys("servicebus.connection.string");
    assertThat(connected("servicebus.connection.string", ServiceBusEmulator.connectionString(1)))
        .containsOnlyKeys("servicebus.connection.string");
  }

  @Test
  void everyKeyHasADocumentationAndAPlace() {
    for (ConfigDef.ConfigKey key : connector.config().configKeys().values()) {
      assertThat(key.documentation).as(key.name).endsWith(".");
      assertThat(key.group).as(key.name).isNotBlank();
      assertThat(key.displayName).as(key.name).isNotBlank();
    }
    assertThat(connector.taskClass()).isEqualTo(ServiceBusSinkTask.class);
  }

  private Map<String, List<String>> errors(String... pairs) {
    return errors(Map.of(ConnectionKeys.VALIDATE_CONNECTION, "false"), pairs);
  }

  private Map<String, List<String>> connected(String... pairs) {
    return errors(Map.of(), pairs);
  }

  /** Errors by key, of settings that are good but for the pairs given. */
  private Map<String, List<String>> errors(Map<String, String> more, String... pairs) {
    Map<String, String> props = new HashMap<>(ServiceBusPeer.connection(peer.address().getPort()));
    props.putAll(more);
    props.put("name", "test");
    props.put("connector.class", ServiceBusSinkConnector.class.getName());
    props.put("topics", "orders");
    props.put(ServiceBusSinkConfig.ENTITY, "orders");
    for (int i = 0; i < pairs.length; i += 2) {
      props.put(pairs[i], pairs[i + 1]);
    }
    Map<String, List<String>> errors = new LinkedHashMap<>();
    for (ConfigValue value : connector.validate(props).configValues()) {
      if (!value.errorMessages().isEmpty()) {
        errors.put(value.name(), value.errorMessages());
      }
    }
    return errors;
  }
}
