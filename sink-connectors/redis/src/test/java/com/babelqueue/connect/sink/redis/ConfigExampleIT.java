package com.babelqueue.connect.sink.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.contract.ConnectorExample;
import com.babelqueue.connect.contract.NativeMessage;
import com.babelqueue.connect.contract.Stage;
import com.babelqueue.connect.harness.PluginJar;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The example that users copy is accepted as it stands and moves a message. */
class ConfigExampleIT {
  private static final String BODY =
      "{\"job\":\"urn:babel:orders:created\",\"trace_id\":\"t\",\"data\":{\"price\":99.90},"
          + "\"meta\":{\"id\":\"i\",\"schema_version\":1},\"attempts\":0}";

  @Test
  void theExampleRuns() throws Exception {
    ConnectorExample example = ConnectorExample.read("redis-sink.json");
    try (RedisPeer peer = RedisPeer.start();
        Stage stage = Stage.start(PluginJar.underTest())) {
      // All that differs from the file is where this machine's server is.
      example
          .settings()
          .computeIfPresent(
              "redis.host.and.ports",
              (key, servers) ->
                  servers.replace(
                      "localhost:6379", peer.broker().host() + ":" + peer.broker().port()));
      peer.createQueue("orders");
      stage.createTopic("orders");
      // Connect would make it with three replicas, more than there are nodes here.
      stage.createTopic("orders.dlq");
      stage.feed("orders", null, BODY, Map.of());

      assertThat(stage.rest().validate(peer.connectorClass(), example.settings())).isEmpty();
      stage.rest().put(example.name(), example.settings());

      List<NativeMessage> messages = peer.take("orders", 1, Stage.LIMIT);
      assertThat(messages).hasSize(1);
      assertThat(messages.get(0).body()).asString(UTF_8).isEqualTo(BODY);
    }
  }
}
