package com.babelqueue.connect.transforms;

import com.babelqueue.connect.config.TopicTemplate;
import com.babelqueue.connect.config.WildcardPattern;
import com.babelqueue.connect.envelope.Envelope;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/**
 * Which topic the messages of some URNs go to. Immutable; for any thread.
 *
 * @param urns pattern of the URNs
 * @param topic template of the topic
 */
record UrnRoute(WildcardPattern urns, TopicTemplate topic) {
  static final Set<String> VARIABLES =
      Set.of("topic", "urn", "urn.context", "urn.name", "meta.queue");

  private static final String SEPARATOR = "=";
  private static final String URN_PREFIX = "urn:babel:";

  /**
   * Reads routes.
   *
   * @param texts each {@code pattern=template}; the last equals sign separates, so a URN may hold
   *     others, and colons
   * @throws ConfigException naming the setting and the route
   */
  static List<UrnRoute> parse(String setting, List<String> texts) {
    return texts.stream().map(text -> parse(setting, text)).toList();
  }

  private static UrnRoute parse(String setting, String text) {
    int separator = text.lastIndexOf(SEPARATOR);
    if (separator < 1) {
      throw new ConfigException(setting, text, "must be a URN pattern, =, and a topic");
    }
    return new UrnRoute(
        new WildcardPattern(text.substring(0, separator).strip()),
        TopicTemplate.parse(setting, text.substring(separator + 1).strip(), VARIABLES));
  }

  /** The topic for a message of this route; null when the template names what it lacks. */
  static String render(TopicTemplate template, String topic, Envelope envelope) {
    return template.render(
        variable ->
            switch (variable) {
              case "topic" -> topic;
              case "urn" -> envelope.urn();
              case "urn.context" -> part(envelope.urn(), true);
              case "urn.name" -> part(envelope.urn(), false);
              default -> envelope.queue();
            });
  }

  /** Context or name of a URN in the form of URN-1; null when it is of another form. */
  private static String part(String urn, boolean context) {
    int separator = urn.startsWith(URN_PREFIX) ? urn.indexOf(':', URN_PREFIX.length()) : -1;
    if (separator <= URN_PREFIX.length() || separator == urn.length() - 1) {
      return null;
    }
    return context ? urn.substring(URN_PREFIX.length(), separator) : urn.substring(separator + 1);
  }

  /** Checks routes as a setting. */
  static final class Validator implements ConfigDef.Validator {
    @Override
    @SuppressWarnings("unchecked") // The type of the setting is LIST.
    public void ensureValid(String setting, Object value) {
      List<String> texts = (List<String>) value;
      if (texts == null || texts.isEmpty()) {
        throw new ConfigException(setting, value, "must name at least one route");
      }
      parse(setting, texts);
    }

    @Override
    public String toString() {
      return "pattern=topic, ...";
    }
  }
}
