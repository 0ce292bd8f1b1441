package com.babelqueue.connect.config;

import java.util.Objects;

/**
 * A name in which {@code *} stands for any text, the empty one included; everything else, case too,
 * must be as written. Immutable; any thread may use it.
 */
public final class WildcardPattern {
  private final String pattern;

  /**
   * @param pattern literal text with stars, not null
   */
  public WildcardPattern(String pattern) {
    this.pattern = Objects.requireNonNull(pattern, "pattern");
  }

  /**
   * Whether a whole name fits.
   *
   * <p>Greedy, and backtracks to the last star only, so it is linear in practice.
   */
  public boolean matches(String name) {
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

  /** The pattern as written. */
  @Override
  public String toString() {
    return pattern;
  }
}
