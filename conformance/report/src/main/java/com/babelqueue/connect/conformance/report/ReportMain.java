package com.babelqueue.connect.conformance.report;

import com.babelqueue.connect.conformance.Suite;
import com.babelqueue.connect.conformance.SuiteDirectories;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;

/**
 * Collects the conformance results of a build, writes the report, and says whether it is good.
 *
 * <p>Ends with code 0 when nothing failed and no block is unknown, with 1 otherwise; a partial
 * report ends well, because what it shows of modules that were not built may be of an earlier day.
 */
public final class ReportMain {
  private ReportMain() {}

  /**
   * Writes {@code conformance.json}, {@code .md} and {@code .html}.
   *
   * @param args the root of the checkout, the folder to write to, and {@code partial} for a build
   *     that leaves modules out
   * @throws IOException when the report cannot be written
   */
  public static void main(String[] args) throws IOException {
    System.setProperty(SuiteDirectories.ROOT_PROPERTY, args[0]);
    Path root = Path.of(args[0]);
    List<Suite> suites = SuiteDirectories.loadAll();
    Report report = Report.of(suites, ResultCollector.collect(root));
    boolean partial = args.length > 2 && args[2].equals("partial");
    write(report, Path.of(args[1]), Clock.systemUTC().instant(), partial, System.out);
    if (!report.isGood() && !partial) {
      System.exit(1);
    }
  }

  static void write(Report report, Path folder, Instant made, boolean partial, PrintStream console)
      throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("conformance.json"), JsonReport.write(report, made));
    Files.writeString(folder.resolve("conformance.md"), MarkdownReport.write(report, made));
    Path page = folder.resolve("conformance.html");
    Files.writeString(page, HtmlReport.write(report, made));
    for (SuiteReport suite : report.suites()) {
      console.println("[conformance] " + suite.suite() + ":");
      console.println(MarkdownReport.badges(suite));
      for (CaseRow row : suite.rows()) {
        if (row.failed()) {
          console.println("[conformance] FAILED " + row.block() + " / " + row.name());
        }
      }
      suite.unknownBlocks().forEach(b -> console.println("[conformance] UNKNOWN block " + b));
    }
    if (partial) {
      console.println("[conformance] a partial build: results of other modules may be old");
    }
    console.println("[conformance] " + report.summary());
    console.println("[conformance] report: " + page);
  }
}
