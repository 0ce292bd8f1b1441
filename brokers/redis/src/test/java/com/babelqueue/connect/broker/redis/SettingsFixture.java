package com.babelqueue.connect.broker.redis;

import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;

/** Settings as a connector's configuration would carry them. */
final class SettingsFixture {
  private SettingsFixture() {}

  static RedisSettings settings(Map<String, String> props) {
    ConfigDef def = new ConfigDef();
    RedisSettings.define(def);
    return new RedisSettings(new AbstractConfig(def, props, false));
  }
}
