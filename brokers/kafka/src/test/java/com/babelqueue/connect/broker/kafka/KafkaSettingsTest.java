package com.babelqueue.connect.broker.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.broker.ConfigSection;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KafkaSettingsTest {
  @Test
  void securityPassesToBothClients() {
    KafkaSettings settings =
        settings(
            Map.of(
                "kafka.bootstrap.servers", "kafka:9093", "kafka.client.security.protocol", "SSL"));

    assertThat(settings.adminProperties("a"))
        .containsEntry("bootstrap.servers", "kafka:9093")
        .containsEntry("client.id", "a")
        .containsEntry("security.protocol", "SSL");
    assertThat(settings.producerProperties("b")).containsEntry("security.protocol", "SSL");
  }

  @Test
  void everyWriteIsAcknowledgedByAllReplicasAndBounded() {
    assertThat(settings(Map.of()).producerProperties("a"))
        .containsEntry("acks", "all")
        .containsEntry("enable.idempotence", true)
        .containsEntry("max.block.ms", 5_000);
    assertThat(settings(Map.of("kafka.client.max.block.ms", "100")).producerProperties("a"))
        .containsEntry("max.block.ms", "100");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "acks",
        "enable.idempotence",
        "bootstrap.servers",
        "key.serializer",
        "value.serializer",
        "transactional.id"
      })
  void whatThePromisesRestOnCannotBeSet(String name) {
    Map<String, String> problems = new HashMap<>();

    settings(Map.of("kafka.client." + name, "x", "kafka.client.linger.ms", "1"))
        .check(problems::put);

    assertThat(problems).containsOnlyKeys("kafka.client." + name);
  }

  @Test
  void withoutAnAddressThereIsNoCluster() {
    assertThat(settings(Map.of()).isPresent()).isFalse();
    assertThat(settings(Map.of("kafka.bootstrap.servers", "kafka:9092")).isPresent()).isTrue();
  }

  private static KafkaSettings settings(Map<String, String> props) {
    ConfigDef def = new ConfigDef();
    KafkaSettings.addTo(new ConfigSection(def, "Kafka"), "", "records");
    return new KafkaSettings(new AbstractConfig(def, props, false));
  }
}
