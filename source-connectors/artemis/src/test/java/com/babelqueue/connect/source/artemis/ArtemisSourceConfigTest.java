package com.babelqueue.connect.source.artemis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArtemisSourceConfigTest {
  private static final Map<String, String> SHORTEST =
      Map.of(
          "artemis.uri", "amqp://localhost",
          "artemis.queues", "orders",
          "kafka.topic", "orders");

  @Test
  void theShortestConfigurationIsComplete() {
    assertThat(problems(Map.of())).isEmpty();
    assertThat(new ArtemisSourceConfig(SHORTEST).queues()).containsExactly("orders");
    assertThat(new ArtemisSourceConfig(with(Map.of("artemis.queues", "a::q, b"))).queues())
        .containsExactly("a::q", "b");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a,,b", "a,b,a"})
  void queuesWithoutANameOrTwiceAreRefused(String queues) {
    assertThatThrownBy(() -> new ArtemisSourceConfig(with(Map.of("artemis.queues", queues))))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("artemis.queues");
  }

  @Test
  void clientOptionsAreKnownSettingsAndMistypedOnesAreNamed() {
    assertThat(problems(Map.of("artemis.client.amqp.idleTimeout", "30000"))).isEmpty();
    assertThat(problems(Map.of("artemis.quues", "orders"))).containsOnlyKeys("artemis.quues");
    assertThat(problems(Map.of("artemis.client.amqb.idleTimeout", "30000")))
        .containsOnlyKeys("artemis.client.amqb.idleTimeout");
  }

  private static Map<String, String> with(Map<String, String> more) {
    Map<String, String> props = new HashMap<>(SHORTEST);
    props.putAll(more);
    return props;
  }

  private static Map<String, String> problems(Map<String, String> more) {
    Map<String, String> props = with(more);
    props.put("validate.connection", "false");
    props.put("value.converter", "org.apache.kafka.connect.converters.ByteArrayConverter");
    Map<String, String> found = new HashMap<>();
    for (ConfigValue value : new ArtemisSourceConnector().validate(props).configValues()) {
      if (!value.errorMessages().isEmpty()) {
        found.put(value.name(), value.errorMessages().toString());
      }
    }
    return found;
  }
}
