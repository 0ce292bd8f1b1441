package com.babelqueue.connect.broker.pulsar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.config.ConfigException;
import org.apache.pulsar.client.api.PulsarClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PulsarSettingsTest {
  private static final String BASIC = "org.apache.pulsar.client.impl.auth.AuthenticationBasic";
  private static final String OAUTH =
      "org.apache.pulsar.client.impl.auth.oauth2.AuthenticationOAuth2";

  @ParameterizedTest
  @ValueSource(
      strings = {"pulsar://a:6650", "pulsar+ssl://a:6651,b:6651", "http://a:8080", "https://a"})
  void addressesOfPulsarAreTaken(String url) {
    assertThat(SettingsFixture.config(PulsarSettings.SERVICE_URL, url)).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost:6650", "amqp://a", "pulsar://", "", "pulsar://me:pw@a:6650"})
  void otherAddressesAreRefusedAndNotQuoted(String url) {
    assertThatThrownBy(() -> SettingsFixture.config(PulsarSettings.SERVICE_URL, url))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(PulsarSettings.SERVICE_URL)
        .message()
        .doesNotContain("pw@");
  }

  @Test
  void goodSettingsHaveNoProblems() {
    assertThat(problems()).isEmpty();
    assertThat(problems("pulsar.auth.token", "t")).isEmpty();
    assertThat(
            problems(
                "pulsar.auth.plugin",
                BASIC,
                "pulsar.auth.params",
                "{\"userId\":\"me\",\"password\":\"pw\"}"))
        .isEmpty();
    assertThat(
            problems(
                "pulsar.auth.plugin",
                OAUTH,
                "pulsar.auth.params",
                "{\"issuerUrl\":\"https://a\",\"privateKey\":\"file:///k\",\"audience\":\"b\"}"))
        .isEmpty();
    assertThat(problems("pulsar.client.keepAliveIntervalSeconds", "20")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "pulsar.auth.plugin,                 no.such.Class, pulsar.auth.plugin",
    "pulsar.auth.params,                 CANARY,        pulsar.auth.params",
    "pulsar.ssl.enabled,                 true,          pulsar.service.url",
    "pulsar.client.keepAliveIntervalSecs, CANARY,       pulsar.client.keepAliveIntervalSecs",
    "pulsar.client.authParams,           CANARY,        pulsar.client.authParams",
    "pulsar.client.numIoThreads,         CANARY,        pulsar.client.numIoThreads"
  })
  void problemsAreBlamedOnTheKeyWithoutItsValue(String key, String value, String fault) {
    Map<String, String> problems = problems(key, value);

    assertThat(problems).containsOnlyKeys(fault);
    assertThat(problems.get(fault)).doesNotContain("CANARY");
  }

  @Test
  void parametersThatAPluginRefusesAreNotQuoted() {
    Map<String, String> problems =
        problems("pulsar.auth.plugin", OAUTH, "pulsar.auth.params", "CANARY");

    assertThat(problems).containsOnlyKeys("pulsar.auth.plugin");
    assertThat(problems.get("pulsar.auth.plugin")).doesNotContain("CANARY");
  }

  @Test
  void twoWaysToLogInAreOneTooMany() {
    assertThat(
            problems(
                "pulsar.auth.token", "t", "pulsar.auth.plugin", BASIC, "pulsar.auth.params", "a:b"))
        .containsOnlyKeys("pulsar.auth.plugin");
  }

  @Test
  void aTrustStoreThatIsNotThereIsBlamed() {
    assertThat(
            problems(
                "pulsar.service.url", "pulsar+ssl://a:6651",
                "pulsar.ssl.truststore.location", "missing.p12"))
        .containsOnlyKeys("pulsar.ssl.truststore.location");
  }

  @Test
  void aClientIsMadeWithoutAConnection() throws Exception {
    PulsarClients clients =
        new PulsarClients(SettingsFixture.settings("pulsar.auth.token", "t"), "topics", null);
    PulsarClient client = clients.open();
    PulsarClients.close(client);

    assertThat(client.isClosed()).isTrue();
  }

  private static Map<String, String> problems(String... pairs) {
    Map<String, String> problems = new TreeMap<>();
    SettingsFixture.settings(pairs).check(problems::put);
    return problems;
  }
}
