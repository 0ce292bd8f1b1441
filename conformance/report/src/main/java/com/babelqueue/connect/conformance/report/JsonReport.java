package com.babelqueue.connect.conformance.report;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;

/** The report for programs. Stateless. */
final class JsonReport {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private JsonReport() {}

  static String write(Report report, Instant made) {
    ObjectNode root = JSON.createObjectNode();
    root.put("made_at", made.toString());
    root.put("good", report.isGood());
    root.put("unknown_blocks", report.unknownBlocks());
    addCounts(root.putObject("counts"), report.counts());
    ArrayNode suites = root.putArray("suites");
    for (SuiteReport suite : report.suites()) {
      ObjectNode node = suites.addObject();
      node.put("suite", suite.suite());
      addCounts(node.putObject("counts"), suite.counts());
      suite.unknownBlocks().forEach(node.putArray("unknown_blocks")::add);
      ArrayNode blocks = node.putArray("blocks");
      suite
          .blocks()
          .forEach(
              (block, rows) -> addCounts(blocks.addObject().put("block", block), Counts.of(rows)));
      addCases(node.putArray("cases"), suite.rows());
    }
    return root.toPrettyString() + "\n";
  }

  private static void addCases(ArrayNode cases, List<CaseRow> rows) {
    for (CaseRow row : rows) {
      ObjectNode node = cases.addObject().put("block", row.block()).put("case", row.name());
      addVerdict(node.putObject("unit"), row.unit());
      addVerdict(node.putObject("cluster"), row.cluster());
    }
  }

  private static void addVerdict(ObjectNode node, Verdict verdict) {
    node.put("outcome", verdict.state().text());
    verdict.by().forEach(node.putArray("by")::add);
    if (!verdict.reason().isEmpty()) {
      node.put("reason", verdict.reason());
    }
  }

  private static void addCounts(ObjectNode node, Counts counts) {
    node.put("cases", counts.cases())
        .put("unit_passed", counts.unitPassed())
        .put("unit_failed", counts.unitFailed())
        .put("unit_not_applicable", counts.unitNotApplicable())
        .put("cluster_passed", counts.clusterPassed())
        .put("cluster_failed", counts.clusterFailed())
        .put("cluster_not_applicable", counts.clusterNotApplicable())
        .put("ran_nowhere", counts.ranNowhere());
  }
}
