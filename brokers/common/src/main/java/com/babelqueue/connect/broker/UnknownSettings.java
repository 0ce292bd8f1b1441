package com.babelqueue.connect.broker;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigDef;

/**
 * Finds settings that look like ours but are not: a mistyped key is otherwise ignored by Connect
 * and its default silently used.
 *
 * <p>A key is ours when its first dotted segment begins one of the definition's own keys; Connect's
 * keys (transforms, converters, errors, producer overrides) begin with others.
 */
public final class UnknownSettings {
  /** First segments that Connect itself uses, whatever else begins with them. */
  private static final Set<String> FRAMEWORK =
      Set.of(
          "name",
          "connector",
          "tasks",
          "key",
          "value",
          "header",
          "transforms",
          "predicates",
          "errors",
          "topic",
          "topics",
          "producer",
          "consumer",
          "admin",
          "exactly",
          "transaction",
          "offsets",
          "config");

  private UnknownSettings() {}

  /**
   * Lists the unknown keys under our prefixes, in alphabetical order.
   *
   * @param props the settings as posted
   * @param def the definition that knows the allowed keys
   * @param allowed further keys, and prefixes that end in a dot, that are fine
   */
  public static List<Unknown> in(
      Map<String, String> props, ConfigDef def, Collection<String> allowed) {
    Set<String> known = def.names();
    Set<String> prefixes =
        known.stream().map(UnknownSettings::firstSegment).collect(Collectors.toSet());
    prefixes.removeAll(FRAMEWORK);
    List<Unknown> found = new ArrayList<>();
    for (String key : new TreeSet<>(props.keySet())) {
      if (prefixes.contains(firstSegment(key))
          && !known.contains(key)
          && allowed.stream().noneMatch(fine -> matches(fine, key))) {
        found.add(new Unknown(key, nearest(key, known)));
      }
    }
    return found;
  }

  private static boolean matches(String allowed, String key) {
    return allowed.endsWith(".") ? key.startsWith(allowed) : key.equals(allowed);
  }

  private static String firstSegment(String key) {
    int dot = key.indexOf('.');
    return dot < 0 ? key : key.substring(0, dot);
  }

  private static String nearest(String key, Set<String> known) {
    String best = null;
    int bestDistance = Integer.MAX_VALUE;
    for (String candidate : new TreeSet<>(known)) {
      int distance = distance(key, candidate);
      if (distance < bestDistance) {
        bestDistance = distance;
        best = candidate;
      }
    }
    return best;
  }

  /** The number of single-character edits between two names (Levenshtein). */
  private static int distance(String a, String b) {
    int[] previous = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] current = new int[b.length() + 1];
      current[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int substituted = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(substituted, Math.min(previous[j], current[j - 1]) + 1);
      }
      previous = current;
    }
    return previous[b.length()];
  }

  /**
   * A key that no definition knows.
   *
   * @param key as posted
   * @param nearest the known key that is spelled most like it
   */
  public record Unknown(String key, String nearest) {
    /** What to tell the person who mistyped it. */
    public String message() {
      return "Unknown setting " + key + "; the nearest known one is " + nearest;
    }
  }
}
