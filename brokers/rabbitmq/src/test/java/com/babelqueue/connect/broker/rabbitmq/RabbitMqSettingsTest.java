package com.babelqueue.connect.broker.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.Address;
import com.rabbitmq.client.ConnectionFactory;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RabbitMqSettingsTest {
  @Test
  void theUriSaysEverything() {
    RabbitMqSettings settings =
        SettingsFixture.settings(
            Map.of("rabbitmq.uri", "amqp://shop:p%40ss@mq.example:5673/eu%2Fa"));

    ConnectionFactory factory = settings.factory();

    assertThat(settings.addresses(factory)).containsExactly(new Address("mq.example", 5673));
    assertThat(factory.getUsername()).isEqualTo("shop");
    assertThat(factory.getPassword()).isEqualTo("p@ss");
    assertThat(factory.getVirtualHost()).isEqualTo("eu/a");
    assertThat(factory.isSSL()).isFalse();
  }

  @Test
  void singleSettingsWinOverTheUri() {
    RabbitMqSettings settings =
        SettingsFixture.settings(
            Map.of(
                "rabbitmq.uri", "amqp://shop:old@mq.example/eu",
                "rabbitmq.username", "bridge",
                "rabbitmq.password", "new",
                "rabbitmq.virtual.host", "us"));

    ConnectionFactory factory = settings.factory();

    assertThat(factory.getUsername()).isEqualTo("bridge");
    assertThat(factory.getPassword()).isEqualTo("new");
    assertThat(factory.getVirtualHost()).isEqualTo("us");
    assertThat(settings.passwordKey()).isEqualTo("rabbitmq.password");
    assertThat(settings.addressKey()).isEqualTo("rabbitmq.uri");
  }

  @Test
  void addressesAreSeveralNodes() {
    RabbitMqSettings settings =
        SettingsFixture.settings(Map.of("rabbitmq.addresses", "a:1, b ,[::1]:5673"));

    assertThat(settings.addresses(settings.factory()))
        .containsExactly(new Address("a", 1), new Address("b"), new Address("[::1]", 5673));
    assertThat(settings.factory().getUsername()).isEqualTo("guest");
  }

  @Test
  void theSchemeAloneTurnsTlsOnWithHostNamesVerified() {
    ConnectionFactory factory =
        SettingsFixture.settings(Map.of("rabbitmq.uri", "AMQPS://mq.example")).factory();

    assertThat(factory.isSSL()).isTrue();
    assertThat(factory.getPort()).isEqualTo(5671);
  }

  @Test
  void theClientNeverRecoversByItself() {
    ConnectionFactory factory =
        SettingsFixture.settings(Map.of("rabbitmq.uri", "amqp://mq.example")).factory();

    assertThat(factory.isAutomaticRecoveryEnabled()).isFalse();
    assertThat(factory.isTopologyRecoveryEnabled()).isFalse();
  }

  @Test
  void clientSettingsPassToTheClientsLoader() {
    ConnectionFactory factory =
        SettingsFixture.settings(
                Map.of(
                    "rabbitmq.addresses", "localhost",
                    "rabbitmq.heartbeat.seconds", "7",
                    "rabbitmq.client.channel.rpc.timeout", "1234",
                    "rabbitmq.client.connection.frame.max", "8192",
                    "rabbitmq.client.client.properties.team", "shop"))
            .factory();

    assertThat(factory.getChannelRpcTimeout()).isEqualTo(1234);
    assertThat(factory.getRequestedFrameMax()).isEqualTo(8192);
    assertThat(factory.getRequestedHeartbeat()).isEqualTo(7);
    assertThat(factory.getClientProperties()).containsEntry("team", "shop").containsKey("product");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://user:canary@host",
        "amqp://user:canary@",
        "amqp://user:canary@bad_host/x",
        "amqp://user:canary@host/a/b",
        "user:canary@host",
        "amqp://user:can ary@host",
        "amqp://user:canary@host:99999999999",
        "canary",
        ""
      })
  void aBadUriIsRefusedWithoutBeingQuoted(String uri) {
    assertThatThrownBy(() -> SettingsFixture.settings(Map.of("rabbitmq.uri", uri)))
        .isInstanceOf(ConfigException.class)
        .hasNoCause()
        .hasMessageContaining("rabbitmq.uri")
        .extracting(Throwable::getMessage)
        .asString()
        .doesNotContain("canary", "can ary");
  }

  @ParameterizedTest
  @ValueSource(strings = {":5672", "host:port", "host:0", "host:70000", "amqp://host"})
  void aBadAddressIsRefused(String address) {
    assertThatThrownBy(() -> SettingsFixture.settings(Map.of("rabbitmq.addresses", address)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("rabbitmq.addresses");
  }

  @Test
  void aUriAmongTheAddressesIsRefusedWithoutBeingQuoted() {
    assertThatThrownBy(
            () -> SettingsFixture.settings(Map.of("rabbitmq.addresses", "amqp://u:canary@h")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("rabbitmq.uri")
        .extracting(Throwable::getMessage)
        .asString()
        .doesNotContain("canary");
  }

  @Test
  void crossChecksNameTheKeyAtFault() {
    assertThat(problems(Map.of())).containsOnlyKeys("rabbitmq.uri");
    assertThat(problems(Map.of("rabbitmq.uri", "amqp://h", "rabbitmq.addresses", "h")))
        .containsOnlyKeys("rabbitmq.addresses");
    assertThat(problems(Map.of("rabbitmq.uri", "amqp://h"))).isEmpty();
    assertThat(
            problems(
                Map.of(
                    "rabbitmq.uri", "amqp://h",
                    "rabbitmq.client.password", "x",
                    "rabbitmq.client.connection.recovery.enabled", "true",
                    "rabbitmq.client.handshake.timeout", "soon")))
        .containsOnlyKeys(
            "rabbitmq.client.password",
            "rabbitmq.client.connection.recovery.enabled",
            "rabbitmq.client.handshake.timeout");
    assertThat(
            problems(
                Map.of(
                    "rabbitmq.uri", "amqps://h", "rabbitmq.ssl.truststore.location", "none.p12")))
        .containsOnlyKeys("rabbitmq.ssl.truststore.location");
  }

  @Test
  void declarationChecksNameTheKeyAtFault() {
    assertThat(
            declarationProblems(
                Map.of("rabbitmq.queue.type", "quorum", "rabbitmq.queue.durable", "false")))
        .containsOnlyKeys("rabbitmq.queue.durable");
    assertThat(declarationProblems(Map.of("rabbitmq.queue.arguments.x-max-length", "5")))
        .containsOnlyKeys("rabbitmq.queue.arguments.x-max-length");
    assertThat(
            declarationProblems(
                Map.of(
                    "rabbitmq.queue.declare", "active",
                    "rabbitmq.queue.arguments.x-queue-type", "quorum")))
        .containsOnlyKeys("rabbitmq.queue.arguments.x-queue-type");
  }

  private static Map<String, String> problems(Map<String, String> props) {
    Map<String, String> found = new TreeMap<>();
    SettingsFixture.settings(props).check(found::put);
    return found;
  }

  private static Map<String, String> declarationProblems(Map<String, String> props) {
    Map<String, String> found = new TreeMap<>();
    new QueueDeclaration(SettingsFixture.config(props)).check(found::put);
    return found;
  }
}
