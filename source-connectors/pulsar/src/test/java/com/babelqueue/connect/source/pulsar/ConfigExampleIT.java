package com.babelqueue.connect.source.pulsar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.harness.Await;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The example that users copy is accepted as it stands and moves a message. */
@ExtendWith(PulsarBridge.Shared.class)
class ConfigExampleIT {
  private static final String ENVELOPE =
      "{\"job\":\"urn:babel:orders:created\",\"trace_id\":\"t\",\"data\":{},\"meta\":{\"id\":\"m\","
          + "\"schema_version\":1},\"attempts\":0}";

  private final PulsarBridge bridge;
  private final PulsarPeer peer;

  ConfigExampleIT(PulsarBridge bridge) {
    this.bridge = bridge;
    this.peer = bridge.peer();
  }

  @Test
  void theExampleRuns() throws Exception {
    Map<String, String> settings = PulsarBridge.example();
    assertThat(settings)
        .containsEntry("pulsar.topics", "orders")
        .containsEntry("pulsar.service.url", "pulsar://localhost:6650");
    // All that differs from the file is where this machine's broker is.
    settings.putAll(peer.settings("orders", peer.address()));
    peer.createQueue("orders");
    peer.send("orders", List.of(ENVELOPE));

    assertThat(bridge.rest().validate(PulsarPeer.CONNECTOR, settings)).isEmpty();
    bridge.rest().put("orders-from-pulsar", settings);

    assertThat(bridge.records("orders", 1).get(0).value()).asString(UTF_8).isEqualTo(ENVELOPE);
    Await.until("all is settled", PulsarBridge.LIMIT, () -> peer.unsettled("orders") == 0);
    bridge.rest().delete("orders-from-pulsar");
  }
}
