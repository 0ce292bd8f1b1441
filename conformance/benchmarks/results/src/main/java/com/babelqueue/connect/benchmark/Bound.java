package com.babelqueue.connect.benchmark;

import java.util.Locale;

/**
 * What a ratio is to reach. Immutable.
 *
 * @param atLeast whether larger is better; otherwise smaller is
 * @param value the ratio itself
 */
public record Bound(boolean atLeast, double value) {
  /** A ratio that is to be this large or larger. */
  public static Bound atLeast(double value) {
    return new Bound(true, value);
  }

  /** A ratio that is to be this small or smaller. */
  public static Bound atMost(double value) {
    return new Bound(false, value);
  }

  /** Whether a ratio reaches it. */
  public boolean isMetBy(double ratio) {
    return atLeast ? ratio >= value : ratio <= value;
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%s %.2f", atLeast ? ">=" : "<=", value);
  }
}
