package com.babelqueue.connect.source;

import com.babelqueue.connect.broker.NameTemplate;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/**
 * A topic name with variables such as {@code ${queue}}, parsed once when settings are checked and
 * rendered for every record. Immutable.
 */
final class TopicTemplate {
  static final String QUEUE = "queue";
  static final String META_QUEUE = "meta.queue";
  static final String URN = "urn";
  static final String TOPIC = "topic";

  /** What a source's destination may name. */
  static final Set<String> SOURCE_VARIABLES = Set.of(QUEUE, META_QUEUE, URN);

  /** What a dead-letter topic may name. */
  static final Set<String> DEAD_LETTER_VARIABLES = Set.of(TOPIC, QUEUE);

  /** Kafka's own limit on the length of a topic name. */
  private static final int MAX_LENGTH = 249;

  private final NameTemplate name;

  private TopicTemplate(NameTemplate name) {
    this.name = name;
  }

  /**
   * @throws ConfigException naming the setting, when a variable is unknown or the name is illegal
   */
  static TopicTemplate parse(String setting, String text, Set<String> variables) {
    NameTemplate name = NameTemplate.parse(setting, text, variables);
    // With every variable replaced by a harmless letter, what is left is the fixed text.
    if (!isLegal(name.render(variable -> "x"))) {
      throw new ConfigException(
          setting,
          text,
          "is no name Kafka takes: 1 to 249 letters, digits, dots, underscores and hyphens");
    }
    return new TopicTemplate(name);
  }

  /** Null when a variable has no value. */
  String render(UnaryOperator<String> values) {
    return name.render(values);
  }

  /** Whether Kafka would create a topic of this name. */
  static boolean isLegal(String name) {
    if (name.isEmpty() || name.length() > MAX_LENGTH || name.equals(".") || name.equals("..")) {
      return false;
    }
    return name.chars().allMatch(TopicTemplate::isLegal);
  }

  /** The name with every character that Kafka refuses replaced, for topics named after queues. */
  static String legalized(String name) {
    StringBuilder legal = new StringBuilder();
    name.chars().forEach(c -> legal.append(isLegal(c) ? (char) c : '_'));
    return legal.substring(0, Math.min(MAX_LENGTH, legal.length()));
  }

  private static boolean isLegal(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '.'
        || c == '_'
        || c == '-';
  }

  /** Checks a template as a setting. */
  static final class Validator implements ConfigDef.Validator {
    private final Set<String> variables;

    Validator(Set<String> variables) {
      this.variables = variables;
    }

    @Override
    public void ensureValid(String name, Object value) {
      if (value != null) {
        parse(name, (String) value, variables);
      }
    }

    @Override
    public String toString() {
      return "a topic name, or a template with "
          + variables.stream().sorted().map(variable -> "${" + variable + "}").toList();
    }
  }
}
