package com.babelqueue.connect.source.redis;

import static com.babelqueue.connect.harness.RecordText.text;
import static com.babelqueue.connect.source.redis.RedisBridge.envelope;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The example that users copy is accepted as it stands and moves a message. */
class ConfigExampleIT {
  private static RedisBridge bridge;

  @BeforeAll
  static void start() {
    bridge = RedisBridge.start();
  }

  @AfterAll
  static void stop() {
    bridge.close();
  }

  @Test
  void theExampleRuns() throws Exception {
    ObjectMapper json = new ObjectMapper();
    Path file =
        Path.of(System.getProperty("babelqueue.root"), "config-examples", "redis-source.json");
    JsonNode example = json.readTree(file.toFile());
    Map<String, String> settings =
        json.convertValue(example.path("config"), new TypeReference<Map<String, String>>() {});
    // All that differs from the file is where this machine's server is.
    settings.computeIfPresent(
        "redis.host.and.ports",
        (key, servers) ->
            servers.replace(
                "localhost:6379",
                bridge.peer().broker().host() + ":" + bridge.peer().broker().port()));
    bridge.peer().createQueue("orders");
    bridge.peer().send("orders", List.of(envelope(5)));

    assertThat(bridge.rest().validate(bridge.peer().connectorClass(), settings)).isEmpty();
    String name = example.path("name").textValue();
    bridge.rest().put(name, settings);
    bridge.rest().awaitRunning(name, 1, RedisBridge.LIMIT);

    assertThat(text(bridge.records("orders", 1).get(0).value())).isEqualTo(envelope(5));
    bridge.rest().delete(name);
  }
}
