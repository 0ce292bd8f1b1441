package com.babelqueue.connect.source.redis;

import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** The name of a list in which {@code ${queue}} and the like stand for what differs. Stateless. */
final class ListTemplate {
  static final String QUEUE = "${queue}";
  static final String CONNECTOR = "${connector}";
  static final String READER = "${reader}";

  private ListTemplate() {}

  static String fill(String template, String queue, String connector, int reader) {
    return template
        .replace(CONNECTOR, connector)
        .replace(READER, Integer.toString(reader))
        .replace(QUEUE, queue);
  }

  /** Refuses a blank template and names that stand for nothing. */
  static final class Validator implements ConfigDef.Validator {
    @Override
    public void ensureValid(String name, Object value) {
      String template = String.valueOf(value);
      if (template.isBlank() || fill(template, "", "", 0).contains("${")) {
        throw new ConfigException(name, value, "must be " + this);
      }
    }

    @Override
    public String toString() {
      return "the name of a list with " + QUEUE + ", " + CONNECTOR + " and " + READER;
    }
  }
}
