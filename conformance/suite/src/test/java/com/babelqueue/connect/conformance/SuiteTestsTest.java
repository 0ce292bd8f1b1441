package com.babelqueue.connect.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
        tests(new SuiteTests(Map.of("broker.gate", READS_ALL, "other", c -> {}), Map.of()));

    assertThat(tests).containsOnlyKeys("broker.gate / a", "broker.gate / b", "other / {}");
    for (DynamicTest test : tests.values()) {
      test.getExecutable().execute();
    }
  }

  @Test
  void failsOnABlockWithoutARunnerByItsName() {
    DynamicTest test =
        tests(new SuiteTests(Map.of("other", c -> {}), Map.of())).get("broker.gate is unknown");

    assertThatThrownBy(() -> test.getExecutable().execute())
        .isInstanceOf(SuiteException.class)
        .hasMessageContaining("broker.gate");
  }

  @Test
  void skipsAListedBlockAndNamesItsIssue() {
    DynamicTest test =
        tests(new SuiteTests(Map.of("broker.gate", READS_ALL), Map.of("other", "elsewhere")))
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
    tests(new SuiteTests(Map.of("broker.gate", runner), Map.of("other", "elsewhere")))
        .get("broker.gate / a")
        .getExecutable()
        .execute();
  }

  @Test
  void refusesAListingThatIsOutOfDate() {
    assertThatThrownBy(
            () -> new SuiteTests(Map.of("other", READS_ALL), Map.of("other", "elsewhere")))
        .hasMessageContaining("other");
  }

  @Test
  void runsOneGroupOnItsOwnAndMissesAnEmptyOne() {
    SuiteTests tests = new SuiteTests(Map.of("broker.gate", READS_ALL), Map.of());

    assertThat(tests(tests.onlyGroup("broker"))).hasSize(2);
    assertThatThrownBy(() -> tests.onlyGroup("brok").of(suite)).isInstanceOf(SuiteException.class);
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
