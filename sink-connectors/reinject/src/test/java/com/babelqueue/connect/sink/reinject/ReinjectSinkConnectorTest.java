package com.babelqueue.connect.sink.reinject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Validation, which names the key at fault; what needs a cluster is in the integration tests. */
class ReinjectSinkConnectorTest {
  private static final String BYTES = "org.apache.kafka.connect.converters.ByteArrayConverter";

  @Test
  void goodSettingsAreFoundGood() {
    assertThat(errors(retry())).isEmpty();
    assertThat(errors(retry(), "kafka.client.security.protocol", "SSL")).isEmpty();
    assertThat(errors(retry(), "work.topics", "invoices")).isEmpty();
    assertThat(errors(redrive())).isEmpty();
    assertThat(errors(redrive(), "topics", "graveyard", "redrive.topic", "orders")).isEmpty();
    assertThat(errors(redrive(), "redrive.from", "2026-01-31T08:00:00Z")).isEmpty();
  }

  @Test
  void aPatternOfTopicsIsLeftToTheTask() {
    Map<String, String> props = retry();
    props.remove("topics");

    assertThat(errors(props, "topics.regex", ".*\\.retry\\.[12]")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "retry.tiers, '', kafka.bootstrap.servers, retry.tiers",
    "retry.tiers, '5s,soon', retry.tiers, soon",
    "topics, 'orders.retry.1,orders.retry.2,orders', topics, 'orders is not named'",
    "topics, 'orders.retry.1,orders.retry.2,orders.retry.3', topics, 'orders.retry.3 is beyond'",
    "topics, orders.retry.1, topics, 'lacks orders.retry.2'",
    "topics, 'orders.dlq.retry.1,orders.dlq.retry.2', topics, 'no work topic'",
    "work.topics, orders.dlq, work.topics, round",
    "work.topics, orders.retry.1, work.topics, round",
    "redrive.max, 5, redrive.max, mode=redrive",
    "key.converter, org.apache.kafka.connect.storage.StringConverter, key.converter, ByteArray",
    "value.converter, org.apache.kafka.connect.json.JsonConverter, value.converter, ByteArray",
    "header.converter, '', header.converter, ByteArray",
    "retry.tier, 5s, retry.tier, retry.tiers",
    "kafka.client.acks, 1, kafka.client.acks, fixed",
    "kafka.bootstrap, localhost:9092, kafka.bootstrap, kafka.bootstrap.servers",
    "reconnect.backoff.ms, 60000, reconnect.backoff.max.ms, shorter",
    "mode, both, mode, retry"
  })
  void validationNamesTheKeyAtFault(String key, String value, String fault, String word) {
    Map<String, List<String>> errors = errors(retry(), key, value);

    assertThat(errors).containsOnlyKeys(fault);
    assertThat(errors.get(fault)).anyMatch(message -> message.contains(word));
  }

  @ParameterizedTest
  @CsvSource({
    "topics, graveyard, topics, redrive.topic",
    "redrive.topic, orders.dlq, redrive.topic, nothing would move",
    "redrive.from, yesterday, redrive.from, 2026-01-31T08:00:00Z",
    "redrive.until, 2026-01-01, redrive.until, 2026-01-31T08:00:00Z",
    "redrive.max, -1, redrive.max, 0",
    "redrive.timestamp, later, redrive.timestamp, created-at",
    "redrive.reason, failed, redrive.reason, redrive.reasons"
  })
  void validationOfARedriveNamesTheKeyAtFault(String key, String value, String fault, String word) {
    Map<String, List<String>> errors = errors(redrive(), key, value);

    assertThat(errors).containsOnlyKeys(fault);
    assertThat(errors.get(fault)).anyMatch(message -> message.contains(word));
  }

  @Test
  void aTimeThatEndsBeforeItBeginsIsRefused() {
    assertThat(
            errors(
                redrive(),
                "redrive.from",
                "2026-01-31T08:00:00Z",
                "redrive.until",
                "2026-01-31T08:00:00Z"))
        .containsOnlyKeys("redrive.until");
  }

  @Test
  void aClusterThatDoesNotAnswerIsReportedAtItsAddress() {
    assertThat(errors(retry(), "validate.connection", "true"))
        .containsOnlyKeys("kafka.bootstrap.servers");
  }

  @Test
  void withoutTiersTheConnectorRefusesToStart() {
    Map<String, String> props = retry();
    props.remove("retry.tiers");

    assertThatThrownBy(() -> new ReinjectSinkConnector().start(props))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("retry.tiers");
  }

  @Test
  void everyTaskKnowsItsNumber() {
    ReinjectSinkConnector connector = new ReinjectSinkConnector();
    connector.start(redrive());

    assertThat(connector.taskConfigs(2))
        .extracting(task -> new ReinjectConfig(task).taskId())
        .containsExactly(0, 1);
  }

  private static Map<String, List<String>> errors(Map<String, String> props, String... pairs) {
    for (int i = 0; i < pairs.length; i += 2) {
      props.put(pairs[i], pairs[i + 1]);
    }
    Map<String, List<String>> errors = new HashMap<>();
    for (ConfigValue value : new ReinjectSinkConnector().validate(props).configValues()) {
      if (!value.errorMessages().isEmpty()) {
        errors.put(value.name(), value.errorMessages());
      }
    }
    return errors;
  }

  private static Map<String, String> retry() {
    Map<String, String> props = common();
    props.put("topics", "orders.retry.1, orders.retry.2");
    props.put("retry.tiers", "5s, 30s");
    return props;
  }

  private static Map<String, String> redrive() {
    Map<String, String> props = common();
    props.put("mode", "redrive");
    props.put("topics", "orders.dlq");
    return props;
  }

  private static Map<String, String> common() {
    Map<String, String> props = new HashMap<>();
    props.put("name", "back");
    props.put("kafka.bootstrap.servers", "127.0.0.1:1");
    props.put("validate.connection", "false");
    props.put("key.converter", BYTES);
    props.put("value.converter", BYTES);
    props.put("header.converter", BYTES);
    return props;
  }
}
