package com.babelqueue.connect.benchmark.bridge;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Runs two sides in turn, so that what slows the machine down slows both, and keeps the medians.
 *
 * @param subject the subject's runs
 * @param reference the reference's runs
 */
record Alternation(List<Move> subject, List<Move> reference) {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double CPU_MESSAGES = 100_000;

  /** Ends a warm-up whose runs are too short to fill its time. */
  private static final int MOST_WARM_UPS = 20;

  /**
   * Runs each side to warm up and then so many times, in turn.
   *
   * @param warmUp how long the subject's runs to warm up take together, at least; one is made in
   *     any case
   */
  static Alternation of(Side subject, Side reference, int rounds, Duration warmUp, String name)
      throws Exception {
    long left = warmUp.toNanos();
    int warmUps = 0;
    do {
      // In this order, since the reference learns from what the subject wrote.
      left -= subject.move(name + "-warm-a" + warmUps).nanos();
      reference.move(name + "-warm-b" + warmUps);
      warmUps++;
    } while (left > 0 && warmUps < MOST_WARM_UPS);
    List<Move> a = new ArrayList<>();
    List<Move> b = new ArrayList<>();
    for (int i = 0; i < rounds; i++) {
      // Neither side is always the one that comes after the other.
      if (i % 2 == 0) {
        a.add(run(subject, name + "-a" + i));
        b.add(run(reference, name + "-b" + i));
      } else {
        b.add(run(reference, name + "-b" + i));
        a.add(run(subject, name + "-a" + i));
      }
    }
    return new Alternation(a, b);
  }

  private static Move run(Side side, String name) throws Exception {
    Move move = side.move(name);
    System.out.printf(
        Locale.ROOT,
        "%s: %.3f s, %.3f s of processor time%n",
        name,
        move.nanos() / NANOS_PER_SECOND,
        move.cpu().toNanos() / NANOS_PER_SECOND);
    return move;
  }

  /** Messages a second: the median of runs that moved so many each. */
  static double rate(List<Move> runs, int messages) {
    return messages / (median(runs, Move::nanos) / NANOS_PER_SECOND);
  }

  /** Seconds of processor time for 100,000 messages: the median of runs that moved so many each. */
  static double cpuSeconds(List<Move> runs, int messages) {
    double nanos = median(runs, run -> run.cpu().toNanos());
    return nanos / NANOS_PER_SECOND * (CPU_MESSAGES / messages);
  }

  /** Milliseconds until the first message arrived: the median. */
  static double firstMillis(List<Move> runs) {
    return median(runs, Move::firstNanos) / NANOS_PER_MILLI;
  }

  private static double median(List<Move> runs, ToDoubleFunction<Move> figure) {
    double[] sorted = runs.stream().mapToDouble(figure).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
