package com.babelqueue.connect.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/**
 * A setting whose values are the constants of an enum: validator, recommender and parser in one, so
 * that what is checked, what is offered and what is used cannot differ.
 *
 * <p>Values are written in lower case, with a hyphen for an underscore ({@code DEAD_LETTER} is
 * {@code dead-letter}), and are read in any case. Immutable; for any thread.
 *
 * @param <E> the enum
 */
public final class EnumSetting<E extends Enum<E>>
    implements ConfigDef.Validator, ConfigDef.Recommender {
  private final Map<String, E> constants;

  private EnumSetting(Map<String, E> constants) {
    this.constants = constants;
  }

  /** A setting that takes every constant under its own name. */
  public static <E extends Enum<E>> EnumSetting<E> of(Class<E> type) {
    return of(type, EnumSetting::text);
  }

  /**
   * A setting that takes every constant under a name of its choice.
   *
   * @param text lower-case name of a constant
   */
  public static <E extends Enum<E>> EnumSetting<E> of(Class<E> type, Function<E, String> text) {
    Map<String, E> constants = new LinkedHashMap<>();
    for (E constant : type.getEnumConstants()) {
      constants.put(text.apply(constant), constant);
    }
    return new EnumSetting<>(constants);
  }

  /** How a constant is written in a configuration. */
  public static String text(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * The constant of a checked value.
   *
   * @param key the setting, for the message
   * @throws ConfigException naming the key and the values it takes, when {@code value} is none of
   *     them
   */
  public E parse(String key, String value) {
    E constant = value == null ? null : constants.get(value.strip().toLowerCase(Locale.ROOT));
    if (constant == null) {
      throw new ConfigException(key, value, "must be " + this);
    }
    return constant;
  }

  @Override
  public void ensureValid(String key, Object value) {
    parse(key, value == null ? null : value.toString());
  }

  @Override
  public List<Object> validValues(String key, Map<String, Object> config) {
    return List.copyOf(constants.keySet());
  }

  @Override
  public boolean visible(String key, Map<String, Object> config) {
    return true;
  }

  /** The values in a sentence, as the generated reference shows them. */
  @Override
  public String toString() {
    return "one of " + String.join(", ", constants.keySet());
  }
}
