package com.babelqueue.connect.source.servicebus;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.broker.ConnectionKeys;
import com.babelqueue.connect.source.SourceConfig;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServiceBusSourceConnectorTest {
  private static final String CONNECTION =
      "Endpoint=sb://shop.servicebus.windows.net/;SharedAccessKeyName=n;SharedAccessKey=k";

  private final ServiceBusSourceConnector connector = new ServiceBusSourceConnector();

  @Test
  void connectionStringOrNamespaceIsEnough() {
    assertThat(errors()).isEmpty();
    assertThat(
            errors(
                "servicebus.connection.string",
                null,
                "servicebus.namespace",
                "shop.servicebus.windows.net"))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      value = {
        "servicebus.connection.string         | none               | servicebus.connection.string",
        "servicebus.connection.string         | Endpoint=sb://h/   | servicebus.connection.string",
        "servicebus.namespace                 | sb://h/            | servicebus.namespace",
        "servicebus.namespace                 | h                  | servicebus.namespace",
        "servicebus.managed.identity.client.id| x                  | servicebus.managed.identity.client.id",
        "servicebus.transport                 | udp                | servicebus.transport",
        "servicebus.queues                    | ''                 | servicebus.queues",
        "servicebus.queues                    | my orders          | servicebus.queues",
        "servicebus.queues                    | a,b,A              | servicebus.queues",
        "servicebus.queues                    | t/subscriptions/   | servicebus.queues",
        "servicebus.prefetch                  | -1                 | servicebus.prefetch",
        "servicebus.prefetch                  | 129                | servicebus.prefetch",
        "servicebus.lock.duration.ms          | 300001             | servicebus.lock.duration.ms",
        "servicebus.sessions.max.concurrent   | 0                  | servicebus.sessions.max.concurrent",
        "servicebus.queue                     | orders             | servicebus.queue",
        "kafka.topic                          | no good            | kafka.topic"
      })
  void aBadSettingIsReportedAtTheKeyAtFault(String key, String value, String fault) {
    assertThat(errors(key, value)).containsOnlyKeys(fault);
  }

  @Test
  void aSessionIsNotHeldLongerThanItsLock() {
    assertThat(
            errors(
                "servicebus.sessions.enabled", "true",
                "servicebus.lock.duration.ms", "5000",
                "servicebus.session.idle.timeout.ms", "5000"))
        .containsOnlyKeys("servicebus.session.idle.timeout.ms");
  }

  @Test
  void aKeyForOneEntityReadsNoOther() {
    assertThat(errors("servicebus.connection.string", CONNECTION + ";EntityPath=bills"))
        .containsOnlyKeys("servicebus.queues");
    assertThat(errors("servicebus.connection.string", CONNECTION + ";EntityPath=orders")).isEmpty();
  }

  @Test
  void queuesAreDealtOutToTasks() {
    connector.start(props("servicebus.queues", "a,b,t/subscriptions/s"));

    List<Map<String, String>> tasks = connector.taskConfigs(2);

    assertThat(tasks)
        .extracting(task -> task.get("servicebus.queues"))
        .containsExactly("a,t/subscriptions/s", "b");
    assertThat(connector.taskClass()).isEqualTo(ServiceBusSourceTask.class);
  }

  @Test
  void everyKeyHasADocumentationAndAPlace() {
    for (ConfigDef.ConfigKey key : connector.config().configKeys().values()) {
      assertThat(key.documentation).as(key.name).endsWith(".");
      assertThat(key.group).as(key.name).isNotBlank();
      assertThat(key.displayName).as(key.name).isNotBlank();
    }
  }

  /** Errors by key, of settings that are good but for the pairs given. */
  private Map<String, List<String>> errors(String... pairs) {
    Map<String, List<String>> errors = new LinkedHashMap<>();
    for (ConfigValue value : connector.validate(props(pairs)).configValues()) {
      if (!value.errorMessages().isEmpty()) {
        errors.put(value.name(), value.errorMessages());
      }
    }
    return errors;
  }

  private static Map<String, String> props(String... pairs) {
    Map<String, String> props = new HashMap<>();
    props.put("name", "test");
    props.put("connector.class", ServiceBusSourceConnector.class.getName());
    props.put("servicebus.connection.string", CONNECTION);
    props.put(ServiceBusSourceConfig.QUEUES, "orders");
    props.put(SourceConfig.TOPIC, "orders");
    props.put(ConnectionKeys.VALIDATE_CONNECTION, "false");
    for (int i = 0; i < pairs.length; i += 2) {
      props.put(pairs[i], pairs[i + 1]);
    }
    props.values().removeIf(java.util.Objects::isNull);
    return props;
  }
}
