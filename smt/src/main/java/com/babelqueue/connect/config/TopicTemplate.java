package com.babelqueue.connect.config;

import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/**
 * A topic name with variables such as {@code ${queue}}, parsed once when settings are checked and
 * rendered for every record. Immutable; any thread may use it.
 */
public final class TopicTemplate {
  /** What dead-letter topics are called unless a setting says otherwise (DLQ-1). */
  public static final String DEFAULT_DEAD_LETTER_TOPIC = "${topic}.dlq";

  /** Kafka's own limit on the length of a topic name. */
  private static final int MAX_LENGTH = 249;

  private final NameTemplate name;

  private TopicTemplate(NameTemplate name) {
    this.name = name;
  }

  /**
   * Reads a template.
   *
   * @param setting the key to blame
   * @param text literal text with variables
   * @param variables those it may name
   * @throws ConfigException naming the setting, when a variable is unknown or the name is illegal
   */
  public static TopicTemplate parse(String setting, String text, Set<String> variables) {
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

  /**
   * The name for one record, which Kafka may still refuse, see {@link #isLegal(String)}.
   *
   * @param values gives a variable's value; null when the record has none
   * @return null when a variable has no value
   */
  public String render(UnaryOperator<String> values) {
    return name.render(values);
  }

  /** Whether Kafka would create a topic of this name. */
  public static boolean isLegal(String name) {
    if (name.isEmpty() || name.length() > MAX_LENGTH || name.equals(".") || name.equals("..")) {
      return false;
    }
    return name.chars().allMatch(TopicTemplate::isLegal);
  }

  /** The name with every character that Kafka refuses replaced, for topics named after queues. */
  public static String legalized(String name) {
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

  /** Checks a template as a setting; null passes. */
  public static final class Validator implements ConfigDef.Validator {
    private final Set<String> variables;

    /**
     * @param variables those the template may name
     */
    public Validator(Set<String> variables) {
      this.variables = Set.copyOf(variables);
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
