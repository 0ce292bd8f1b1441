package com.babelqueue.connect.sink.pulsar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.contract.ConnectorExample;
import com.babelqueue.connect.contract.NativeMessage;
import com.babelqueue.connect.contract.Stage;
import com.babelqueue.connect.harness.PluginJar;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The example that users copy is accepted as it stands, moves a record and survives a bad one. */
class ConfigExampleIT {
  @Test
  void theExampleRuns() throws Exception {
    ConnectorExample example = ConnectorExample.read("pulsar-sink.json");
    try (PulsarPeer peer = PulsarPeer.start();
        Stage stage = Stage.start(PluginJar.underTest())) {
      // All that differs from the file is where this machine's broker is.
      example
          .settings()
          .computeIfPresent(
              "pulsar.service.url",
              (key, url) ->
                  url.replace(
                      "localhost:6650",
                      peer.address().getHostString() + ":" + peer.address().getPort()));
      peer.createQueue("orders");
      stage.createTopic("orders");
      // Connect would make it with three replicas, more than there are nodes here.
      stage.createTopic("orders.sink.dlq");
      String body = PulsarPeer.envelope(1, "ğ");
      stage.feed("orders", null, "poison", Map.of());
      stage.feed("orders", null, body, Map.of());

      assertThat(stage.rest().validate(peer.connectorClass(), example.settings())).isEmpty();
      stage.rest().put(example.name(), example.settings());

      List<NativeMessage> messages = peer.take("orders", 1, Stage.LIMIT);
      assertThat(messages).hasSize(1);
      assertThat(messages.get(0).body()).asString(UTF_8).isEqualTo(body);
    }
  }
}
