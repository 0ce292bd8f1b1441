package com.babelqueue.connect.sink.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RabbitMqSinkConfigTest {
  private static final Map<String, String> SHORTEST =
      Map.of("rabbitmq.uri", "amqp://localhost", "rabbitmq.queue", "orders");

  @Test
  void theShortestConfigurationIsComplete() {
    assertThat(problems(Map.of())).isEmpty();
    RabbitMqSinkConfig config = new RabbitMqSinkConfig(SHORTEST);

    assertThat(config.destination().render(name -> null)).isEqualTo("orders");
    assertThat(config.destinationSetting()).isEqualTo("rabbitmq.queue");
    assertThat(config.toExchange()).isFalse();
    assertThat(config.maxMessageBytes()).isEqualTo(134_217_728);
  }

  @ParameterizedTest
  @CsvSource({
    "rabbitmq.exchange, e, rabbitmq.queue",
    "rabbitmq.routing.key, k, rabbitmq.routing.key",
    "rabbitmq.queue, ${meta.quue}, rabbitmq.queue",
    "rabbitmq.queue, '', rabbitmq.queue",
    "rabbitmq.delay, sometimes, rabbitmq.delay",
    "rabbitmq.delay, exchange, rabbitmq.delay.exchange",
    "rabbitmq.delay.exchange, delaying, rabbitmq.delay.exchange",
    "rabbitmq.delay.queues.max, 0, rabbitmq.delay.queues.max",
    "rabbitmq.max.message.bytes, 536870913, rabbitmq.max.message.bytes",
    "rabbitmq.quue, orders, rabbitmq.quue",
    "rabbitmq.addresses, localhost, rabbitmq.addresses",
    "rabbitmq.client.chanel, 1, rabbitmq.client.chanel",
    "rabbitmq.queue.arguments.x-max-length, 1, rabbitmq.queue.arguments.x-max-length"
  })
  void theSettingAtFaultIsNamed(String key, String value, String blamed) {
    assertThat(problems(Map.of(key, value))).containsOnlyKeys(blamed);
  }

  @Test
  void aDestinationIsNeededAndItsNameHasABound() {
    Map<String, String> none = new HashMap<>(SHORTEST);
    none.remove("rabbitmq.queue");

    assertThat(found(none)).containsOnlyKeys("rabbitmq.queue");
    assertThatThrownBy(() -> new RabbitMqSinkConfig(none).destination())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("rabbitmq.queue");
    assertThat(problems(Map.of("rabbitmq.queue", "é".repeat(128))))
        .containsOnlyKeys("rabbitmq.queue");
    assertThat(problems(Map.of("rabbitmq.queue", "é".repeat(127)))).isEmpty();
  }

  @Test
  void anExchangeGoesWithARoutingKeyButNotWithQueues() {
    Map<String, String> exchange = new HashMap<>(SHORTEST);
    exchange.remove("rabbitmq.queue");
    exchange.put("rabbitmq.exchange", "events");
    exchange.put("rabbitmq.routing.key", "${urn}");
    assertThat(found(exchange)).isEmpty();
    assertThat(new RabbitMqSinkConfig(exchange).destinationSetting())
        .isEqualTo("rabbitmq.exchange");

    exchange.put("rabbitmq.delay", "queue");
    assertThat(found(exchange)).containsOnlyKeys("rabbitmq.delay");
    exchange.put("rabbitmq.delay", "none");
    exchange.put("rabbitmq.queue.declare", "active");
    assertThat(found(exchange)).containsOnlyKeys("rabbitmq.queue.declare");
  }

  private static Map<String, String> problems(Map<String, String> more) {
    Map<String, String> props = new HashMap<>(SHORTEST);
    props.putAll(more);
    return found(props);
  }

  private static Map<String, String> found(Map<String, String> settings) {
    Map<String, String> props = new HashMap<>(settings);
    props.put("validate.connection", "false");
    Map<String, String> found = new HashMap<>();
    for (ConfigValue value : new RabbitMqSinkConnector().validate(props).configValues()) {
      if (!value.errorMessages().isEmpty()) {
        found.put(value.name(), value.errorMessages().toString());
      }
    }
    return found;
  }
}
