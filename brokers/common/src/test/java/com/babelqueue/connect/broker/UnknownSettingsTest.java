package com.babelqueue.connect.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.junit.jupiter.api.Test;

/** A mistyped key of ours is found, and nobody else's key is. */
class UnknownSettingsTest {
  private static final ConfigDef DEFINITION =
      new ConfigDef()
          .define("sqs.region", Type.STRING, "", Importance.LOW, "")
          .define("sqs.endpoint", Type.STRING, "", Importance.LOW, "")
          .define("kafka.topic", Type.STRING, "", Importance.LOW, "");

  @Test
  void namesTheNearestKnownKey() {
    assertThat(unknown("sqs.regoin", "kafka.topics"))
        .containsExactly("kafka.topics ~ kafka.topic", "sqs.regoin ~ sqs.region");
  }

  @Test
  void leavesKnownForeignAndAllowedKeysAlone() {
    assertThat(
            unknown(
                "sqs.region",
                "name",
                "transforms.sqs.type",
                "value.converter.schemas.enable",
                "errors.tolerance",
                "other.sqs.region",
                "sqs.client.anything",
                "task.id"))
        .isEmpty();
  }

  private static List<String> unknown(String... keys) {
    Map<String, String> props = new HashMap<>();
    for (String key : keys) {
      props.put(key, "x");
    }
    return UnknownSettings.in(props, DEFINITION, List.of("sqs.client.", "task.id")).stream()
        .map(found -> found.key() + " ~ " + found.nearest())
        .toList();
  }
}
