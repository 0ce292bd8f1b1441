package com.babelqueue.connect.conformance.report;

import java.time.Instant;
import java.util.List;

/** The report for a repository's pages, and the table of badges for the README. Stateless. */
final class MarkdownReport {
  private MarkdownReport() {}

  static String write(Report report, Instant made) {
    StringBuilder text = new StringBuilder("# Conformance\n\n");
    text.append(report.summary()).append(". Made at ").append(made).append(".\n");
    for (SuiteReport suite : report.suites()) {
      text.append("\n## Suite ").append(cell(suite.suite())).append("\n\n");
      if (!suite.unknownBlocks().isEmpty()) {
        text.append("Unknown blocks: ")
            .append(cell(String.join(", ", suite.unknownBlocks())))
            .append("\n\n");
      }
      text.append(badges(suite));
      text.append("\n| Block | Case | Unit | Cluster | Where not, and why |\n");
      text.append("| --- | --- | --- | --- | --- |\n");
      for (CaseRow row : suite.rows()) {
        text.append("| ")
            .append(cell(row.block()))
            .append(" | ")
            .append(cell(row.name()))
            .append(" | ")
            .append(verdict(row.unit()))
            .append(" | ")
            .append(verdict(row.cluster()))
            .append(" | ")
            .append(cell(row.reason()))
            .append(" |\n");
      }
    }
    return text.toString();
  }

  /** One line a block: how many cases it has, and how many of them pass at each level. */
  static String badges(SuiteReport suite) {
    StringBuilder text = new StringBuilder("| Block | Cases | Unit passed | Cluster passed |\n");
    text.append("| --- | ---: | --- | --- |\n");
    suite.blocks().forEach((block, rows) -> badge(text, "`" + block + "`", rows));
    badge(text, "**all**", suite.rows());
    return text.toString();
  }

  private static void badge(StringBuilder text, String name, List<CaseRow> rows) {
    Counts counts = Counts.of(rows);
    text.append("| ")
        .append(name)
        .append(" | ")
        .append(counts.cases())
        .append(" | ")
        .append(counts.unit())
        .append(" | ")
        .append(counts.cluster())
        .append(" |\n");
  }

  private static String verdict(Verdict verdict) {
    String by = verdict.by().isEmpty() ? "" : " (" + String.join(", ", verdict.by()) + ")";
    return cell(verdict.state().text() + by);
  }

  /** Text that is a cell of a table and nothing else. */
  private static String cell(String text) {
    return text.replace("\\", "\\\\")
        .replace("|", "\\|")
        .replace("<", "&lt;")
        .replaceAll("\\R", " ");
  }
}
