package com.babelqueue.connect.conformance.report;

import com.babelqueue.connect.conformance.CaseResult;
import com.babelqueue.connect.conformance.CaseResult.Level;
import com.babelqueue.connect.conformance.CaseResult.Outcome;
import com.babelqueue.connect.conformance.Suite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A small suite, and what may come of its cases. */
final class Results {
  private Results() {}

  /** A suite with the block {@code gate} of the cases a, b and c, and the block {@code odd<&|}. */
  static Suite suite(Path directory) throws IOException {
    Path folder = Files.createDirectories(directory.resolve("my/suite"));
    Files.writeString(
        folder.resolve("manifest.json"),
        "{\"schema_version\":1,\"gate\":{\"cases\":[{\"name\":\"a\"},{\"name\":\"b\"},"
            + "{\"name\":\"c\"}]},\"odd<&|\":{\"cases\":[{\"name\":\"x|<y>\"}]}}");
    return Suite.load(folder);
  }

  static CaseResult result(String block, String name, Level level, String module, Outcome outcome) {
    return result(block, name, level, module, outcome, 1);
  }

  static CaseResult result(
      String block, String name, Level level, String module, Outcome outcome, long run) {
    String reason = outcome == Outcome.PASSED ? "" : outcome + " in " + module;
    return new CaseResult("my/suite", block, name, level, module, run, outcome, reason);
  }
}
