package com.babelqueue.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.Problems;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.connector.Task;
import org.junit.jupiter.api.Test;

/** Validation names the key at fault, and every task gets the same settings and its number. */
class BridgeSinkConnectorTest {
  private final ScriptedConnector connector = new ScriptedConnector();

  @Test
  void goodSettingsHaveNoErrors() {
    assertThat(
            errors(
                "topics", "orders",
                "errors.tolerance", "all",
                "errors.deadletterqueue.topic.name", "orders.dlq",
                "consumer.override.max.poll.records", "100",
                "value.converter", "org.apache.kafka.connect.converters.ByteArrayConverter"))
        .isEmpty();
  }

  @Test
  void aMistypedSettingNamesTheNearestKnownOne() {
    assertThat(errors("null.value", "skip"))
        .containsOnlyKeys("null.value")
        .extractingByKey("null.value")
        .asString()
        .contains("null.values");
  }

  @Test
  void aTemplateWithAnUnknownVariableIsRefused() {
    assertThat(errors(TestSinkConfig.DESTINATION, "q.${nothing}"))
        .containsOnlyKeys(TestSinkConfig.DESTINATION);
  }

  @Test
  void aConverterThatGivesNoEnvelopeIsRefused() {
    assertThat(errors("value.converter", "org.apache.kafka.connect.converters.LongConverter"))
        .containsOnlyKeys("value.converter");
  }

  @Test
  void crossChecksLandOnTheirKey() {
    connector.crossProblem = "scripted.address";

    assertThat(errors()).containsOnlyKeys("scripted.address");
  }

  @Test
  void aFailedConnectionIsBlamedOnItsSettingAndAnOutageOnTheAddress() {
    connector.failure =
        BrokerException.misconfigured(TestSinkConfig.DESTINATION, "no such queue", null);
    assertThat(errors()).containsOnlyKeys(TestSinkConfig.DESTINATION);

    connector.failure = BrokerException.outage("cannot connect", null);
    assertThat(errors()).containsOnlyKeys("scripted.address");
  }

  @Test
  void tiersWithoutAClusterToWriteToAreRefused() {
    assertThat(errors(SinkConfig.RETRY_TIERS, "5s,30s"))
        .containsOnlyKeys(SinkConfig.RETRY_TIERS)
        .extractingByKey(SinkConfig.RETRY_TIERS)
        .asString()
        .contains("kafka.bootstrap.servers");
  }

  @Test
  void tiersAreReadInAnyOrderAndNotTwice() {
    assertThat(
            errors(
                withKafka(
                    SinkConfig.RETRY_TIERS,
                    "30m,5s, 30s ,5m",
                    SinkConfig.DEAD_LETTER_TOPIC,
                    "dead.${topic}",
                    "kafka.client.security.protocol",
                    "SSL")))
        .isEmpty();
    assertThat(errors(withKafka(SinkConfig.RETRY_TIERS, "5s,5000ms")))
        .containsOnlyKeys(SinkConfig.RETRY_TIERS);
    assertThat(errors(withKafka(SinkConfig.MAX_ATTEMPTS, "0")))
        .containsOnlyKeys(SinkConfig.MAX_ATTEMPTS);
  }

  @Test
  void deadLetterTopicsThatKafkaRefusesAreRefused() {
    assertThat(errors(SinkConfig.DEAD_LETTER_TOPIC, "dead letters of ${topic}"))
        .containsOnlyKeys(SinkConfig.DEAD_LETTER_TOPIC);
    assertThat(errors(SinkConfig.DEAD_LETTER_TOPIC, "${meta.queue}.dlq"))
        .containsOnlyKeys(SinkConfig.DEAD_LETTER_TOPIC);
    assertThat(errors(withKafka("topics", "a, dead", SinkConfig.DEAD_LETTER_TOPIC, "dead")))
        .containsOnlyKeys(SinkConfig.DEAD_LETTER_TOPIC);
  }

