package com.babelqueue.connect.broker.sqs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqsSettingsTest {

  @Test
  void nothingIsNeeded() {
    assertThat(Settings.problems(Settings.of(), "orders")).isEmpty();
  }

  @Test
  void staticKeysCanBeTheBaseOfAnAssumedRole() {
    SqsSettings settings =
        Settings.of(
            SqsSettings.ACCESS_KEY_ID, "AKID",
            SqsSettings.SECRET_ACCESS_KEY, "s",
            SqsSettings.ROLE_ARN, "arn:aws:iam::123456789012:role/bridge",
            SqsSettings.ROLE_EXTERNAL_ID, "x");

    assertThat(Settings.problems(settings, "orders")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "sqs.access.key.id,     AKID, sqs.secret.access.key",
    "sqs.secret.access.key, s,    sqs.access.key.id",
    "sqs.session.token,     t,    sqs.access.key.id",
    "sqs.role.external.id,  x,    sqs.role.external.id",
    "sqs.sts.endpoint,      http://localhost:1, sqs.sts.endpoint",
    "sqs.role.arn,          bridge, sqs.role.arn"
  })
  void aKeyThatLacksItsPartnerIsReportedAtTheKeyAtFault(String key, String value, String fault) {
    assertThat(Settings.problems(Settings.of(key, value), "orders"))
        .singleElement()
        .asString()
        .startsWith(fault + ": ");
  }

  @Test
  void queuesOfTwoRegionsAreRefused() {
    assertThat(
            Settings.problems(
                Settings.of(),
                "arn:aws:sqs:eu-west-1:123456789012:orders",
                "https://sqs.eu-central-1.amazonaws.com/123456789012/refunds"))
        .singleElement()
        .asString()
        .startsWith("sqs.queues: ");
  }

  @Test
  void queuesOfOneRegionAreFineHoweverTheyAreGiven() {
    assertThat(
            Settings.problems(
                Settings.of(SqsSettings.REGION, "eu-west-1"),
                "arn:aws:sqs:eu-west-1:123456789012:orders",
                "https://sqs.eu-west-1.amazonaws.com/123456789012/refunds",
                "returns"))
        .isEmpty();
  }

  @Test
  void queuesOfAnotherRegionThanTheSettingAreRefused() {
    assertThat(
            Settings.problems(
                Settings.of(SqsSettings.REGION, "us-east-1"),
                "arn:aws:sqs:eu-west-1:123456789012:orders"))
        .singleElement()
        .asString()
        .startsWith("sqs.region: ")
        .contains("eu-west-1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost:9324",
        "ftp://localhost",
        "http://",
        "http://user:CANARY@localhost",
        "http://local host",
        "http://localhost/queues/CANARY"
      })
  void aBadEndpointIsNamedButNotRepeated(String endpoint) {
    assertThatThrownBy(() -> Settings.of(SqsSettings.ENDPOINT, endpoint))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("sqs.endpoint: ")
        .hasMessageNotContaining("CANARY");
  }

  @Test
  void secretsAreOfTypePassword() {
    ConfigDef def = SqsSettings.define(new ConfigDef());

    assertThat(def.configKeys().get(SqsSettings.SECRET_ACCESS_KEY).type)
        .isEqualTo(ConfigDef.Type.PASSWORD);
    assertThat(def.configKeys().get(SqsSettings.SESSION_TOKEN).type)
        .isEqualTo(ConfigDef.Type.PASSWORD);
  }
}
