package com.babelqueue.connect.conformance;

import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;

/**
 * Turns a suite into JUnit tests, one for each case, named by block and case; a
 * {@code @TestFactory} returns what {@link #of} gives.
 *
 * <p>A block without a runner is a test that fails and names it, unless it is listed as not yet
 * covered: then the test is skipped and names the issue. Immutable; for any thread, as far as the
 * runners are.
 */
public final class SuiteTests {
  private final Map<String, BlockRunner> runners;
  private final Map<String, String> coveredElsewhere;
  private final Predicate<String> chosen;

  /**
   * Tests of every block of a suite.
   *
   * @param runners by block name
   * @param coveredElsewhere by block name, what covers it or why nothing does yet, for a person
   * @throws IllegalArgumentException when a block is in both maps: the listing is out of date
   */
  public SuiteTests(Map<String, BlockRunner> runners, Map<String, String> coveredElsewhere) {
    this(Map.copyOf(runners), new TreeMap<>(coveredElsewhere), block -> true);
    for (String block : coveredElsewhere.keySet()) {
      if (runners.containsKey(block)) {
        throw new IllegalArgumentException("covered, yet listed as not covered: " + block);
      }
    }
  }

  private SuiteTests(
      Map<String, BlockRunner> runners,
      Map<String, String> coveredElsewhere,
      Predicate<String> chosen) {
    this.runners = runners;
    this.coveredElsewhere = coveredElsewhere;
    this.chosen = chosen;
  }

  /** The same tests for the blocks of one broker only, for example {@code kafka}. */
  public SuiteTests onlyGroup(String group) {
    return new SuiteTests(
        runners, coveredElsewhere, block -> (block + ".").startsWith(group + "."));
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
            Assumptions.abort(name);
          });
    }
    BlockRunner runner = runners.get(block);
    if (runner == null) {
      return dynamicTest(
          block + " is unknown",
          () -> {
            throw new SuiteException("no runner for block " + block + " of " + suite);
          });
    }
    Stream<DynamicNode> cases =
        suite.cases(block).stream()
            .map(c -> dynamicTest(block + " / " + c.name(), () -> c.run(runner)));
    return dynamicContainer(block, cases);
  }
}
