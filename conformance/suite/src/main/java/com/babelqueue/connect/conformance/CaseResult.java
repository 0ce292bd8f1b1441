package com.babelqueue.connect.conformance;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/**
 * What came of one case in one run of a module's tests: a line in that module's {@link ResultFile}.
 * Immutable.
 *
 * @param suite the directory's name and that of its parent
 * @param block path of the block
 * @param name the case; empty when the block has no runner, so that its cases are not known
 * @param level where it ran
 * @param module the module whose tests ran it, as a path below the root
 * @param run when the run began, in milliseconds since the epoch: a later run replaces an earlier
 *     one
 * @param outcome what came of it
 * @param reason why it did not pass; empty when it did
 */
public record CaseResult(
    String suite,
    String block,
    @JsonProperty("case") String name,
    Level level,
    String module,
    long run,
    Outcome outcome,
    String reason) {

  /** Where a case runs. */
  public enum Level {
    /** The code itself, under surefire. */
    UNIT,
    /** Built plugin jars in a worker, with real brokers, under failsafe. */
    CLUSTER;

    /** The level's name in files and reports. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What may come of a case. */
  public enum Outcome {
    PASSED,
    FAILED,
    /** It cannot be shown here; the reason says why. */
    SKIPPED,
    /** The module leaves the block to other tests; the reason names them. */
    ELSEWHERE,
    /** No runner knows the block. */
    UNKNOWN
  }
}
