package com.babelqueue.connect.sink.sqs;

import com.babelqueue.connect.broker.sqs.SqsQueue;
import com.babelqueue.connect.config.NameTemplate;
import java.util.Set;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/**
 * Checks the queue of a sink: its variables are known and, whatever they hold, it reads as a name,
 * URL or ARN. Errors never repeat the value, since a URL may hold a password. Immutable.
 */
final class QueueTemplate implements ConfigDef.Validator {
  /** Stands for what a record may hold; every part of a queue reference may hold it. */
  private static final String SAMPLE = "1";

  private final Set<String> variables;
  private final String description;

  /**
   * @param variables those a template may name
   */
  QueueTemplate(Set<String> variables) {
    this.variables = variables;
    this.description = new NameTemplate.Validator(variables).toString();
  }

  @Override
  public void ensureValid(String setting, Object value) {
    NameTemplate template;
    try {
      template = NameTemplate.parse(setting, (String) value, variables);
    } catch (ConfigException e) {
      throw new ConfigException(setting + ": must be " + description);
    }
    SqsQueue.parse(setting, template.render(variable -> SAMPLE));
  }

  @Override
  public String toString() {
    return "the name, URL or ARN of a queue: " + description;
  }
}
