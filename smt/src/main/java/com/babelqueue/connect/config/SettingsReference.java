package com.babelqueue.connect.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.ConfigKey;

/**
 * Writes the settings of a definition as Markdown, so that the reference a user reads and the
 * definition the worker checks are the same thing. Stateless.
 */
public final class SettingsReference {
  private static final String NO_GROUP = "Settings";

  private SettingsReference() {}

  /**
   * The reference of one plugin.
   *
   * @param title the heading, usually the plugin's class name
   * @param overview what the plugin is for, in a sentence or two
   * @param definition its settings; groups keep the order in which they first appear
   */
  public static String markdown(String title, String overview, ConfigDef definition) {
    StringBuilder text = new StringBuilder();
    text.append("# ").append(title).append("\n\n").append(overview).append('\n');
    for (Map.Entry<String, List<ConfigKey>> group : groups(definition).entrySet()) {
      text.append("\n## ").append(group.getKey()).append('\n');
      for (ConfigKey key : group.getValue()) {
        append(text, key);
      }
    }
    return text.toString();
  }

  /**
   * Compares a published page with what it should say, and writes it first when the system property
   * {@code babelqueue.docs.write} is set, which is how the pages are made.
   *
   * @param page the file below the module's docs folder
   * @param text what {@link #markdown} gives now
   * @return whether the page says the same
   * @throws IOException when the page cannot be read or written
   */
  public static boolean isPublished(Path page, String text) throws IOException {
    if (Boolean.getBoolean("babelqueue.docs.write")) {
      Files.createDirectories(page.toAbsolutePath().getParent());
      Files.writeString(page, text);
    }
    return Files.exists(page) && Files.readString(page).equals(text);
  }

  private static Map<String, List<ConfigKey>> groups(ConfigDef definition) {
    Map<String, List<ConfigKey>> groups = new LinkedHashMap<>();
    for (ConfigKey key : definition.configKeys().values()) {
      if (!key.internalConfig) {
        groups
            .computeIfAbsent(key.group == null ? NO_GROUP : key.group, name -> new ArrayList<>())
            .add(key);
      }
    }
    groups.values().forEach(keys -> keys.sort(Comparator.comparingInt(key -> key.orderInGroup)));
    return groups;
  }

  private static void append(StringBuilder text, ConfigKey key) {
    text.append("\n### `")
        .append(key.name)
        .append("`\n\n")
        .append(key.documentation)
        .append("\n\n");
    text.append("Type ").append(key.type.name().toLowerCase(Locale.ROOT));
    text.append(key.hasDefault() ? ", default " + defaultOf(key) : ", required");
    text.append(", importance ").append(key.importance.name().toLowerCase(Locale.ROOT));
    if (key.validator != null) {
      text.append(", valid values: ").append(key.validator);
    }
    text.append(".\n");
  }

  private static String defaultOf(ConfigKey key) {
    if (key.defaultValue == null) {
      return "none";
    }
    String value =
        key.defaultValue instanceof List<?> list
            ? String.join(",", list.stream().map(String::valueOf).toList())
            : key.defaultValue.toString();
    return value.isEmpty() ? "empty" : "`" + value + "`";
  }
}
