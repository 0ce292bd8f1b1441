package com.babelqueue.connect.sink.sqs;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.broker.ConnectionKeys;
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

class SqsSinkConnectorTest {
  private static SqsPeer peer;

  private final SqsSinkConnector connector = new SqsSinkConnector();

  @BeforeAll
  static void start() {
    peer = SqsPeer.start();
  }

  @AfterAll
  static void stop() {
    peer.close();
  }

  @Test
  void oneSettingIsEnough() {
    assertThat(errors()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sqs.queue                       | ''                        | sqs.queue",
        "sqs.queue                       | my orders                 | sqs.queue",
        "sqs.queue                       | ${topic}.dlq              | sqs.queue",
        "sqs.queue                       | ${nothing}                | sqs.queue",
        "sqs.queue                       | http://me:pw@localhost/a  | sqs.queue",
        "sqs.message.group.id            | ${nothing}                | sqs.message.group.id",
        "sqs.message.group.id            | ${key}                    | sqs.message.group.id",
        "sqs.content.based.deduplication | true                      | sqs.content.based.deduplication",
        "sqs.batch.bytes                 | 1048577                   | sqs.batch.bytes",
        "sqs.send.threads                | 0                         | sqs.send.threads",
        "sqs.max.connections             | 3                         | sqs.max.connections",
        "sqs.request.timeout.ms          | 30000                     | sqs.request.timeout.ms",
        "sqs.secret.access.key           | s                         | sqs.access.key.id",
        "sqs.endpoint                    | localhost                 | sqs.endpoint",
        "sqs.queues                      | orders                    | sqs.queues"
      })
  void aBadSettingIsReportedAtTheKeyAtFault(String key, String value, String fault) {
    assertThat(errors(key, value)).containsOnlyKeys(fault);
  }

  @ParameterizedTest
  @CsvSource({
    "${topic}-${meta.queue}_${header.tenant}",
    "${meta.queue}.fifo",
    "arn:aws:sqs:eu-west-1:123456789012:${topic}",
    "https://sqs.eu-west-1.amazonaws.com/123456789012/${topic}"
  })
  void aQueueMayDependOnTheRecord(String template) {
    assertThat(errors("sqs.queue", template)).isEmpty();
  }

  @Test
  void aGroupIsForFifoQueues() {
    assertThat(errors("sqs.queue", "orders.fifo", "sqs.message.group.id", "${key}")).isEmpty();
    assertThat(errors("sqs.queue", "${topic}", "sqs.message.group.id", "${key}")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "http://me:CANARY@localhost/a",
    "http://me:CANARY@localhost/${x}",
    "x://u:CANARY@h/${"
  })
  void noErrorRepeatsAPasswordInAUrl(String url) {
    assertThat(errors("sqs.queue", url))
        .containsOnlyKeys("sqs.queue")
        .allSatisfy((key, messages) -> assertThat(messages.toString()).doesNotContain("CANARY"));
  }

  @Test
  void validationLooksForTheQueueAtTheBroker() {
    peer.createQueue("validated");

    assertThat(connected("sqs.queue", "validated")).isEmpty();
    assertThat(connected("sqs.queue", "not-there")).containsOnlyKeys("sqs.queue");
    assertThat(connected("sqs.queue", "${meta.queue}")).isEmpty();
    assertThat(connected("sqs.queue", "validated", "sqs.endpoint", "http://127.0.0.1:1"))
        .containsOnlyKeys("sqs.endpoint");
  }

  @Test
  void everyKeyHasADocumentationAndAPlace() {
    for (ConfigDef.ConfigKey key : connector.config().configKeys().values()) {
      assertThat(key.documentation).as(key.name).endsWith(".");
      assertThat(key.group).as(key.name).isNotBlank();
      assertThat(key.displayName).as(key.name).isNotBlank();
    }
    assertThat(connector.taskClass()).isEqualTo(SqsSinkTask.class);
  }

  private Map<String, List<String>> errors(String... pairs) {
    return errors(Map.of(ConnectionKeys.VALIDATE_CONNECTION, "false"), pairs);
  }

  private Map<String, List<String>> connected(String... pairs) {
    return errors(peer.connection(peer.endpoint().toString()), pairs);
  }

  /** Errors by key, of settings that are good but for the pairs given. */
  private Map<String, List<String>> errors(Map<String, String> more, String... pairs) {
    Map<String, String> props = new HashMap<>(more);
    props.put("name", "test");
    props.put("connector.class", SqsSinkConnector.class.getName());
    props.put("topics", "orders");
    props.putIfAbsent(SqsSinkConfig.QUEUE, "orders");
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
