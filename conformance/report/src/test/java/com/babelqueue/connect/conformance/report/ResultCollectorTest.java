package com.babelqueue.connect.conformance.report;

import static com.babelqueue.connect.conformance.CaseResult.Level.CLUSTER;
import static com.babelqueue.connect.conformance.CaseResult.Level.UNIT;
import static com.babelqueue.connect.conformance.CaseResult.Outcome.FAILED;
import static com.babelqueue.connect.conformance.CaseResult.Outcome.PASSED;
import static com.babelqueue.connect.conformance.report.Results.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.babelqueue.connect.conformance.CaseResult;
import com.babelqueue.connect.conformance.SuiteException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultCollectorTest {
  private static final String LINE =
      "{\"suite\":\"s\",\"block\":\"b\",\"case\":\"%s\",\"level\":\"UNIT\",\"module\":\"m\","
          + "\"run\":1,\"outcome\":\"PASSED\",\"reason\":\"\"}\n";

  @TempDir Path root;

  private void write(String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  @Test
  void findsTheResultsOfAllModulesAndNothingElse() throws IOException {
    write("a/target/conformance/unit.jsonl", LINE.formatted("1") + LINE.formatted("2"));
    write("deep/er/target/conformance/cluster.jsonl", LINE.formatted("3"));
    write("a/target/conformance/notes.txt", "no result");
    write("a/target/classes/target/conformance/unit.jsonl", LINE.formatted("copy"));
    write("a/src/target/conformance/unit.jsonl", LINE.formatted("source"));
    write(".git/target/conformance/unit.jsonl", LINE.formatted("history"));

    assertThat(ResultCollector.collect(root))
        .extracting(CaseResult::name)
        .containsExactlyInAnyOrder("1", "2", "3");
  }

  @Test
  void namesTheFileAndLineThatIsNoResult() throws IOException {
    write("a/target/conformance/unit.jsonl", LINE.formatted("1") + "{\n");
    assertThatThrownBy(() -> ResultCollector.collect(root))
        .isInstanceOf(SuiteException.class)
        .hasMessageContaining("unit.jsonl: line 2");
  }

  @Test
  void aLaterRunReplacesAnEarlierOneOfTheSameModuleAndLevel() {
    CaseResult old = result("gate", "a", UNIT, "m", FAILED, 1);
    CaseResult first = result("gate", "a", UNIT, "m", PASSED, 2);
    CaseResult second = result("gate", "a", UNIT, "m", PASSED, 2);
    CaseResult other = result("gate", "a", UNIT, "n", FAILED, 1);
    CaseResult cluster = result("gate", "a", CLUSTER, "m", FAILED, 1);
    CaseResult another = result("gate", "b", UNIT, "m", FAILED, 1);

    assertThat(ResultCollector.newest(List.of(old, first, second, other, cluster, another)))
        .containsExactly(first, second, other, cluster, another);
  }
}
