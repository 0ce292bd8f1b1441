package com.babelqueue.connect.sink.artemis;

import static com.babelqueue.connect.sink.artemis.ArtemisBridge.LIMIT;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.contract.NativeMessage;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The example that users copy is accepted as it stands, moves a record and survives a bad one. */
class ConfigExampleIT {
  @Test
  void theExampleRuns() throws Exception {
    ObjectMapper json = new ObjectMapper();
    Path file =
        Path.of(System.getProperty("babelqueue.root"), "config-examples", "artemis-sink.json");
    JsonNode example = json.readTree(file.toFile());
    Map<String, String> settings =
        json.convertValue(example.path("config"), new TypeReference<Map<String, String>>() {});
    try (ArtemisBridge bridge = ArtemisBridge.start()) {
      ArtemisPeer peer = bridge.peer();
      peer.createQueue("orders");
      bridge.createTopic("orders");
      bridge.write("orders", "poison");
      bridge.write("orders", Messages.envelope(1));
      // All that differs from the file is where this machine's broker is, who may write to it, and
      // how many brokers Kafka has.
      settings.computeIfPresent(
          "artemis.uri",
          (key, uri) ->
              uri.replace("localhost:5672", peer.broker().host() + ":" + peer.broker().port()));
      settings.replace("artemis.username", peer.broker().user());
      settings.replace("artemis.password", peer.broker().password());
      settings.put("errors.deadletterqueue.topic.replication.factor", "1");

      assertThat(bridge.rest().validate(ArtemisPeer.CONNECTOR, settings)).isEmpty();
      String name = example.path("name").asText();
      bridge.rest().put(name, settings);

      List<NativeMessage> messages = peer.take("orders", 1, LIMIT);
      assertThat(messages.get(0).body()).asString(UTF_8).isEqualTo(Messages.envelope(1));
      bridge.rest().delete(name);
    }
  }
}
