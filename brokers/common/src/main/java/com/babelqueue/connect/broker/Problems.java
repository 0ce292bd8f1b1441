package com.babelqueue.connect.broker;

import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigValue;

/**
 * Collects messages under the keys at fault, in the form the worker's REST interface shows. For one
 * thread.
 */
public final class Problems {
  private final Config config;

  /**
   * @param config what every key's own validator found; receives the messages
   */
  Problems(Config config) {
    this.config = config;
  }

  /**
   * Blames a key; one the definition does not know is added.
   *
   * @param key the setting's name
   * @param message what is wrong, without any secret value
   */
  public void add(String key, String message) {
    for (ConfigValue value : config.configValues()) {
      if (value.name().equals(key)) {
        value.addErrorMessage(message);
        return;
      }
    }
    ConfigValue added = new ConfigValue(key);
    added.addErrorMessage(message);
    config.configValues().add(added);
  }

  /** Whether any key has been blamed, by whomever. */
  boolean any() {
    return config.configValues().stream().anyMatch(value -> !value.errorMessages().isEmpty());
  }
}
