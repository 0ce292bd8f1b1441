package com.babelqueue.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.ConnectionKeys;
import com.babelqueue.connect.broker.Problems;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.source.ExactlyOnceSupport;
import org.junit.jupiter.api.Test;

/** Validation names the key at fault, and queues are dealt out so that each keeps its order. */
class BridgeSourceConnectorTest {
  private final ScriptedConnector connector = new ScriptedConnector();

  @Test
  void goodSettingsHaveNoErrors() {
    assertThat(errors(TestSourceConfig.settings())).isEmpty();
  }

  @Test
  void aMistypedSettingNamesTheNearestKnownOne() {
    assertThat(errors(TestSourceConfig.settings("poison.polcy", "fail")))
        .containsOnlyKeys("poison.polcy")
        .extractingByKey("poison.polcy")
        .asString()
        .contains("poison.policy");
  }

  @Test
  void connectsOwnSettingsAreNotOurs() {
    assertThat(
            errors(
                TestSourceConfig.settings(
                    "transforms", "t",
                    "transforms.t.type", "x",
                    "errors.tolerance", "all",
                    "tasks.max", "3",
                    "topic.creation.default.partitions", "1",
                    "producer.override.linger.ms", "5",
                    "header.converter", "org.apache.kafka.connect.converters.ByteArrayConverter")))
        .isEmpty();
  }

  @Test
  void anIllegalTopicIsRefused() {
    assertThat(errors(TestSourceConfig.settings(SourceConfig.TOPIC, "a/b")))
        .containsOnlyKeys(SourceConfig.TOPIC);
    assertThat(errors(TestSourceConfig.settings(SourceConfig.TOPIC, "a.${nothing}")))
        .containsOnlyKeys(SourceConfig.TOPIC);
  }

  @Test
  void aMissingTopicIsRefused() {
    Map<String, String> settings = TestSourceConfig.settings();
    settings.remove(SourceConfig.TOPIC);

    assertThat(errors(settings)).containsOnlyKeys(SourceConfig.TOPIC);
  }

  @Test
  void aConverterThatWouldDamageTheBodyIsRefused() {
    assertThat(
            errors(
                TestSourceConfig.settings(
                    "value.converter", "org.apache.kafka.connect.json.JsonConverter")))
        .containsOnlyKeys("value.converter");
  }

  @Test
  void aFailedConnectionIsBlamedOnItsSetting() {
    connector.failure = BrokerException.misconfigured("scripted.queues", "no such queue", null);

    assertThat(errors(TestSourceConfig.settings())).containsOnlyKeys("scripted.queues");
  }

  @Test
  void anOutageIsBlamedOnTheAddress() {
    connector.failure = BrokerException.outage("cannot connect", null);

    assertThat(errors(TestSourceConfig.settings())).containsOnlyKeys("scripted.address");
  }

  @Test
  void theConnectionIsNotTriedWhenToldSoOrWhenSettingsAreWrong() {
    connector.failure = BrokerException.outage("cannot connect", null);

    assertThat(errors(TestSourceConfig.settings(ConnectionKeys.VALIDATE_CONNECTION, "false")))
        .isEmpty();
    assertThat(errors(TestSourceConfig.settings(SourceConfig.TOPIC, "?")))
        .containsOnlyKeys(SourceConfig.TOPIC);
  }

  @Test
  void crossChecksLandOnTheirKey() {
    connector.crossProblem = "scripted.address";

    assertThat(errors(TestSourceConfig.settings())).containsOnlyKeys("scripted.address");
  }

  @Test
  void settingsOfAnIdempotencyStoreThatIsOffAreRefused() {
    assertThat(errors(TestSourceConfig.settings("idempotency.redis.host.and.ports", "127.0.0.1:1")))
        .containsOnlyKeys("idempotency.redis.host.and.ports");
  }

  @Test
  void theIdempotencyStoreIsTriedAfterTheBroker() {
    Map<String, String> settings =
        TestSourceConfig.settings(
            "idempotency.store", "redis", "idempotency.redis.host.and.ports", "127.0.0.1:1");

    assertThat(errors(settings)).containsOnlyKeys("idempotency.store");
    settings.put(ConnectionKeys.VALIDATE_CONNECTION, "false");
    assertThat(errors(settings)).isEmpty();
  }

  @Test
  void queuesAreDealtOutInTurn() {
    assertThat(dealt(2, "scripted.queues", "a,b,c")).containsExactly("a,c", "b");
    assertThat(dealt(9, "scripted.queues", "a,b,c")).containsExactly("a", "b", "c");
  }

  @Test
  void severalTasksShareAQueueOnlyWhenConfigured() {
    assertThat(dealt(4, "scripted.queues", "a,b", SourceConfig.CONSUMERS_PER_QUEUE, "2"))
        .containsExactly("a", "b", "a", "b");
    assertThat(dealt(3, "scripted.queues", "a,b", SourceConfig.CONSUMERS_PER_QUEUE, "2"))
        .containsExactly("a,b", "b", "a");
  }

  @Test
  void exactlyOnceIsNotClaimed() {
    assertThat(connector.exactlyOnceSupport(Map.of())).isEqualTo(ExactlyOnceSupport.UNSUPPORTED);
  }

  private List<String> dealt(int maxTasks, String... settings) {
    connector.start(TestSourceConfig.settings(settings));
    List<String> queues = new ArrayList<>();
    for (Map<String, String> task : connector.taskConfigs(maxTasks)) {
      TestSourceConfig config = new TestSourceConfig(task);
      assertThat(config.taskId()).isEqualTo(queues.size());
      queues.add(String.join(",", config.queues()));
    }
    return queues;
  }

  private Map<String, List<String>> errors(Map<String, String> settings) {
    Map<String, List<String>> errors = new TreeMap<>();
    for (ConfigValue value : connector.validate(settings).configValues()) {
      if (!value.errorMessages().isEmpty()) {
        errors.put(value.name(), value.errorMessages());
      }
    }
    return errors;
  }

  private static final class ScriptedConnector extends BridgeSourceConnector {
    private BrokerException failure;
    private String crossProblem;

    @Override
    public ConfigDef config() {
      return TestSourceConfig.DEFINITION;
    }

    @Override
    public Class<? extends Task> taskClass() {
      return BridgeSourceTask.class;
    }

    @Override
    protected SourceConfig configure(Map<String, String> props) {
      return new TestSourceConfig(props);
    }

    @Override
    protected void crossCheck(SourceConfig parsed, Problems problems) {
      if (crossProblem != null) {
        problems.add(crossProblem, "does not fit");
      }
    }

    @Override
    protected void tryConnection(SourceConfig parsed) throws BrokerException {
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
