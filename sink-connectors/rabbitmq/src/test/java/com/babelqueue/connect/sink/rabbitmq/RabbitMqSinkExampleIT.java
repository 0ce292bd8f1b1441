package com.babelqueue.connect.sink.rabbitmq;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The example that users copy is accepted as it stands and moves a record. */
@ExtendWith(SinkBridge.Shared.class)
class RabbitMqSinkExampleIT {
  private final SinkBridge bridge;

  RabbitMqSinkExampleIT(SinkBridge bridge) {
    this.bridge = bridge;
  }

  @Test
  void theExampleRuns() throws Exception {
    ObjectMapper json = new ObjectMapper();
    Path file =
        Path.of(System.getProperty("babelqueue.root"), "config-examples", "rabbitmq-sink.json");
    JsonNode example = json.readTree(file.toFile());
    Map<String, String> settings =
        json.convertValue(example.path("config"), new TypeReference<Map<String, String>>() {});
    String name = example.path("name").asText();
    bridge.client().declare("orders", Map.of());
    bridge.feed("orders", Orders.envelope(1).getBytes(UTF_8));
    // All that differs from the file is where this machine's broker is, and that Kafka is one node.
    settings.put("errors.deadletterqueue.topic.replication.factor", "1");
    settings.computeIfPresent(
        "rabbitmq.uri",
        (key, uri) ->
            uri.replace("localhost:5672", bridge.broker().host() + ":" + bridge.broker().port()));

    assertThat(bridge.rest().validate(RabbitMqPeer.CONNECTOR, settings)).isEmpty();
    bridge.rest().put(name, settings);
    bridge.rest().awaitRunning(name, 1, SinkBridge.LIMIT);

    assertThat(bridge.client().take("orders", 1, SinkBridge.LIMIT))
        .extracting(PlainClient::body)
        .containsExactly(Orders.envelope(1));
    bridge.rest().delete(name);
  }
}
