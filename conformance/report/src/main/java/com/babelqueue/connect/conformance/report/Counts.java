package com.babelqueue.connect.conformance.report;

import com.babelqueue.connect.conformance.report.Verdict.State;
import java.util.List;
import java.util.function.Function;

/**
 * How many cases stand where. Immutable.
 *
 * @param unitNotApplicable cases that cannot be shown at unit level, with a reason
 * @param clusterNotApplicable cases that cannot be shown through a worker, with a reason
 * @param ranNowhere cases of which nothing is known at either level
 */
record Counts(
    int cases,
    int unitPassed,
    int unitFailed,
    int unitNotApplicable,
    int clusterPassed,
    int clusterFailed,
    int clusterNotApplicable,
    int ranNowhere) {

  static Counts of(List<CaseRow> rows) {
    return new Counts(
        rows.size(),
        count(rows, CaseRow::unit, State.PASSED),
        count(rows, CaseRow::unit, State.FAILED),
        count(rows, CaseRow::unit, State.NOT_APPLICABLE),
        count(rows, CaseRow::cluster, State.PASSED),
        count(rows, CaseRow::cluster, State.FAILED),
        count(rows, CaseRow::cluster, State.NOT_APPLICABLE),
        (int) rows.stream().filter(CaseRow::ranNowhere).count());
  }

  private static int count(List<CaseRow> rows, Function<CaseRow, Verdict> level, State state) {
    return (int) rows.stream().filter(row -> level.apply(row).state() == state).count();
  }

  /** The cell of a table, such as {@code 12 of 18, 6 not applicable}. */
  static String cell(int passed, int failed, int notApplicable, int cases) {
    return passed
        + " of "
        + cases
        + (failed == 0 ? "" : ", " + failed + " failed")
        + (notApplicable == 0 ? "" : ", " + notApplicable + " not applicable");
  }

  String unit() {
    return cell(unitPassed, unitFailed, unitNotApplicable, cases);
  }

  String cluster() {
    return cell(clusterPassed, clusterFailed, clusterNotApplicable, cases);
  }
}
