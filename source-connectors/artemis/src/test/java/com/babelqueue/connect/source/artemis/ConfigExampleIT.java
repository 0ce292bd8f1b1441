package com.babelqueue.connect.source.artemis;

import static com.babelqueue.connect.source.artemis.ArtemisBridge.envelope;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The example that users copy is accepted as it stands and moves a message. */
@ExtendWith(ArtemisBridge.Shared.class)
class ConfigExampleIT {
  private final ArtemisBridge bridge;
  private final ArtemisPeer peer;

  ConfigExampleIT(ArtemisBridge bridge) {
    this.bridge = bridge;
    this.peer = bridge.peer();
  }

  @Test
  void theExampleRuns() throws Exception {
    ObjectMapper json = new ObjectMapper();
    Path file =
        Path.of(System.getProperty("babelqueue.root"), "config-examples", "artemis-source.json");
    JsonNode example = json.readTree(file.toFile());
    Map<String, String> settings =
        json.convertValue(example.path("config"), new TypeReference<Map<String, String>>() {});
    peer.createQueue("orders");
    peer.send("orders", List.of(envelope(1)));
    // All that differs from the file is where this machine's broker is, and who may read it.
    settings.computeIfPresent(
        "artemis.uri",
        (key, uri) ->
            uri.replace("localhost:5672", peer.broker().host() + ":" + peer.broker().port()));
    settings.replace("artemis.username", peer.broker().user());
    settings.replace("artemis.password", peer.broker().password());

    assertThat(bridge.rest().validate(ArtemisPeer.CONNECTOR, settings)).isEmpty();
    String name = example.path("name").asText();
    bridge.start(name, 1, settings);
    assertThat(bridge.records("orders", 1)).hasSize(1);
    bridge.end(name, "orders");
  }
}
