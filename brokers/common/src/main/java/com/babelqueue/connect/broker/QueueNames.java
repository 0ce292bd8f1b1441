package com.babelqueue.connect.broker;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** Checks a list of queues by name: at least one, none without a name, none twice. Immutable. */
public final class QueueNames implements ConfigDef.Validator {
  private final int maxBytes;

  /**
   * Names of any length up to a broker's limit.
   *
   * @param maxBytes the longest name the broker takes, in UTF-8 bytes
   */
  public QueueNames(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Names of any length. */
  public QueueNames() {
    this(Integer.MAX_VALUE);
  }

  /** The names of a checked list, without the white space around them. */
  public static List<String> of(List<String> setting) {
    return setting.stream().map(String::strip).toList();
  }

  @Override
  public void ensureValid(String name, Object value) {
    if (!(value instanceof List<?> queues) || queues.isEmpty()) {
      throw new ConfigException(name + " must name at least one queue");
    }
    Set<String> seen = new HashSet<>();
    for (Object entry : queues) {
      String queue = String.valueOf(entry).strip();
      if (queue.isEmpty()) {
        throw new ConfigException(name, value, "a queue has a name");
      }
      if (queue.getBytes(UTF_8).length > maxBytes) {
        throw new ConfigException(name, value, "a queue's name has at most " + maxBytes + " bytes");
      }
      if (!seen.add(queue)) {
        throw new ConfigException(name, value, "queue " + queue + " is named twice");
      }
    }
  }

  @Override
  public String toString() {
    return "a list of queue names";
  }
}
