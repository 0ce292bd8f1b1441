package com.babelqueue.connect.conformance.report;

import com.babelqueue.connect.conformance.Case;
import com.babelqueue.connect.conformance.CaseResult;
import com.babelqueue.connect.conformance.CaseResult.Level;
import com.babelqueue.connect.conformance.CaseResult.Outcome;
import com.babelqueue.connect.conformance.Suite;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * The cases of the suites, and what the modules' tests made of them. What the suites hold decides
 * which rows there are, so that a case that no module ran is seen as well. Immutable.
 *
 * @param suites the public suite first, where it is there
 */
record Report(List<SuiteReport> suites) {
  private static final String PUBLIC = "shared/conformance";

  /**
   * Sets results against suites.
   *
   * @param results of the newest run of each case; those of other suites are passed over
   */
  static Report of(List<Suite> suites, List<CaseResult> results) {
    List<SuiteReport> reports = new ArrayList<>();
    for (Suite suite : suites) {
      List<CaseResult> own =
          results.stream().filter(result -> result.suite().equals(suite.toString())).toList();
      List<CaseRow> rows = new ArrayList<>();
      for (String block : suite.blocks()) {
        for (Case c : suite.cases(block)) {
          rows.add(row(c, own));
        }
      }
      List<String> unknown =
          own.stream()
              .filter(result -> result.outcome() == Outcome.UNKNOWN)
              .map(CaseResult::block)
              .toList();
      reports.add(
          new SuiteReport(
              suite.toString(), List.copyOf(rows), List.copyOf(new TreeSet<>(unknown))));
    }
    reports.sort(Comparator.comparing(report -> !report.suite().equals(PUBLIC)));
    return new Report(List.copyOf(reports));
  }

  private static CaseRow row(Case c, List<CaseResult> results) {
    List<CaseResult> own =
        results.stream()
            .filter(result -> result.block().equals(c.block()) && result.name().equals(c.name()))
            .toList();
    return new CaseRow(c.block(), c.name(), verdict(own, Level.UNIT), verdict(own, Level.CLUSTER));
  }

  private static Verdict verdict(List<CaseResult> results, Level level) {
    return Verdict.of(results.stream().filter(result -> result.level() == level).toList());
  }

  Counts counts() {
    return Counts.of(suites.stream().flatMap(suite -> suite.rows().stream()).toList());
  }

  int unknownBlocks() {
    return suites.stream().mapToInt(suite -> suite.unknownBlocks().size()).sum();
  }

  /** Whether nothing failed and every block has a runner wherever it was met. */
  boolean isGood() {
    Counts counts = counts();
    return counts.unitFailed() == 0 && counts.clusterFailed() == 0 && unknownBlocks() == 0;
  }

  /** The counts in one sentence. */
  String summary() {
    Counts counts = counts();
    return counts.cases()
        + " cases; unit: "
        + counts.unit()
        + "; cluster: "
        + counts.cluster()
        + "; ran nowhere: "
        + counts.ranNowhere()
        + "; unknown blocks: "
        + unknownBlocks();
  }
}
