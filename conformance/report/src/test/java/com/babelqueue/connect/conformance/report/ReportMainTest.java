package com.babelqueue.connect.conformance.report;

import static com.babelqueue.connect.conformance.CaseResult.Level.CLUSTER;
import static com.babelqueue.connect.conformance.CaseResult.Level.UNIT;
import static com.babelqueue.connect.conformance.CaseResult.Outcome.FAILED;
import static com.babelqueue.connect.conformance.CaseResult.Outcome.PASSED;
import static com.babelqueue.connect.conformance.CaseResult.Outcome.SKIPPED;
import static com.babelqueue.connect.conformance.report.Results.result;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.conformance.CaseResult;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportMainTest {
  @TempDir Path directory;
  private String console;

  @BeforeEach
  void write() throws IOException {
    List<CaseResult> results =
        List.of(
            result("gate", "a", UNIT, "m", PASSED),
            result("gate", "b", UNIT, "m", PASSED),
            result("gate", "a", CLUSTER, "n", PASSED),
            result("gate", "b", CLUSTER, "n", SKIPPED),
            result("odd<&|", "x|<y>", CLUSTER, "<m>", FAILED));
    Report report = Report.of(List.of(Results.suite(directory)), results);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (PrintStream stream = new PrintStream(out, true, UTF_8)) {
      ReportMain.write(
          report, directory.resolve("out"), Instant.ofEpochSecond(1800000000), false, stream);
    }
    console = out.toString(UTF_8);
  }

  private String read(String name) throws IOException {
    return Files.readString(directory.resolve("out").resolve(name));
  }

  @Test
  void printsTheTableForTheReadmeWhatFailedAndThePathLast() {
    assertThat(console)
        .contains("| `gate` | 3 | 2 of 3 | 1 of 3, 1 not applicable |\n")
        .contains("| **all** | 4 | 2 of 4 | 1 of 4, 1 failed, 1 not applicable |\n")
        .contains("[conformance] FAILED odd<&| / x|<y>")
        .contains("ran nowhere: 1; unknown blocks: 0");
    assertThat(console.lines().reduce((one, next) -> next).orElse(""))
        .startsWith("[conformance] report: ")
        .endsWith("conformance.html");
  }

  @Test
  void writesJsonThatHoldsEverything() throws IOException {
    JsonNode json = new ObjectMapper().readTree(read("conformance.json"));

    assertThat(json.path("good").booleanValue()).isFalse();
    assertThat(json.at("/counts/cases").intValue()).isEqualTo(4);
    assertThat(json.at("/suites/0/cases")).hasSize(4);
    assertThat(json.at("/suites/0/cases/1/cluster/outcome").textValue())
        .isEqualTo("not applicable");
    assertThat(json.at("/suites/0/cases/1/cluster/reason").textValue()).isEqualTo("SKIPPED in n");
    assertThat(json.at("/suites/0/cases/0/unit/by/0").textValue()).isEqualTo("m");
    assertThat(json.at("/suites/0/blocks/0/cluster_passed").intValue()).isEqualTo(1);
  }

  @Test
  void writesAPageThatNeedsNothingFromOutsideAndShowsTextAsText() throws IOException {
    String page = read("conformance.html");

    assertThat(page)
        .startsWith("<!DOCTYPE html>")
        .contains("prefers-color-scheme: dark", "name=\"viewport\"")
        .contains("x|&lt;y&gt;", "odd&lt;&amp;|", "&lt;m&gt;")
        .doesNotContain("<y>", "<m>", "http", "src=", "href=", "url(", "@import", "<script");
    assertThat(page.split("<tr><th scope=\"row\">", -1)).hasSize(5);
    assertThat(page.split("<details open>", -1)).as("what needs a look is open").hasSize(3);
  }

  @Test
  void writesMarkdownWhoseTablesHold() throws IOException {
    assertThat(read("conformance.md").lines().filter(line -> line.contains("x\\|")).toList())
        .singleElement()
        .asString()
        .startsWith("| odd&lt;&\\| | x\\|&lt;y> | not run | failed (&lt;m>) | unit: no module");
  }
}
