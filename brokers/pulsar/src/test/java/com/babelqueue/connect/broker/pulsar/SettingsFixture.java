package com.babelqueue.connect.broker.pulsar;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;

/** Settings as a connector would parse them. */
final class SettingsFixture {
  private SettingsFixture() {}

  static AbstractConfig config(String... pairs) {
    Map<String, String> props = new HashMap<>();
    props.put(PulsarSettings.SERVICE_URL, "pulsar://127.0.0.1:6650");
    for (int i = 0; i < pairs.length; i += 2) {
      props.put(pairs[i], pairs[i + 1]);
    }
    ConfigDef def = new ConfigDef();
    PulsarSettings.define(def);
    return new AbstractConfig(def, props, false);
  }

  static PulsarSettings settings(String... pairs) {
    return new PulsarSettings(config(pairs));
  }
}
