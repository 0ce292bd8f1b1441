package com.babelqueue.connect.broker.servicebus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Paths and connection strings; the keys as a whole are tested with the connector. */
class ServiceBusSettingsTest {
  @Test
  void pathsNameQueuesAndSubscriptions() {
    assertThat(EntityPath.parse("k", "orders")).isEqualTo(new EntityPath("orders", null));
    assertThat(EntityPath.parse("k", "shop/orders")).isEqualTo(new EntityPath("shop/orders", null));
    assertThat(EntityPath.parse("k", "shop/events/Subscriptions/bridge"))
        .isEqualTo(new EntityPath("shop/events", "bridge"))
        .hasToString("shop/events/subscriptions/bridge");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "a b", "/a", "a/", "t/subscriptions/", "a?b", "t/subscriptions/a b"})
  void otherPathsAreRefused(String path) {
    assertThatThrownBy(() -> EntityPath.parse("the.key", path))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("the.key");
  }

  @Test
  void aConnectionStringIsReadInAnyOrderAndCase() {
    ConnectionString read =
        ConnectionString.parse(
            "k",
            new Password(
                " sharedaccesskey=a=b=;SharedAccessKeyName=n;ENDPOINT=sb://h:5672;EntityPath=q; "));

    assertThat(read.entityPath()).contains("q");
    assertThat(read.text()).startsWith("sharedaccesskey=a=b=");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "CANARY",
        "Endpoint=sb://h/",
        "Endpoint=sb://h/;SharedAccessKeyName=n",
        "Endpoint=sb://h/;SharedAccessKey=CANARY",
        "Endpoint=;SharedAccessKeyName=n;SharedAccessKey=CANARY",
        "Endpoint=CANARY;SharedAccessKeyName=n;SharedAccessKey=CANARY",
        "Endpoint=sb://CANARY ;SharedAccessKeyName=n;SharedAccessKey=CANARY;=CANARY"
      })
  void aBrokenConnectionStringIsRefusedWithoutShowingIt(String text) {
    assertThatThrownBy(() -> ConnectionString.parse("the.key", new Password(text)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("the.key")
        .hasMessageNotContaining("CANARY");
  }
}
