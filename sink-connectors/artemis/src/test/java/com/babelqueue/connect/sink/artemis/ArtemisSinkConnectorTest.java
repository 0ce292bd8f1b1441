package com.babelqueue.connect.sink.artemis;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.harness.TcpProxy;
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

/** What validation says, with a real broker to ask. */
class ArtemisSinkConnectorTest {
  private static ArtemisPeer peer;

  private final ArtemisSinkConnector connector = new ArtemisSinkConnector();

  @BeforeAll
  static void start() throws Exception {
    peer = ArtemisPeer.start();
    peer.createQueue("orders");
  }

  @AfterAll
  static void stop() {
    peer.close();
  }

  @Test
  void goodSettingsHaveNoErrors() {
    assertThat(blamed(Map.of())).isEmpty();
    // Which queues a template means is not known before there are records.
    assertThat(blamed(Map.of("artemis.queue", "${topic}.${meta.queue}.${header.tenant}")))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "artemis.quue, x, artemis.quue",
    "artemis.queue, ' ', artemis.queue",
    "artemis.queue, nowhere, artemis.queue",
    "artemis.queue, ${nothing}, artemis.queue",
    "artemis.routing.type, both, artemis.routing.type",
    // An address that is no topic's.
    "artemis.routing.type, multicast, artemis.queue",
    "artemis.group.id, ${nothing}, artemis.group.id",
    "artemis.password, wrong, artemis.password",
    "artemis.username, onlooker, artemis.username",
    "artemis.uri, amqp://nowhere.invalid:5672, artemis.uri",
    "artemis.uri, http://localhost, artemis.uri",
    "artemis.client.jms.sendTimeout, 5, artemis.client.jms.sendTimeout",
    "artemis.client.amqp.nosuch, 5, artemis.uri"
  })
  void validationNamesTheKeyAtFault(String key, String value, String blamed) {
    assertThat(blamed(Map.of(key, value))).containsExactly(blamed);
  }

  @Test
  void validationNamesAPortThatNobodyListensOn() {
    try (TcpProxy proxy = TcpProxy.to(peer.broker().host(), peer.broker().port())) {
      proxy.refuse();

      assertThat(blamed(Map.of("artemis.uri", "amqp://127.0.0.1:" + proxy.port())))
          .containsExactly("artemis.uri");
    }
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
    props.put("connector.class", ArtemisPeer.CONNECTOR);
    props.put("topics", "orders");
    props.putAll(more);
    return connector.validate(props).configValues().stream()
        .filter(value -> !value.errorMessages().isEmpty())
        .map(ConfigValue::name)
        .toList();
  }
}
