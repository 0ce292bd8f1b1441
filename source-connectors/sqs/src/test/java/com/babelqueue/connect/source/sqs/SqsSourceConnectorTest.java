package com.babelqueue.connect.source.sqs;

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

class SqsSourceConnectorTest {
  private final SqsSourceConnector connector = new SqsSourceConnector();

  @Test
  void twoSettingsAreEnough() {
    assertThat(errors()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sqs.queues                     | ''                        | sqs.queues",
        "sqs.queues                     | my orders                 | sqs.queues",
        "sqs.queues                     | a,b,a                     | sqs.queues",
        "sqs.queues                     | arn:aws:sqs:eu-west-1:1:a,arn:aws:sqs:eu-west-2:1:a | sqs.queues",
        "sqs.queues                     | http://me:pw@localhost/a  | sqs.queues",
        "sqs.wait.seconds               | 21                        | sqs.wait.seconds",
        "sqs.wait.seconds               | 0                         | sqs.wait.seconds",
        "sqs.visibility.timeout.seconds | 1                         | sqs.visibility.timeout.seconds",
        "sqs.visibility.timeout.seconds | 43201                     | sqs.visibility.timeout.seconds",
        "sqs.secret.access.key          | s                         | sqs.access.key.id",
        "sqs.role.external.id           | x                         | sqs.role.external.id",
        "sqs.endpoint                   | localhost                 | sqs.endpoint",
        "sqs.max.connections            | 5                         | sqs.max.connections",
        "sqs.queue                      | orders                    | sqs.queue",
        "kafka.topic                    | no good                   | kafka.topic"
      })
  void aBadSettingIsReportedAtTheKeyAtFault(String key, String value, String fault) {
    assertThat(errors(key, value)).containsOnlyKeys(fault);
  }

  @Test
  void noErrorRepeatsAPasswordInAUrl() {
    assertThat(
            errors("sqs.queues", "http://me:CANARY@localhost/a", "sqs.endpoint", "x://u:CANARY@h"))
        .containsOnlyKeys("sqs.queues", "sqs.endpoint")
        .allSatisfy((key, messages) -> assertThat(messages.toString()).doesNotContain("CANARY"));
  }

  @Test
  void queuesAreDealtOutToTasks() {
    connector.start(props("sqs.queues", "a,b,c"));

    List<Map<String, String>> tasks = connector.taskConfigs(2);

    assertThat(tasks).extracting(task -> task.get("sqs.queues")).containsExactly("a,c", "b");
    assertThat(connector.taskClass()).isEqualTo(SqsSourceTask.class);
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
    props.put("connector.class", SqsSourceConnector.class.getName());
    props.put(SqsSourceConfig.QUEUES, "orders");
    props.put(SourceConfig.TOPIC, "orders");
    props.put(ConnectionKeys.VALIDATE_CONNECTION, "false");
    for (int i = 0; i < pairs.length; i += 2) {
      props.put(pairs[i], pairs[i + 1]);
    }
    return props;
  }
}
