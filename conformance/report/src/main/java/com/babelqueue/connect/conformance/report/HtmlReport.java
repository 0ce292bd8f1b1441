package com.babelqueue.connect.conformance.report;

import com.babelqueue.connect.conformance.report.Verdict.State;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** The report for people: one page without anything from outside, for any screen. Stateless. */
final class HtmlReport {
  private static final String HEAD =
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>Conformance</title>
      <style>
      :root { --text: #1c2430; --quiet: #5b6675; --page: #ffffff; --line: #d9dee5; --head: #f3f5f8;
        --passed: #17693a; --failed: #b3261e; --open: #8a5300; }
      @media (prefers-color-scheme: dark) {
        :root { --text: #e4e8ee; --quiet: #9aa6b5; --page: #14181e; --line: #313945; --head: #1d232c;
          --passed: #6fd39a; --failed: #ff8a80; --open: #f2b866; }
      }
      * { box-sizing: border-box; }
      body { margin: 0 auto; padding: 1rem; max-width: 72rem; background: var(--page);
        color: var(--text); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
      h1 { margin: 0 0 .25rem; font-size: 1.6rem; }
      h2 { margin: 2rem 0 .5rem; font-size: 1.2rem; }
      p { margin: .25rem 0; }
      .quiet { color: var(--quiet); }
      .numbers { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .5rem;
        margin: 1rem 0; padding: 0; list-style: none; }
      .numbers li { padding: .5rem .75rem; border: 1px solid var(--line); border-radius: .5rem; }
      .numbers b { display: block; font-size: 1.4rem; font-variant-numeric: tabular-nums; }
      details { border: 1px solid var(--line); border-radius: .5rem; margin: .5rem 0; }
      summary { padding: .5rem .75rem; cursor: pointer; background: var(--head); border-radius: .5rem; }
      summary:focus-visible { outline: 2px solid var(--text); }
      summary span { display: inline-block; margin-left: .75rem; color: var(--quiet); }
      table { width: 100%; border-collapse: collapse; }
      th, td { padding: .4rem .75rem; text-align: left; vertical-align: top;
        border-top: 1px solid var(--line); font-weight: normal; }
      thead th { color: var(--quiet); font-size: .85rem; }
      .passed { color: var(--passed); } .failed { color: var(--failed); font-weight: bold; }
      .open { color: var(--open); }
      small { display: block; color: var(--quiet); }
      @media (max-width: 40rem) {
        thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
        tr { display: block; padding: .4rem 0; border-top: 1px solid var(--line); }
        th, td { display: block; padding: .1rem .75rem; border: 0; }
        tbody th { font-weight: bold; }
        td[data-name]::before { content: attr(data-name) ": "; color: var(--quiet); }
        td:empty { display: none; }
      }
      </style>
      </head>
      <body>
      """;

  private final StringBuilder page = new StringBuilder(HEAD);

  private HtmlReport() {}

  static String write(Report report, Instant made) {
    HtmlReport html = new HtmlReport();
    html.page
        .append("<h1>Conformance</h1>\n<p class=\"quiet\">Made at <time>")
        .append(made)
        .append("</time></p>\n");
    html.numbers(report.counts(), report.unknownBlocks());
    report.suites().forEach(html::suite);
    return html.page.append("</body>\n</html>\n").toString();
  }

  private void numbers(Counts counts, int unknownBlocks) {
    page.append("<ul class=\"numbers\">\n");
    number(counts.cases(), "cases", "");
    number(counts.unitPassed(), "passed at unit level", "passed");
    number(counts.clusterPassed(), "passed through a worker", "passed");
    number(counts.clusterNotApplicable(), "not applicable to a worker", "");
    number(counts.unitFailed() + counts.clusterFailed(), "failed", "failed");
    number(counts.ranNowhere(), "ran nowhere", "open");
    number(unknownBlocks, "unknown blocks", "failed");
    page.append("</ul>\n");
  }

  private void number(int number, String what, String kind) {
    page.append("<li><b")
        .append(number == 0 || kind.isEmpty() ? "" : " class=\"" + kind + "\"")
        .append('>')
        .append(number)
        .append("</b>")
        .append(what)
        .append("</li>\n");
  }

  private void suite(SuiteReport suite) {
    page.append("<h2>Suite ").append(escaped(suite.suite())).append("</h2>\n");
    if (!suite.unknownBlocks().isEmpty()) {
      page.append("<p class=\"failed\">Unknown blocks: ")
          .append(escaped(String.join(", ", suite.unknownBlocks())))
          .append("</p>\n");
    }
    suite.blocks().forEach(this::block);
  }

  private void block(String name, List<CaseRow> rows) {
    Counts counts = Counts.of(rows);
    boolean open = counts.unitFailed() + counts.clusterFailed() + counts.ranNowhere() > 0;
    page.append("<details")
        .append(open ? " open" : "")
        .append("><summary>")
        .append(escaped(name))
        .append("<span>unit ")
        .append(counts.unit())
        .append("</span><span>cluster ")
        .append(counts.cluster())
        .append("</span></summary>\n<table>\n<thead><tr><th scope=\"col\">Case</th>")
        .append("<th scope=\"col\">Unit</th><th scope=\"col\">Cluster</th>")
        .append("<th scope=\"col\">Where not, and why</th></tr></thead>\n<tbody>\n");
    for (CaseRow row : rows) {
      page.append("<tr><th scope=\"row\">").append(escaped(row.name())).append("</th>");
      cell("Unit", row.unit());
      cell("Cluster", row.cluster());
      page.append("<td>").append(escaped(row.reason())).append("</td></tr>\n");
    }
    page.append("</tbody>\n</table>\n</details>\n");
  }

  private void cell(String level, Verdict verdict) {
    page.append("<td data-name=\"").append(level).append("\"><span class=\"");
    page.append(kind(verdict.state())).append("\">").append(verdict.state().text());
    page.append("</span>");
    if (!verdict.by().isEmpty()) {
      page.append("<small>").append(escaped(String.join(", ", verdict.by()))).append("</small>");
    }
    page.append("</td>");
  }

  private static String kind(State state) {
    return switch (state) {
      case PASSED, FAILED -> state.name().toLowerCase(Locale.ROOT);
      case NOT_RUN -> "open";
      case NOT_APPLICABLE -> "quiet";
    };
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
