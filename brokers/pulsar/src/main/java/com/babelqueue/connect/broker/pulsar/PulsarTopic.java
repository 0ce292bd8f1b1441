package com.babelqueue.connect.broker.pulsar;

import java.util.List;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/**
 * A persistent topic as settings and messages name it: {@code orders}, {@code
 * tenant/namespace/orders} or {@code persistent://tenant/namespace/orders}, perhaps with the number
 * of a partition.
 *
 * @param name the name without its partition
 */
public record PulsarTopic(String name) {
  private static final String PERSISTENT = "persistent://";
  private static final String DEFAULT_NAMESPACE = "public/default/";
  private static final String DEAD_LETTER_SUFFIX = ".dlq";
  private static final Pattern PARTITION = Pattern.compile("-partition-[0-9]+$");

  /** Tenant, namespace and local name. */
  private static final int FULL_PARTS = 3;

  /**
   * Reads the name of a topic that a message came from.
   *
   * @param topic as the client gives it, with or without a partition
   */
  public static PulsarTopic of(String topic) {
    return new PulsarTopic(PARTITION.matcher(topic).replaceFirst(""));
  }

  /**
   * Reads a topic from a setting.
   *
   * @throws ConfigException naming the setting, when the topic is not persistent or no topic name
   */
  public static PulsarTopic parse(String setting, String topic) {
    String text = topic.strip();
    String path = text.startsWith(PERSISTENT) ? text.substring(PERSISTENT.length()) : text;
    if (path.contains("://")) {
      throw new ConfigException(
          setting + ": topic " + text + " is not persistent, so the cluster keeps nothing of it");
    }
    String[] parts = path.split("/", -1);
    boolean shortName = parts.length == 1 && path.equals(text);
    if ((!shortName && parts.length != FULL_PARTS) || hasBlank(parts)) {
      throw new ConfigException(
          setting
              + ": "
              + text
              + " is no topic; write orders, tenant/namespace/orders or persistent://tenant/namespace/orders");
    }
    return new PulsarTopic(text);
  }

  private static boolean hasBlank(String[] parts) {
    for (String part : parts) {
      if (part.isEmpty() || part.chars().anyMatch(Character::isWhitespace)) {
        return true;
      }
    }
    return false;
  }

  /** The last part of the name, which the contract takes for the queue's name (PUL-2). */
  public String queue() {
    return name.substring(name.lastIndexOf('/') + 1);
  }

  /** The name as the cluster spells it, with the default tenant and namespace for a short one. */
  public String fullName() {
    if (name.startsWith(PERSISTENT)) {
      return name;
    }
    return PERSISTENT + (name.indexOf('/') < 0 ? DEFAULT_NAMESPACE : "") + name;
  }

  /** The topic beside it that takes what is rejected (PUL-4). */
  public String deadLetterTopic() {
    return name + DEAD_LETTER_SUFFIX;
  }

  /** Accepts a list of names that {@link #parse} accepts. */
  public static final class ListValidator implements ConfigDef.Validator {
    @Override
    public void ensureValid(String setting, Object value) {
      for (Object topic : (List<?>) value) {
        parse(setting, String.valueOf(topic));
      }
    }

    @Override
    public String toString() {
      return "names of persistent topics";
    }
  }
}
