package com.babelqueue.connect.source.pulsar;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.harness.ConfigErrors;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Wrong settings, as an operator meets them on a worker. */
@ExtendWith(PulsarBridge.Shared.class)
class PulsarSourceErrorsIT {
  private final PulsarBridge bridge;
  private final PulsarPeer peer;

  PulsarSourceErrorsIT(PulsarBridge bridge) {
    this.bridge = bridge;
    this.peer = bridge.peer();
  }

  @BeforeAll
  static void createTopics(PulsarBridge bridge) throws Exception {
    bridge.peer().createQueue("exists");
    bridge.peer().createPartitioned("partitioned", 4);
  }

  @ParameterizedTest
  @CsvSource({
    "pulsar.topic,              x,                      pulsar.topic,             pulsar.topics",
    "pulsar.topics,             missing,                pulsar.topics,            missing",
    "pulsar.topics,             non-persistent://a/b/c, pulsar.topics,            persistent",
    "pulsar.topics.pattern,     x.*,                    pulsar.topics.pattern,    Only one",
    "pulsar.topics.pattern,     '(',                    pulsar.topics.pattern,    expression",
    "pulsar.service.url,        pulsar://127.0.0.1:1,   pulsar.service.url,       topic exists",
    "pulsar.service.url,        127.0.0.1,              pulsar.service.url,       pulsar://",
    "pulsar.subscription.type,  some,                   pulsar.subscription.type, shared",
    "max.in.flight.messages,    50000,                  max.in.flight.messages,   unacked",
    "pulsar.consumer.nameless,  x,                      pulsar.consumer.nameless, none of",
    "pulsar.consumer.priorityLevel, x,                  pulsar.consumer.priorityLevel, value",
    "value.converter, org.apache.kafka.connect.storage.StringConverter, value.converter, ByteArray"
  })
  void validationNamesTheKeyAtFault(String key, String value, String fault, String word)
      throws IOException {
    Map<String, String> config = PulsarBridge.example();
    config.put("name", "validated");
    config.putAll(peer.settings("exists", peer.address()));
    config.put(key, value);

    List<ConfigErrors> errors = bridge.rest().validate(PulsarPeer.CONNECTOR, config);

    assertThat(errors).singleElement().extracting(ConfigErrors::key).isEqualTo(fault);
    assertThat(errors.get(0).errors()).anyMatch(message -> message.contains(word));
  }

  @Test
  void validationNamesABoundThatIsTooSmallForThePartitions() throws IOException {
    Map<String, String> config = PulsarBridge.example();
    config.put("name", "validated");
    config.putAll(peer.settings("partitioned", peer.address()));
    config.put("max.in.flight.messages", "10");

    assertThat(bridge.rest().validate(PulsarPeer.CONNECTOR, config))
        .singleElement()
        .extracting(ConfigErrors::key)
        .isEqualTo("max.in.flight.messages");
  }

  @Test
  void aTopicThatIsMissingWhenTheTaskStartsFailsItWithTheKey() throws IOException {
    Map<String, String> config = PulsarBridge.example();
    config.putAll(peer.settings("missing", peer.address()));
    config.put("validate.connection", "false");
    bridge.rest().put("missing", config);

    assertThat(bridge.rest().awaitTaskFailed("missing", PulsarBridge.LIMIT))
        .contains("pulsar.topics")
        .contains("topic missing");
    bridge.rest().delete("missing");
  }
}
