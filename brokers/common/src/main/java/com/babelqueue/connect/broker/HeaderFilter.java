package com.babelqueue.connect.broker;

import com.babelqueue.connect.config.WildcardPattern;
import java.util.List;

/**
 * Says which headers travel between a broker and Kafka, from names in which {@code *} stands for
 * any text. Immutable; any thread may use it.
 */
public final class HeaderFilter {
  private final List<WildcardPattern> include;
  private final List<WildcardPattern> exclude;

  /**
   * @param include names that travel
   * @param exclude names that do not, stronger than {@code include}
   */
  public HeaderFilter(List<String> include, List<String> exclude) {
    this.include = include.stream().map(WildcardPattern::new).toList();
    this.exclude = exclude.stream().map(WildcardPattern::new).toList();
  }

  /** Whether a header of this name travels. */
  public boolean carries(String name) {
    return anyMatches(include, name) && !anyMatches(exclude, name);
  }

  private static boolean anyMatches(List<WildcardPattern> patterns, String name) {
    for (WildcardPattern pattern : patterns) {
      if (pattern.matches(name)) {
        return true;
      }
    }
    return false;
  }
}
