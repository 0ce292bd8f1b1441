package com.babelqueue.connect.broker.rabbitmq;

import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;

/** Settings as a connector's configuration would carry them. */
final class SettingsFixture {
  private SettingsFixture() {}

  static AbstractConfig config(Map<String, String> props) {
    ConfigDef def = new ConfigDef();
    RabbitMqSettings.define(def);
    QueueDeclaration.define(def);
    return new AbstractConfig(def, props, false);
  }

  static RabbitMqSettings settings(Map<String, String> props) {
    return new RabbitMqSettings(config(props));
  }
}
