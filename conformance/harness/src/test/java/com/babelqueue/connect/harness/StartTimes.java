package com.babelqueue.connect.harness;

import java.util.Locale;

/** Prints how long a server took to start, for the person who reads the build's output. */
final class StartTimes {
  private StartTimes() {}

  static void print(String server, long beganNanos) {
    double seconds = (System.nanoTime() - beganNanos) / 1e9;
    System.out.println(String.format(Locale.ROOT, "[start] %s: %.1f s", server, seconds));
  }
}
