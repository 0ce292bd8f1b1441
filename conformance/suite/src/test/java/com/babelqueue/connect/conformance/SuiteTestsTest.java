package com.babelqueue.connect.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

class SuiteTestsTest {
  private static final BlockRunner READS_ALL =
      c -> {
        c.fields().passOver("name");
        c.fields().integer("x");
        c.shared().passOver("rule");
      };

  @TempDir Path directory;
  private Suite suite;

  @BeforeEach
  void write() throws IOException {
    Files.writeString(
        directory.resolve("manifest.json"),
        "{\"schema_version\":1,\"broker\":{\"gate\":{\"rule\":1,\"cases\":"
            + "[{\"name\":\"a\",\"x\":1},{\"name\":\"b\",\"x\":2}]}},\"other\":{\"cases\":[{}]}}");
    suite = Suite.load(directory);
  }

  @Test
  void makesOneNamedTestOfEachCase() throws Throwable {
    Map<String, DynamicTest> tests =
        tests(
            new SuiteTests(
                Map.of("broker.gate", READS_ALL, "other", c -> {}), Map.of(), results()));

    assertThat(tests).containsOnlyKeys("broker.gate / a", "broker.gate / b", "other / {}");
    for (DynamicTest test : tests.values()) {
      test.getExecutable().execute();
    }
  }

  @Test
  void failsOnABlockWithoutARunnerByItsName() {
    DynamicTest test =
        tests(new SuiteTests(Map.of("other", c -> {}), Map.of(), results()))
            .get("broker.gate is unknown");

    assertThatThrownBy(() -> test.getExecutable().execute())
        .isInstanceOf(SuiteException.class)
        .hasMessageContaining("broker.gate");
  }

  @Test
  void skipsAListedBlockAndNamesItsIssue() {
    DynamicTest test =
        tests(
                new SuiteTests(
                    Map.of("broker.gate", READS_ALL), Map.of("other", "elsewhere"), results()))
            .get("other is not covered here: elsewhere");

    assertThatThrownBy(() -> test.getExecutable().execute())
        .isInstanceOf(TestAbortedException.class);
  }

  @Test
  void failsOnKeysThatNobodyRead() {
    assertUnread(
        c -> {
          c.fields().passOver("name");
          c.shared().passOver("rule");
        },
        "broker.gate / a: keys that the runner does not know: [x]");
    assertUnread(
        c -> {
          c.fields().passOver("name");
          c.fields().passOver("x");
        },
        "broker.gate: keys that the runner does not know: [rule]");
  }

  private void assertUnread(BlockRunner runner, String message) {
    assertThatThrownBy(() -> execute(runner)).hasMessage(message);
  }

  @Test
  void namesTheCaseInAFailureAndLeavesASkipASkip() {
    assertThatThrownBy(() -> execute(c -> assertThat(1).isEqualTo(2)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(suite + ": broker.gate / a: ");
    assertThatThrownBy(() -> execute(c -> Assumptions.abort("cannot be")))
        .isInstanceOf(TestAbortedException.class)
        .hasMessageContaining("cannot be");
  }

  private void execute(BlockRunner runner) throws Throwable {
    tests(new SuiteTests(Map.of("broker.gate", runner), Map.of("other", "elsewhere"), results()))
        .get("broker.gate / a")
        .getExecutable()
        .execute();
  }

  @Test
  void refusesAListingThatIsOutOfDate() {
    assertThatThrownBy(
            () ->
                new SuiteTests(Map.of("other", READS_ALL), Map.of("other", "elsewhere"), results()))
        .hasMessageContaining("other");
  }

  @Test
  void runsOneGroupOnItsOwnAndMissesAnEmptyOne() {
    SuiteTests tests = new SuiteTests(Map.of("broker.gate", READS_ALL), Map.of(), results());

    assertThat(tests(tests.onlyGroup("broker"))).hasSize(2);
    assertThatThrownBy(() -> tests.onlyGroup("brok").of(suite)).isInstanceOf(SuiteException.class);
  }

  @Test
  void keepsWhatCameOfEachCase() {
    BlockRunner onlyA =
        c -> {
          if (c.name().equals("b")) {
            Assumptions.abort("cannot be\nshown");
          }
          READS_ALL.run(c);
        };
    SuiteTests half = new SuiteTests(Map.of("broker.gate", onlyA), Map.of("other", "o"), results());
    assertThat(execute(tests(half))).isEqualTo(2);
    BlockRunner fails = c -> assertThat(c.name()).isEqualTo("a canary");
    SuiteTests none = new SuiteTests(Map.of("broker.gate", fails), Map.of(), results());
    assertThat(execute(tests(none))).isEqualTo(3);

    assertThat(ResultFile.read(directory.resolve("kept/cluster.jsonl")))
        .allSatisfy(
            result -> {
              assertThat(result.suite()).isEqualTo(suite.toString());
              assertThat(result.module()).isEqualTo("some/module");
              assertThat(result.level()).isEqualTo(CaseResult.Level.CLUSTER);
              assertThat(result.run()).isPositive();
            })
        .extracting(result -> result.block() + "/" + result.name() + " " + result.outcome())
        .containsExactly(
            "broker.gate/a PASSED",
            "broker.gate/b SKIPPED",
            "other/{} ELSEWHERE",
            "broker.gate/a FAILED",
            "broker.gate/b FAILED",
            "other/ UNKNOWN");
    assertThat(ResultFile.read(directory.resolve("kept/cluster.jsonl")))
        .extracting(CaseResult::reason)
        .startsWith("", "cannot be", "o")
        .endsWith("no runner knows the block");
  }

  /** How many of the tests end otherwise than well. */
  private static long execute(Map<String, DynamicTest> tests) {
    return tests.values().stream()
        .filter(test -> catchThrowable(() -> test.getExecutable().execute()) != null)
        .count();
  }

  private ResultFile results() {
    return new ResultFile(directory.resolve("kept"), CaseResult.Level.CLUSTER, "some/module");
  }

  private Map<String, DynamicTest> tests(SuiteTests tests) {
    Map<String, DynamicTest> found = new LinkedHashMap<>();
    collect(tests.of(suite), found);
    return found;
  }

  private static void collect(DynamicNode node, Map<String, DynamicTest> found) {
    if (node instanceof DynamicContainer container) {
      container.getChildren().forEach(child -> collect(child, found));
    } else {
      found.put(node.getDisplayName(), (DynamicTest) node);
    }
  }
}
