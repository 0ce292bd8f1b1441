package com.babelqueue.connect.broker.servicebus;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/**
 * What messages are received from, a queue or a subscription of a topic, or sent to, a queue or a
 * topic.
 *
 * @param name the queue, or the topic
 * @param subscription null for a queue, and for a topic that is sent to
 */
public record EntityPath(String name, String subscription) {
  /** Service Bus allows slashes inside names; a name neither begins nor ends with one. */
  private static final Pattern NAME =
      Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._/~-]{0,258}[A-Za-z0-9_])?");

  private static final Pattern SUBSCRIPTION =
      Pattern.compile("(.+)/subscriptions/([^/]{1,50})", Pattern.CASE_INSENSITIVE);

  /**
   * Reads a path.
   *
   * @param setting the key to blame
   * @param path {@code queue} or {@code topic/subscriptions/name}
   * @throws ConfigException when it is neither
   */
  public static EntityPath parse(String setting, String path) {
    Matcher matcher = SUBSCRIPTION.matcher(path);
    EntityPath entity =
        matcher.matches()
            ? new EntityPath(matcher.group(1), matcher.group(2))
            : new EntityPath(path, null);
    if (!NAME.matcher(entity.name()).matches()
        || (entity.subscription() != null && !NAME.matcher(entity.subscription()).matches())) {
      throw new ConfigException(
          setting
              + ": "
              + path
              + " is neither the name of a queue nor of the form TOPIC/subscriptions/NAME");
    }
    return entity;
  }

  /** Whether a queue or topic may have this name. */
  public static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }

  /** The path as Service Bus writes it. */
  @Override
  public String toString() {
    return subscription == null ? name : name + "/subscriptions/" + subscription;
  }

  /** Checks a list of paths: at least one, each readable, none twice. */
  public static final class ListValidator implements ConfigDef.Validator {
    @Override
    public void ensureValid(String setting, Object value) {
      if (!(value instanceof List<?> paths) || paths.isEmpty()) {
        throw new ConfigException(setting + ": at least one queue or subscription is needed");
      }
      Set<String> seen = new HashSet<>();
      for (Object path : paths) {
        EntityPath entity = parse(setting, path.toString());
        // Names of entities differ in more than case.
        if (!seen.add(entity.toString().toLowerCase(Locale.ROOT))) {
          throw new ConfigException(setting + ": " + entity + " is given twice");
        }
      }
    }

    @Override
    public String toString() {
      return "names of queues, or TOPIC/subscriptions/NAME";
    }
  }
}
