package com.babelqueue.connect.broker;

import java.util.Objects;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigDef.Width;

/**
 * Adds settings to a {@link ConfigDef} under one group, in the order in which they are written, so
 * that every key carries group, order, width and display name without saying them again and again.
 *
 * <p>Used while a class is initialised; not thread-safe.
 */
public final class ConfigSection {
  private final ConfigDef def;
  private final String group;
  private int order;

  /**
   * @param def receives the keys
   * @param group the heading a user interface shows them under
   */
  public ConfigSection(ConfigDef def, String group) {
    this.def = Objects.requireNonNull(def, "def");
    this.group = Objects.requireNonNull(group, "group");
  }

  /**
   * Adds one key.
   *
   * @param fallback the default; {@link ConfigDef#NO_DEFAULT_VALUE} makes the key required
   * @param validator checks a single value; null accepts any of the type. One that is also a {@link
   *     ConfigDef.Recommender} recommends too
   * @param display the label of the key
   * @param doc what it does, in sentences
   */
  public ConfigSection key(
      String name,
      Type type,
      Object fallback,
      Validator validator,
      Importance importance,
      String display,
      String doc) {
    ConfigDef.Recommender recommender =
        validator instanceof ConfigDef.Recommender recommending ? recommending : null;
    def.define(
        name,
        type,
        fallback,
        validator,
        importance,
        doc,
        group,
        ++order,
        width(type),
        display,
        recommender);
    return this;
  }

  private static Width width(Type type) {
    return switch (type) {
      case BOOLEAN, INT, LONG, SHORT, DOUBLE -> Width.SHORT;
      case LIST, CLASS -> Width.LONG;
      default -> Width.MEDIUM;
    };
  }
}
