package com.babelqueue.connect.broker;

import java.util.List;

/**
 * Says which headers travel between a broker and Kafka, from names in which {@code *} stands for
 * any text. Immutable; any thread may use it.
 */
public final class HeaderFilter {
  private final List<String> include;
  private final List<String> exclude;

  /**
   * @param include names that travel
   * @param exclude names that do not, stronger than {@code include}
   */
  public HeaderFilter(List<String> include, List<String> exclude) {
    this.include = List.copyOf(include);
    this.exclude = List.copyOf(exclude);
  }

  /** Whether a header of this name travels. */
  public boolean carries(String name) {
    return anyMatches(include, name) && !anyMatches(exclude, name);
  }

  private static boolean anyMatches(List<String> patterns, String name) {
    for (String pattern : patterns) {
      if (matches(pattern, name)) {
        return true;
      }
    }
    return false;
  }

  /** Greedy wildcard match that backtracks to the last star only, so it is linear in practice. */
  private static boolean matches(String pattern, String name) {
    int p = 0;
    int n = 0;
    int star = -1;
    int resume = 0;
    while (n < name.length()) {
      if (p < pattern.length() && pattern.charAt(p) == '*') {
        star = p++;
        resume = n;
      } else if (p < pattern.length() && pattern.charAt(p) == name.charAt(n)) {
        p++;
        n++;
      } else if (star >= 0) {
        p = star + 1;
        n = ++resume;
      } else {
        return false;
      }
    }
    while (p < pattern.length() && pattern.charAt(p) == '*') {
      p++;
    }
    return p == pattern.length();
  }
}
