package com.babelqueue.connect.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/**
 * A name with variables such as {@code ${queue}}, parsed once when settings are checked and
 * rendered for every message. Immutable; any thread may use it.
 */
public final class NameTemplate {
  /** Ends a variable that stands for a family, such as {@code header.*}. */
  private static final String ANY = "*";

  /** Literal text and, at odd places, variable names. */
  private final List<String> parts;

  private NameTemplate(List<String> parts) {
    this.parts = parts;
  }

  /**
   * Reads a template.
   *
   * @param setting the key to blame
   * @param text literal text with variables
   * @param variables those it may name; one that ends with {@code *} stands for all that begin so
   * @throws ConfigException naming the setting, when a variable is unknown or not closed
   */
  public static NameTemplate parse(String setting, String text, Set<String> variables) {
    List<String> parts = new ArrayList<>();
    int from = 0;
    for (int open = text.indexOf("${"); open >= 0; open = text.indexOf("${", from)) {
      int close = text.indexOf('}', open);
      if (close < 0) {
        throw new ConfigException(setting, text, "a variable is not closed with }");
      }
      String variable = text.substring(open + 2, close);
      if (variables.stream().noneMatch(known -> names(known, variable))) {
        throw new ConfigException(setting, text, "knows only the variables " + sorted(variables));
      }
      parts.add(text.substring(from, open));
      parts.add(variable);
      from = close + 1;
    }
    parts.add(text.substring(from));
    return new NameTemplate(List.copyOf(parts));
  }

  private static boolean names(String known, String variable) {
    return known.endsWith(ANY)
        ? variable.length() >= known.length()
            && variable.startsWith(known.substring(0, known.length() - ANY.length()))
        : known.equals(variable);
  }

  /** Whether it has no variable, so that every message gets the same name. */
  public boolean isFixed() {
    return parts.size() == 1;
  }

  /**
   * The name for one message.
   *
   * @param values gives a variable's value; null when the message has none
   * @return null when a variable has no value
   */
  public String render(UnaryOperator<String> values) {
    if (isFixed()) {
      return parts.get(0);
    }
    StringBuilder name = new StringBuilder();
    for (int i = 0; i < parts.size(); i++) {
      String part = i % 2 == 0 ? parts.get(i) : values.apply(parts.get(i));
      if (part == null) {
        return null;
      }
      name.append(part);
    }
    return name.toString();
  }

  private static List<String> sorted(Set<String> variables) {
    return variables.stream().sorted().map(name -> "${" + name + "}").toList();
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
    public void ensureValid(String setting, Object value) {
      if (value != null) {
        parse(setting, (String) value, variables);
      }
    }

    @Override
    public String toString() {
      return "a name, or a template with " + sorted(variables);
    }
  }
}