  @Test
  void whatDeadLettersRestOnCannotBeSetForTheClient() {
    assertThat(errors(withKafka("kafka.client.acks", "0"))).containsOnlyKeys("kafka.client.acks");
    assertThat(errors(withKafka("kafka.bootstrap.server", "other:9092")))
        .containsOnlyKeys("kafka.bootstrap.server");
  }

  @Test
  void aConverterThatChangesBytesIsRefusedWhereRecordsAreCarriedOn() {
    assertThat(
            errors(
                SinkConfig.MAX_ATTEMPTS,
                "3",
                "kafka.bootstrap.servers",
                "kafka:9092",
                "value.converter",
                "org.apache.kafka.connect.storage.StringConverter"))
        .containsOnlyKeys("key.converter", "value.converter", "header.converter");
  }

  @Test
  void aClusterThatCannotBeReachedIsBlamedOnItsOwnSetting() {
    assertThat(
            errors(
                withKafka(
                    "validate.connection", "true",
                    "kafka.bootstrap.servers", "127.0.0.1:1",
                    "kafka.client.default.api.timeout.ms", "200",
                    "kafka.client.request.timeout.ms", "200")))
        .containsOnlyKeys("kafka.bootstrap.servers");
  }

  @Test
  void aStoreThatCannotBeReachedIsNotTheBrokersFault() {
    assertThat(
            errors(
                "idempotency.store", "redis",
                "idempotency.redis.host.and.ports", "127.0.0.1:1"))
        .containsOnlyKeys("idempotency.store");
  }

  @Test
  void settingsOfAStoreThatIsNotUsedAreRefused() {
    assertThat(errors("idempotency.redis.host.and.ports", "127.0.0.1:1"))
        .containsOnlyKeys("idempotency.redis.host.and.ports");
    assertThat(errors("idempotency.store", "memory", "idempotency.ttl.ms", "60000")).isEmpty();
  }

  @Test
  void everyTaskGetsTheSettingsAndItsNumber() {
    connector.start(TestSinkConfig.settings("topics", "orders"));

    List<Map<String, String>> tasks = connector.taskConfigs(3);

    assertThat(tasks).hasSize(3).allSatisfy(task -> assertThat(task).containsKey("topics"));
    assertThat(tasks.stream().map(task -> new TestSinkConfig(task).taskId()))
        .containsExactly(0, 1, 2);
  }

  /** Settings of a connector that writes to Kafka, which is not tried unless told so. */
  private static String[] withKafka(String... settings) {
    String bytes = "org.apache.kafka.connect.converters.ByteArrayConverter";
    return Stream.concat(
            Stream.of(
                "kafka.bootstrap.servers", "kafka:9092",
                "validate.connection", "false",
                "key.converter", bytes,
                "value.converter", bytes,
                "header.converter", bytes),
            Stream.of(settings))
        .toArray(String[]::new);
  }

  private Map<String, List<String>> errors(String... settings) {
    Map<String, List<String>> errors = new TreeMap<>();
    for (ConfigValue value : connector.validate(TestSinkConfig.settings(settings)).configValues()) {
      if (!value.errorMessages().isEmpty()) {
        errors.put(value.name(), value.errorMessages());
      }
    }
    return errors;
  }

  private static final class ScriptedConnector extends BridgeSinkConnector {
    private BrokerException failure;
    private String crossProblem;

    @Override
    public ConfigDef config() {
      return TestSinkConfig.DEFINITION;
    }

    @Override
    public Class<? extends Task> taskClass() {
      return BridgeSinkTask.class;
    }

    @Override
    protected SinkConfig configure(Map<String, String> props) {
      return new TestSinkConfig(props);
    }

    @Override
    protected void crossCheck(SinkConfig parsed, Problems problems) {
      if (crossProblem != null) {
        problems.add(crossProblem, "does not fit");
      }
    }

    @Override
    protected void tryConnection(SinkConfig parsed) throws BrokerException {
      if (failure != null) {
        throw failure;
      }
    }

    @Override
    protected String addressSetting() {
      return "scripted.address";
    }
  }
}
