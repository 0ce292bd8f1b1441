package com.babelqueue.connect.source.rabbitmq;

import static com.babelqueue.connect.source.rabbitmq.RabbitMqBridge.envelope;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.source.rabbitmq.RabbitMqBridge.Running;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The example that users copy is accepted as it stands and moves a message. */
@ExtendWith(RabbitMqBridge.Shared.class)
class RabbitMqSourceExampleIT {
  private final RabbitMqBridge bridge;

  RabbitMqSourceExampleIT(RabbitMqBridge bridge) {
    this.bridge = bridge;
  }

  @Test
  void theExampleRuns() throws Exception {
    ObjectMapper json = new ObjectMapper();
    Path file =
        Path.of(System.getProperty("babelqueue.root"), "config-examples", "rabbitmq-source.json");
    JsonNode example = json.readTree(file.toFile());
    Map<String, String> settings =
        json.convertValue(example.path("config"), new TypeReference<Map<String, String>>() {});
    bridge.declare("orders", Map.of());
    bridge.publish("orders", null, envelope(1).getBytes(UTF_8));
    // All that differs from the file is where this machine's broker is.
    settings.computeIfPresent(
        "rabbitmq.uri",
        (key, uri) ->
            uri.replace("localhost:5672", bridge.broker().host() + ":" + bridge.broker().port()));

    assertThat(bridge.rest().validate(RabbitMqBridge.CONNECTOR, settings)).isEmpty();
    Running connector = bridge.start(example.path("name").asText(), 1, settings);
    assertThat(bridge.records("orders", 1)).hasSize(1);
    bridge.awaitEmpty("orders", connector);
  }
}
