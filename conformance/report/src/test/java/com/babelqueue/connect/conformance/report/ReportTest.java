package com.babelqueue.connect.conformance.report;

import static com.babelqueue.connect.conformance.CaseResult.Level.CLUSTER;
import static com.babelqueue.connect.conformance.CaseResult.Level.UNIT;
import static com.babelqueue.connect.conformance.CaseResult.Outcome.ELSEWHERE;
import static com.babelqueue.connect.conformance.CaseResult.Outcome.FAILED;
import static com.babelqueue.connect.conformance.CaseResult.Outcome.PASSED;
import static com.babelqueue.connect.conformance.CaseResult.Outcome.SKIPPED;
import static com.babelqueue.connect.conformance.CaseResult.Outcome.UNKNOWN;
import static com.babelqueue.connect.conformance.report.Results.result;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.conformance.CaseResult;
import com.babelqueue.connect.conformance.report.Verdict.State;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
  @TempDir Path directory;

  private Report report(CaseResult... results) throws IOException {
    return Report.of(List.of(Results.suite(directory)), List.of(results));
  }

  private CaseRow row(String name, CaseResult... results) throws IOException {
    return report(results).suites().get(0).rows().stream()
        .filter(row -> row.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void listsEveryCaseOfASuiteWhetherItRanOrNot() throws IOException {
    Report report = report(result("gate", "gone", UNIT, "m", FAILED));

    assertThat(report.suites().get(0).rows())
        .extracting(CaseRow::name)
        .containsExactly("a", "b", "c", "x|<y>");
    assertThat(report.counts()).isEqualTo(new Counts(4, 0, 0, 0, 0, 0, 0, 4));
    assertThat(report.suites().get(0).rows())
        .allSatisfy(row -> assertThat(row.reason()).contains("unit: no module ran it"));
    assertThat(report.isGood()).isTrue();
  }

  @Test
  void onePassIsAPassWhateverOthersLeaveOut() throws IOException {
    CaseRow row =
        row(
            "a",
            result("gate", "a", UNIT, "m/2", PASSED),
            result("gate", "a", UNIT, "m/1", PASSED),
            result("gate", "a", UNIT, "m/1", PASSED),
            result("gate", "a", UNIT, "m/3", SKIPPED),
            result("gate", "a", UNIT, "m/4", ELSEWHERE));

    assertThat(row.unit())
        .isEqualTo(new Verdict(State.PASSED, List.of("m/1", "m/2"), "not by m/3: SKIPPED in m/3"));
    assertThat(row.cluster().state()).isEqualTo(State.NOT_RUN);
    assertThat(row.ranNowhere()).isFalse();
  }

  @Test
  void oneFailureIsAFailureWhoeverElsePasses() throws IOException {
    CaseResult[] results = {
      result("gate", "a", CLUSTER, "m/1", PASSED), result("gate", "a", CLUSTER, "m/2", FAILED)
    };

    assertThat(row("a", results).cluster())
        .isEqualTo(new Verdict(State.FAILED, List.of("m/2"), "FAILED in m/2"));
    assertThat(report(results).isGood()).isFalse();
    assertThat(report(results).counts().clusterFailed()).isEqualTo(1);
    assertThat(report(result("gate", "a", UNIT, "m/2", FAILED)).isGood()).isFalse();
  }

  @Test
  void tellsWhyACaseIsNotApplicable() throws IOException {
    CaseRow row = row("b", result("gate", "b", CLUSTER, "m", SKIPPED));

    assertThat(row.cluster().state()).isEqualTo(State.NOT_APPLICABLE);
    assertThat(row.reason()).contains("; cluster: SKIPPED in m");
    assertThat(row.ranNowhere()).isFalse();
  }

  @Test
  void aBlockThatIsLeftToOthersRanNowhereWhenTheyDidNot() throws IOException {
    CaseRow row = row("b", result("gate", "b", UNIT, "m", ELSEWHERE));

    assertThat(row.ranNowhere()).isTrue();
    assertThat(row.unit().reason()).isEqualTo("no module ran it in this build; ELSEWHERE in m");
  }

  @Test
  void countsUnknownBlocks() throws IOException {
    Report report =
        report(
            result("gate", "", UNIT, "m", UNKNOWN),
            result("gate", "", UNIT, "other", UNKNOWN),
            result("gate", "a", UNIT, "m", PASSED));

    assertThat(report.unknownBlocks()).isEqualTo(1);
    assertThat(report.suites().get(0).unknownBlocks()).containsExactly("gate");
    assertThat(report.isGood()).isFalse();
  }

  @Test
  void passesOverOtherSuites() throws IOException {
    CaseResult other = new CaseResult("other/suite", "gate", "a", UNIT, "m", 1, FAILED, "x");
    assertThat(report(other).isGood()).isTrue();
    assertThat(report(other).counts().ranNowhere()).isEqualTo(4);
  }
}
