package com.babelqueue.connect.sink.pulsar;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigValue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What validation says, with a real broker to ask. */
class PulsarSinkConnectorTest {
  private static PulsarPeer peer;

  private final PulsarSinkConnector connector = new PulsarSinkConnector();

  @BeforeAll
  static void start() throws Exception {
    peer = PulsarPeer.start();
    peer.createQueue("orders");
  }

  @AfterAll
  static void stop() {
    peer.close();
  }

  @Test
  void goodSettingsHaveNoErrors() {
    assertThat(blamed(Map.of())).isEmpty();
    assertThat(blamed(Map.of("pulsar.producer.compressionType", "ZSTD"))).isEmpty();
    assertThat(blamed(Map.of("pulsar.topic", "new", "pulsar.topic.create", "true"))).isEmpty();
  }

  /** Which topics a template means is not known before there are records. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "${meta.queue}",
        "bq-${topic}",
        "public/default/${topic}",
        "persistent://public/default/${topic}",
        "persistent://public/${header.namespace}/${topic}"
      })
  void templatesAreTakenAsTheyAre(String template) {
    assertThat(blamed(Map.of("pulsar.topic", template))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "pulsar.topics, x, pulsar.topics",
    "pulsar.topic, ' ', pulsar.topic",
    "pulsar.topic, a/b, pulsar.topic",
    "pulsar.topic, nowhere, pulsar.topic",
    "pulsar.topic, ${nothing}, pulsar.topic",
    "pulsar.topic, non-persistent://public/default/orders, pulsar.topic",
    "pulsar.topic, non-persistent://public/default/${topic}, pulsar.topic",
    "pulsar.batching, sometimes, pulsar.batching",
    "pulsar.service.url, pulsar://127.0.0.1:1, pulsar.service.url",
    "pulsar.service.url, localhost, pulsar.service.url",
    "pulsar.producer.compressionType, RAR, pulsar.producer.compressionType",
    "pulsar.producer.sendTimeoutMs, 1, pulsar.producer.sendTimeoutMs",
    "pulsar.client.nosuch, 1, pulsar.client.nosuch"
  })
  void validationNamesTheKeyAtFault(String key, String value, String blamed) {
    assertThat(blamed(Map.of(key, value))).containsExactly(blamed);
  }

  @Test
  void aClusterThatIsAwayIsNoticedWithATemplateToo() {
    assertThat(
            blamed(
                Map.of("pulsar.topic", "${topic}", "pulsar.service.url", "pulsar://127.0.0.1:1")))
        .containsExactly("pulsar.service.url");
  }

  @Test
  void validationMakesNoTopic() throws Exception {
    blamed(Map.of("pulsar.topic", "unmade", "pulsar.topic.create", "true"));

    assertThat(blamed(Map.of("pulsar.topic", "unmade"))).containsExactly("pulsar.topic");
  }

  @Test
  void everyKeyIsDocumented() {
    for (ConfigDef.ConfigKey key : connector.config().configKeys().values()) {
      assertThat(key.documentation).as(key.name).endsWith(".");
      assertThat(key.group).as(key.name).isNotBlank();
      assertThat(key.displayName).as(key.name).isNotBlank();
    }
  }

  private List<String> blamed(Map<String, String> more) {
    Map<String, String> props = new HashMap<>(peer.settings("orders", peer.address()));
    props.put("name", "test");
    props.put("connector.class", PulsarPeer.CONNECTOR);
    props.put("topics", "orders");
    props.putAll(more);
    return connector.validate(props).configValues().stream()
        .filter(value -> !value.errorMessages().isEmpty())
        .map(ConfigValue::name)
        .toList();
  }
}
