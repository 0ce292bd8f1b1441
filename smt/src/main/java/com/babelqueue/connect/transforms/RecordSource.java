package com.babelqueue.connect.transforms;

import com.babelqueue.connect.envelope.AsciiWhitespace;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.data.SchemaAndValue;

/**
 * Where in a record a value is taken from, as a setting says it: {@code header:name}, {@code
 * field:path}, {@code key}, {@code key:path}, or a word of the setting's own. Immutable; for any
 * thread.
 *
 * @param kind what stands before the colon
 * @param name what stands behind it; empty when there is no colon
 */
record RecordSource(String kind, String name) {
  static final String HEADER = "header";
  static final String FIELD = "field";
  static final String KEY = "key";

  /**
   * Reads sources.
   *
   * @param words what the setting takes beside the sources themselves
   * @throws ConfigException naming the setting
   */
  static List<RecordSource> parse(String setting, List<String> texts, Set<String> words) {
    return texts.stream().map(text -> parse(setting, text, words)).toList();
  }

  static RecordSource parse(String setting, String text, Set<String> words) {
    int colon = text.indexOf(':');
    String kind = colon < 0 ? text : text.substring(0, colon);
    String name = colon < 0 ? "" : text.substring(colon + 1);
    boolean known =
        switch (kind) {
          case HEADER, FIELD -> !AsciiWhitespace.isBlank(name);
          case KEY -> colon < 0 || !AsciiWhitespace.isBlank(name);
          default -> colon < 0 && words.contains(kind);
        };
    if (!known) {
      throw new ConfigException(setting, text, "must be " + form(words));
    }
    return new RecordSource(kind, name);
  }

  private static String form(Set<String> words) {
    StringBuilder form = new StringBuilder("header:name, field:path, key, key:path");
    words.stream().sorted().forEach(word -> form.append(", ").append(word));
    return form.toString();
  }

  boolean is(String word) {
    return kind.equals(word);
  }

  /** The value; null when the record has none, or when this is a word of the setting's own. */
  SchemaAndValue value(RecordView record) {
    return switch (kind) {
      case HEADER -> record.header(name);
      case FIELD -> record.value(name);
      case KEY -> record.key(name);
      default -> null;
    };
  }

  /** The value as text; null when there is none, or it is blank or no single value. */
  String text(RecordView record) {
    String text = RecordView.text(value(record));
    return AsciiWhitespace.isBlank(text) ? null : text;
  }

  /** Checks sources as a setting, one or a list. */
  static final class Validator implements ConfigDef.Validator {
    private final Set<String> words;

    Validator(Set<String> words) {
      this.words = words;
    }

    @Override
    public void ensureValid(String setting, Object value) {
      if (value instanceof List<?> texts) {
        texts.forEach(text -> parse(setting, String.valueOf(text), words));
      } else if (value != null) {
        parse(setting, value.toString(), words);
      }
    }

    @Override
    public String toString() {
      return form(words);
    }
  }
}
