package com.babelqueue.connect.quickstart;

import java.util.ArrayList;
import java.util.List;

/** One numbered step of the retry loop. */
@FunctionalInterface
interface LoopStep {
  /** Has the step happen, or waits for it. */
  Sight take() throws InterruptedException;

  /**
   * What was seen of a step.
   *
   * @param place the topic or queue
   * @param attempts what the message says; empty for a step without one
   * @param text what happened, for a person
   * @param details lines below it
   * @param faults what is not as it must be
   * @param reached whether it happened at all; where it did not, none of the next can
   */
  record Sight(
      String place,
      String attempts,
      String text,
      List<String> details,
      List<String> faults,
      boolean reached) {

    /** A step that happened. */
    static Sight of(String place, String attempts, String text, List<String> faults) {
      return new Sight(place, attempts, text, List.of(), faults, true);
    }

    /** A step that did not happen. */
    static Sight missing(String place, String fault) {
      return new Sight(place, "", "missing", List.of(), List.of(fault), false);
    }

    /** Adds faults to those that are known. */
    Sight withFaults(List<String> more) {
      List<String> all = new ArrayList<>(faults);
      all.addAll(more);
      return new Sight(place, attempts, text, details, all, reached);
    }

    /** Adds lines below. */
    Sight withDetails(List<String> lines) {
      return new Sight(place, attempts, text, List.copyOf(lines), faults, reached);
    }

    /** Returns the line for the screen, in columns. */
    String line() {
      String counter = attempts.isEmpty() ? "" : "attempts " + attempts;
      return "%-20s  %-10s  %s".formatted(place, counter, text);
    }
  }
}
