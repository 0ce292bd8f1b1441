package com.babelqueue.connect.conformance.report;

import com.babelqueue.connect.conformance.CaseResult;
import com.babelqueue.connect.conformance.CaseResult.Outcome;
import java.util.List;
import java.util.Locale;

/**
 * What all modules together say about one case at one level. Immutable.
 *
 * @param state the worst of what ran; of what did not run, the one that explains most
 * @param by the modules that say so, sorted
 * @param reason why it did not pass, or who could not show it although others did; empty when there
 *     is nothing to say
 */
record Verdict(State state, List<String> by, String reason) {
  private static final String NOBODY = "no module ran it in this build";

  /** From what ends a build to what says nothing. */
  enum State {
    FAILED,
    PASSED,
    NOT_APPLICABLE,
    NOT_RUN;

    String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /** One failure is a failure, whoever else passes; else one pass is a pass. */
  static Verdict of(List<CaseResult> results) {
    for (Outcome outcome : List.of(Outcome.FAILED, Outcome.PASSED, Outcome.SKIPPED)) {
      List<CaseResult> same = results.stream().filter(r -> r.outcome() == outcome).toList();
      if (!same.isEmpty()) {
        String reason = outcome == Outcome.PASSED ? exceptions(results) : reasons(same);
        return new Verdict(state(outcome), modules(same), reason);
      }
    }
    List<CaseResult> elsewhere =
        results.stream().filter(r -> r.outcome() == Outcome.ELSEWHERE).toList();
    String reason = elsewhere.isEmpty() ? NOBODY : NOBODY + "; " + reasons(elsewhere);
    return new Verdict(State.NOT_RUN, List.of(), reason);
  }

  private static State state(Outcome outcome) {
    return switch (outcome) {
      case FAILED -> State.FAILED;
      case PASSED -> State.PASSED;
      case SKIPPED -> State.NOT_APPLICABLE;
      case ELSEWHERE, UNKNOWN -> State.NOT_RUN;
    };
  }

  private static List<String> modules(List<CaseResult> results) {
    return results.stream().map(CaseResult::module).distinct().sorted().toList();
  }

  private static String exceptions(List<CaseResult> results) {
    return String.join(
        "; ",
        results.stream()
            .filter(result -> result.outcome() == Outcome.SKIPPED)
            .map(result -> "not by " + result.module() + ": " + result.reason())
            .distinct()
            .toList());
  }

  private static String reasons(List<CaseResult> results) {
    return String.join(
        "; ",
        results.stream().map(CaseResult::reason).filter(r -> !r.isEmpty()).distinct().toList());
  }
}
