package com.babelqueue.connect.conformance;

import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.babelqueue.connect.conformance.CaseResult.Outcome;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.opentest4j.TestAbortedException;

/**
 * Turns a suite into JUnit tests, one for each case, named by block and case; a
 * {@code @TestFactory} returns what {@link #of} gives.
 *
 * <p>A block without a runner is a test that fails and names it, unless it is listed as not yet
 * covered: then the test is skipped and names what covers it. Each outcome is kept in the module's
 * {@link ResultFile}. Immutable; for any thread, as far as the runners are.
 */
public final class SuiteTests {
  private final Map<String, BlockRunner> runners;
  private final Map<String, String> coveredElsewhere;
  private final Predicate<String> chosen;
  private final ResultFile results;

  /**
   * Tests of every block of a suite.
   *
   * @param runners by block name
   * @param coveredElsewhere by block name, what covers it or why nothing does yet, for a person
   * @throws IllegalArgumentException when a block is in both maps: the listing is out of date
   */
  public SuiteTests(Map<String, BlockRunner> runners, Map<String, String> coveredElsewhere) {
    this(runners, coveredElsewhere, ResultFile.ofRunningModule());
  }

  SuiteTests(
      Map<String, BlockRunner> runners, Map<String, String> coveredElsewhere, ResultFile results) {
    this(Map.copyOf(runners), new TreeMap<>(coveredElsewhere), block -> true, results);
    for (String block : coveredElsewhere.keySet()) {
      if (runners.containsKey(block)) {
        throw new IllegalArgumentException("covered, yet listed as not covered: " + block);
      }
    }
  }

  private SuiteTests(
      Map<String, BlockRunner> runners,
      Map<String, String> coveredElsewhere,
      Predicate<String> chosen,
      ResultFile results) {
    this.runners = runners;
    this.coveredElsewhere = coveredElsewhere;
    this.chosen = chosen;
    this.results = results;
  }

  /** The same tests for the blocks of one broker only, for example {@code kafka}. */
  public SuiteTests onlyGroup(String group) {
    return new SuiteTests(
        runners, coveredElsewhere, block -> (block + ".").startsWith(group + "."), results);
  }

  /**
   * The tests of one suite in a container that is named like it.
   *
   * @throws SuiteException when the suite has no block of the chosen group
   */
  public DynamicContainer of(Suite suite) {
    List<DynamicNode> blocks =
        suite.blocks().stream().filter(chosen).map(block -> node(suite, block)).toList();
    if (blocks.isEmpty()) {
      throw new SuiteException("no block of the chosen group in " + suite);
    }
    return dynamicContainer(suite.toString(), blocks);
  }

  private DynamicNode node(Suite suite, String block) {
    String reason = coveredElsewhere.get(block);
    if (reason != null) {
      String name = block + " is not covered here: " + reason;
      return dynamicTest(
          name,
          () -> {
            System.out.println("[conformance] skipped " + suite + ": " + name);
            for (Case c : suite.cases(block)) {
              keep(suite, c, Outcome.ELSEWHERE, reason);
            }
            Assumptions.abort(name);
          });
    }
    BlockRunner runner = runners.get(block);
    if (runner == null) {
      return dynamicTest(
          block + " is unknown",
          () -> {
            results.add(suite.toString(), block, "", Outcome.UNKNOWN, "no runner knows the block");
            throw new SuiteException("no runner for block " + block + " of " + suite);
          });
    }
    Stream<DynamicNode> cases =
        suite.cases(block).stream()
            .map(c -> dynamicTest(block + " / " + c.name(), () -> run(suite, c, runner)));
    return dynamicContainer(block, cases);
  }

  private void run(Suite suite, Case c, BlockRunner runner) throws Exception {
    try {
      c.run(runner);
    } catch (TestAbortedException e) {
      keep(suite, c, Outcome.SKIPPED, e.getMessage());
      throw e;
    } catch (Exception | AssertionError e) {
      keep(suite, c, Outcome.FAILED, String.valueOf(e.getMessage()));
      throw e;
    }
    keep(suite, c, Outcome.PASSED, "");
  }

  private void keep(Suite suite, Case c, Outcome outcome, String reason) {
    results.add(suite.toString(), c.block(), c.name(), outcome, reason);
  }
}
