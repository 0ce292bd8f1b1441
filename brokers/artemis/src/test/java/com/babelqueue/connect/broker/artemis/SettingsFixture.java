package com.babelqueue.connect.broker.artemis;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;

/** Settings as a connector's configuration would carry them. */
final class SettingsFixture {
  private SettingsFixture() {}

  static ArtemisSettings settings(Map<String, String> props) {
    ConfigDef def = new ConfigDef();
    ArtemisSettings.define(def);
    return new ArtemisSettings(new AbstractConfig(def, props, false));
  }

  static ArtemisSettings withUri(String uri) {
    return settings(Map.of("artemis.uri", uri));
  }

  /** The keys that a check blames, with what it says. */
  static Map<String, String> problems(Map<String, String> props) {
    Map<String, String> found = new HashMap<>();
    settings(props).check(found::put);
    return found;
  }
}
