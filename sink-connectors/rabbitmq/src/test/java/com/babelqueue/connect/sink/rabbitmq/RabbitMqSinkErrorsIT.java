package com.babelqueue.connect.sink.rabbitmq;

import static com.babelqueue.connect.sink.rabbitmq.SinkBridge.LIMIT;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.harness.ConfigErrors;
import com.babelqueue.connect.harness.TcpProxy;
import com.babelqueue.connect.harness.TlsEndpoint;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever is wrong is named, at validation and when a task fails. */
@ExtendWith(SinkBridge.Shared.class)
class RabbitMqSinkErrorsIT {
  private final SinkBridge bridge;

  RabbitMqSinkErrorsIT(SinkBridge bridge) {
    this.bridge = bridge;
  }

  @ParameterizedTest
  @CsvSource({
    "rabbitmq.pasword, x, rabbitmq.pasword",
    "rabbitmq.queue, nowhere, rabbitmq.queue",
    "rabbitmq.password, wrong, rabbitmq.password",
    "rabbitmq.virtual.host, nowhere, rabbitmq.virtual.host",
    "rabbitmq.addresses, nowhere.invalid:5672, rabbitmq.addresses",
    "rabbitmq.ssl.enabled, true, rabbitmq.ssl.enabled",
    "rabbitmq.delay, exchange, rabbitmq.delay.exchange"
  })
  void validationNamesTheKeyAtFault(String key, String value, String blamed) throws Exception {
    String queue = bridge.client().declare("validated", Map.of());

    assertThat(bridge.rest().validate(RabbitMqPeer.CONNECTOR, bridge.settings(queue, key, value)))
        .extracting(ConfigErrors::key)
        .containsExactly(blamed);
  }

  @Test
  void validationNamesAPortThatNobodyListensOn() throws Exception {
    String queue = bridge.client().declare("validated", Map.of());
    try (TcpProxy proxy = TcpProxy.to(bridge.broker().host(), bridge.broker().port())) {
      proxy.refuse();

      assertThat(
              bridge
                  .rest()
                  .validate(
                      RabbitMqPeer.CONNECTOR,
                      bridge.settings(queue, "rabbitmq.addresses", "127.0.0.1:" + proxy.port())))
          .extracting(ConfigErrors::key)
          .containsExactly("rabbitmq.addresses");
    }
  }

  @Test
  void validationLooksForAnExchangeAndCreatesNothing() throws Exception {
    Map<String, String> exchange = bridge.settings("validated", "rabbitmq.exchange", "nowhere");
    exchange.remove("rabbitmq.queue");
    assertThat(bridge.rest().validate(RabbitMqPeer.CONNECTOR, exchange))
        .extracting(ConfigErrors::key)
        .containsExactly("rabbitmq.exchange");

    String absent = "absent-" + System.nanoTime();
    Map<String, String> active = bridge.settings(absent, "rabbitmq.queue.declare", "active");
    assertThat(bridge.rest().validate(RabbitMqPeer.CONNECTOR, active)).isEmpty();
    active.put("rabbitmq.queue.declare", "passive");
    assertThat(bridge.rest().validate(RabbitMqPeer.CONNECTOR, active))
        .extracting(ConfigErrors::key)
        .containsExactly("rabbitmq.queue");
  }

  @ParameterizedTest
  @CsvSource({
    "rabbitmq.queue, nowhere",
    "rabbitmq.password, wrong",
    "rabbitmq.virtual.host, nowhere"
  })
  void aTaskThatCannotGoOnSaysWhichKeyToChange(String key, String value) throws Exception {
    String queue = bridge.client().declare("failing", Map.of());
    String name = "failing-" + key;
    bridge.feed(queue, Orders.envelope(1).getBytes(UTF_8));
    bridge.rest().put(name, bridge.settings(queue, "validate.connection", "false", key, value));

    assertThat(bridge.rest().awaitTaskFailed(name, LIMIT)).contains(key + ":");
    bridge.rest().delete(name);
  }

  @Test
  void aRecordCrossesOverTls() throws Exception {
    String queue = bridge.client().declare("tls", Map.of());
    TlsEndpoint tls = bridge.broker().tls().orElseThrow();
    bridge.feed(queue, Orders.envelope(1).getBytes(UTF_8));
    bridge
        .rest()
        .put(
            queue,
            bridge.settings(
                queue,
                "rabbitmq.addresses",
                bridge.broker().host() + ":" + tls.port(),
                "rabbitmq.ssl.enabled",
                "true",
                "rabbitmq.ssl.truststore.location",
                tls.trustStore().toString(),
                "rabbitmq.ssl.truststore.password",
                tls.trustStorePassword()));

    assertThat(bridge.client().take(queue, 1, LIMIT)).hasSize(1);
    bridge.rest().delete(queue);
  }
}
