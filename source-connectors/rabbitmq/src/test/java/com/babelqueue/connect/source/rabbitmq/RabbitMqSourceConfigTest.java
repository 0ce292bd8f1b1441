package com.babelqueue.connect.source.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RabbitMqSourceConfigTest {
  private static final Map<String, String> SHORTEST =
      Map.of(
          "rabbitmq.uri", "amqp://localhost",
          "rabbitmq.queues", "orders",
          "kafka.topic", "orders");

  @Test
  void theShortestConfigurationIsComplete() {
    assertThat(problems(Map.of())).isEmpty();
    RabbitMqSourceConfig config = new RabbitMqSourceConfig(SHORTEST);

    assertThat(config.queues()).containsExactly("orders");
    assertThat(config.gated()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a,,b", "a,b,a"})
  void queuesWithoutANameOrTwiceAreRefused(String queues) {
    assertThatThrownBy(() -> new RabbitMqSourceConfig(with(Map.of("rabbitmq.queues", queues))))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("rabbitmq.queues");
  }

  @ParameterizedTest
  @CsvSource({"1,3", "2,2", "3,1", "9,1"})
  void aTaskNeedsASlotForEachOfItsQueues(String tasks, int needed) {
    Map<String, String> three = Map.of("rabbitmq.queues", "a,b,c", "tasks.max", tasks);

    assertThat(new RabbitMqSourceConfig(with(three)).largestShare()).isEqualTo(needed);
    Map<String, String> tooFew = new HashMap<>(three);
    tooFew.put("max.in.flight.messages", Integer.toString(needed - 1));
    if (needed > 1) {
      assertThat(problems(tooFew)).containsOnlyKeys("max.in.flight.messages");
    }
  }

  @Test
  void passThroughPrefixesAreKnownSettings() {
    assertThat(
            problems(
                Map.of(
                    "rabbitmq.queue.declare", "active",
                    "rabbitmq.queue.arguments.x-dead-letter-exchange", "dlx",
                    "rabbitmq.client.client.properties.team", "shop")))
        .isEmpty();
  }

  @Test
  void mistypedSettingsAreNamed() {
    assertThat(problems(Map.of("rabbitmq.quues", "orders", "rabbitmq.client.chanel", "1")))
        .containsOnlyKeys("rabbitmq.quues");
    assertThat(problems(Map.of("rabbitmq.client.chanel", "1")))
        .containsOnlyKeys("rabbitmq.client.chanel");
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
    for (ConfigValue value : new RabbitMqSourceConnector().validate(props).configValues()) {
      if (!value.errorMessages().isEmpty()) {
        found.put(value.name(), value.errorMessages().toString());
      }
    }
    return found;
  }
}
