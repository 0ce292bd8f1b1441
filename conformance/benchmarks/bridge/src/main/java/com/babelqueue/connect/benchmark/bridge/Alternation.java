package com.babelqueue.connect.benchmark.bridge;

import java.util.Arrays;

/**
 * Runs two sides in turn, so that what slows the machine down slows both, and keeps the medians.
 *
 * @param subject nanoseconds of the subject's runs
 * @param reference nanoseconds of the reference's runs
 */
record Alternation(long[] subject, long[] reference) {
  /** Runs each side once to warm up and then so many times, in turn. */
  static Alternation of(Side subject, Side reference, int rounds, String name) throws Exception {
    reference.move(name + "-warm-b");
    subject.move(name + "-warm-a");
    long[] a = new long[rounds];
    long[] b = new long[rounds];
    for (int i = 0; i < rounds; i++) {
      // Neither side is always the one that comes after the other.
      if (i % 2 == 0) {
        a[i] = subject.move(name + "-a" + i);
        b[i] = reference.move(name + "-b" + i);
      } else {
        b[i] = reference.move(name + "-b" + i);
        a[i] = subject.move(name + "-a" + i);
      }
    }
    return new Alternation(a, b);
  }

  double subjectRate(int messages) {
    return messages / (median(subject) / 1e9);
  }

  double referenceRate(int messages) {
    return messages / (median(reference) / 1e9);
  }

  private static double median(long[] values) {
    long[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2.0;
  }
}
