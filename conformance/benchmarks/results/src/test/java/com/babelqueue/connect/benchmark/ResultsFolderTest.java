package com.babelqueue.connect.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsFolderTest {
  @TempDir Path folder;

  @Test
  void aRunReplacesItsOwnChapterOnly() throws IOException {
    ResultsFolder results = new ResultsFolder(folder);
    results.write("first", "run first", List.of(result(2.0, Bound.atMost(1.5))));
    results.write("second", "run second", List.of(result(0.95, Bound.atLeast(0.9))));
    results.write("first", "run first", List.of(result(1.25, Bound.atMost(1.5))));

    String json = Files.readString(folder.resolve("benchmarks.json"));
    assertThat(json).contains("\"ratio\" : 1.25", "\"ratio\" : 0.95").doesNotContain("2.0,");
    assertThat(Files.readString(folder.resolve("benchmarks.md")))
        .contains("## first", "run second", "<= 1.50 met", ">= 0.90 met", "B/op 512");
  }

  @Test
  void aMissedBoundIsShownAsMissed() throws IOException {
    new ResultsFolder(folder).write("only", "run", List.of(result(0.42, Bound.atLeast(0.9))));

    assertThat(Files.readString(folder.resolve("benchmarks.md"))).contains(">= 0.90 **missed**");
    assertThat(Files.readString(folder.resolve("only.svg")))
        .contains("0.42", "#c8501e", "a &amp; b")
        .doesNotContain("#3b7dd8");
  }

  private static Result result(double ratio, Bound bound) {
    return new Result(
        "a & b", "330 bytes", "scan", "ns", ratio * 100, 100, ratio, bound, Map.of("B/op", 512.0));
  }
}
