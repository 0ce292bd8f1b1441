package com.babelqueue.connect.broker.artemis;

import static com.babelqueue.connect.broker.artemis.SettingsFixture.problems;
import static com.babelqueue.connect.broker.artemis.SettingsFixture.settings;
import static com.babelqueue.connect.broker.artemis.SettingsFixture.withUri;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.qpid.jms.JmsConnectionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ArtemisSettingsTest {
  private static final String URI = "artemis.uri";

  @Test
  void credentialsOfTheUriReachTheClientAndNeverItsLogs() {
    ArtemisSettings settings = withUri("amqp://sh%2Bop:p%40s+s:x@mq.example:5673");

    JmsConnectionFactory factory = factory(settings);

    assertThat(factory.getUsername()).isEqualTo("sh+op");
    assertThat(factory.getPassword()).isEqualTo("p@s+s:x");
    assertThat(settings.clientUri()).startsWith("amqp://mq.example:5673?").doesNotContain("sh");
    assertThat(settings.passwordKey()).isEqualTo(URI);
    assertThat(settings.usernameKey()).isEqualTo(URI);
  }

  @Test
  void singleSettingsWinOverTheUri() {
    ArtemisSettings settings =
        settings(
            Map.of(
                URI,
                "amqp://shop:old@mq.example",
                "artemis.username",
                "bridge",
                "artemis.password",
                "new"));

    JmsConnectionFactory factory = factory(settings);

    assertThat(factory.getUsername()).isEqualTo("bridge");
    assertThat(factory.getPassword()).isEqualTo("new");
    assertThat(settings.passwordKey()).isEqualTo("artemis.password");
    assertThat(settings.usernameKey()).isEqualTo("artemis.username");
  }

  @Test
  void eachNodeOfAFailoverAddressLosesItsCredentialsAndKeepsItsOptions() {
    ArtemisSettings settings =
        withUri(
            "failover:(amqp://u:p@a:1?amqp.idleTimeout=7,amqps://u:p@b:2)"
                + "?failover.warnAfterReconnectAttempts=5&jms.closeTimeout=9");

    assertThat(settings.clientUri())
        .startsWith("failover:(amqp://a:1?amqp.idleTimeout=7,amqps://b:2)?")
        .contains("failover.warnAfterReconnectAttempts=5", "jms.closeTimeout=9")
        .contains("failover.startupMaxReconnectAttempts=1", "failover.maxReconnectAttempts=0")
        .contains("failover.nested.transport.connectTimeout=4000")
        .doesNotContain("u:p", "closeTimeout=1500");
    assertThat(factory(settings).getUsername()).isEqualTo("u");
  }

  @Test
  void clientOptionsPassAndTheAddressWinsOverThem() {
    ArtemisSettings settings =
        settings(
            Map.of(
                URI,
                "amqp://a?amqp.idleTimeout=1",
                "artemis.client.amqp.idleTimeout",
                "2",
                "artemis.client.amqp.vhost",
                "eu & us",
                "artemis.client.failover.randomize",
                "true"));

    assertThat(settings.clientUri())
        .contains("amqp.idleTimeout=1", "amqp.vhost=eu+%26+us")
        // There is but one address.
        .doesNotContain("idleTimeout=2", "failover.");
  }

  @Test
  void theConnectionsOwnOptionsHold() {
    JmsConnectionFactory factory = factory(withUri("amqp://a"));

    assertThat(factory.isReceiveNoWaitLocalOnly()).isTrue();
    assertThat(factory.isLocalMessageExpiry()).isFalse();
    assertThat(factory.isValidatePropertyNames()).isFalse();
    assertThat(factory.getConnectTimeout()).isEqualTo(4_000);
    assertThat(factory.getRequestTimeout()).isPositive();
    assertThat(factory.getCloseTimeout()).isLessThan(5_000);
  }

  @ParameterizedTest
  @CsvSource({
    "amqp://a,              false, amqp://a?",
    "amqps://a,             false, amqps://a?",
    "AMQPS://a,             false, amqps://a?",
    "amqp://a,              true,  amqps://a?",
    "amqpws://a:80/path,    true,  amqpwss://a:80/path?",
    "'failover:(amqp://a,amqps://b)', true, 'failover:(amqps://a,amqps://b)?'"
  })
  void tlsIsASchemeOrASetting(String uri, String enabled, String rendered) {
    assertThat(settings(Map.of(URI, uri, "artemis.ssl.enabled", enabled)).clientUri())
        .startsWith(rendered);
  }

  @Test
  void hostNamesAreVerifiedUnlessSwitchedOff() {
    assertThat(withUri("amqps://a").clientUri()).doesNotContain("verifyHost");
    assertThat(
            settings(Map.of(URI, "amqps://a", "artemis.ssl.verify.hostname", "false")).clientUri())
        .contains("transport.verifyHost=false");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "localhost:5672",
        "http://secret@a",
        "amqp://",
        "amqp:///secret",
        "amqp://secret@not a host",
        "tcp://a:61616",
        "failover:(amqp://secret@a",
        "failover:()",
        "failover:(amqp://a,)",
        "failover:(amqp://a)secret",
        "amqp://a?secret",
        "amqp://a?foo.secret=x"
      })
  void whatIsNoAddressIsRefusedWithoutQuotingIt(String uri) {
    ConfigDef def = new ConfigDef();
    ArtemisSettings.define(def);

    assertThatThrownBy(() -> def.parse(Map.of(URI, uri)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(URI)
        .hasNoCause();
    if (!uri.contains("foo")) {
      assertThatThrownBy(() -> def.parse(Map.of(URI, uri))).hasMessageNotContaining("secret");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jms.username=canary",
        "jms.password=canary",
        "jms.clientID=canary",
        "jms.prefetchPolicy.all=canary",
        "jms.presettlePolicy.presettleAll=canary",
        "jms.redeliveryPolicy.maxRedeliveries=canary",
        "jms.localMessageExpiry=canary",
        "jms.sendTimeout=canary",
        "failover.maxReconnectAttempts=canary",
        "transport.keyStorePassword=canary",
        "transport.trustStoreLocation=canary",
        "failover.nested.transport.trustStorePassword=canary"
      })
  void optionsThatWouldBreakAPromiseOrShowASecretAreRefused(String option) {
    String name = option.substring(0, option.indexOf('='));
    assertThatThrownBy(() -> withUri("amqp://a?" + option))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(name)
        .hasMessageNotContaining("canary");
    assertThatThrownBy(() -> withUri("failover:(amqp://a?" + option + ")"))
        .isInstanceOf(ConfigException.class);
    String key = "artemis.client." + name;
    assertThat(problems(Map.of(URI, "amqp://a", key, "canary")))
        .containsOnlyKeys(key)
        .doesNotContainValue("canary");
  }

  @Test
  void aPasswordNeedsAUser() {
    assertThat(problems(Map.of(URI, "amqp://a", "artemis.password", "x")))
        .containsOnlyKeys("artemis.username");
    assertThat(problems(Map.of(URI, "amqp://u@a", "artemis.password", "x"))).isEmpty();
  }

  @Test
  void aTrustStoreThatCannotBeReadIsNamed() {
    assertThat(problems(Map.of(URI, "amqps://a", "artemis.ssl.truststore.location", "nowhere.p12")))
        .containsOnlyKeys("artemis.ssl.truststore.location");
  }

  private static JmsConnectionFactory factory(ArtemisSettings settings) {
    return settings.factory("test");
  }
}
