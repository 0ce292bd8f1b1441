package com.babelqueue.connect.broker.pulsar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PulsarTopicTest {
  @ParameterizedTest
  @ValueSource(strings = {"orders", "tenant/ns/orders", "persistent://tenant/ns/orders"})
  void theLastPartIsTheQueue(String name) {
    assertThat(PulsarTopic.parse("k", name).queue()).isEqualTo("orders");
    assertThat(PulsarTopic.of(name + "-partition-12").queue()).isEqualTo("orders");
    assertThat(PulsarTopic.of(name + "-partition-12").deadLetterTopic()).isEqualTo(name + ".dlq");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"ns/orders", "", "a b", "a//b", "persistent://orders", "persistent://a/b/c/d"})
  void whatIsNoTopicIsRefused(String name) {
    assertThatThrownBy(() -> PulsarTopic.parse("the.key", name))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("the.key");
  }

  @ParameterizedTest
  @ValueSource(strings = {"orders", "public/default/orders", "persistent://public/default/orders"})
  void everySpellingHasOneFullName(String name) {
    assertThat(PulsarTopic.parse("k", name).fullName())
        .isEqualTo("persistent://public/default/orders");
  }

  @Test
  void aTopicThatKeepsNothingIsRefused() {
    assertThatThrownBy(() -> PulsarTopic.parse("k", "non-persistent://a/b/c"))
        .hasMessageContaining("not persistent");
  }
}
