package com.babelqueue.connect.sink.servicebus;

import com.babelqueue.connect.broker.servicebus.EntityPath;
import com.babelqueue.connect.config.NameTemplate;
import com.babelqueue.connect.sink.SinkConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** Checks the setting that names a queue or topic, or a template of one. */
final class EntityTemplate implements ConfigDef.Validator {
  private final NameTemplate.Validator template = new NameTemplate.Validator(SinkConfig.VARIABLES);

  @Override
  public void ensureValid(String setting, Object value) {
    template.ensureValid(setting, value);
    if (value instanceof String text
        && NameTemplate.parse(setting, text, SinkConfig.VARIABLES).isFixed()) {
      if (EntityPath.parse(setting, text).subscription() != null) {
        throw new ConfigException(
            setting, text, "is a subscription, which is read; name the topic to write to");
      }
    }
  }

  @Override
  public String toString() {
    return template.toString();
  }
}
