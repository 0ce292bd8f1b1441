package com.babelqueue.connect.conformance.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One suite in the report. Immutable.
 *
 * @param suite the directory's name and that of its parent
 * @param rows every case, in the manifest's order
 * @param unknownBlocks blocks that a module met without a runner for them
 */
record SuiteReport(String suite, List<CaseRow> rows, List<String> unknownBlocks) {

  Counts counts() {
    return Counts.of(rows);
  }

  /** The rows of each block, in the manifest's order. */
  Map<String, List<CaseRow>> blocks() {
    Map<String, List<CaseRow>> blocks = new LinkedHashMap<>();
    for (CaseRow row : rows) {
      blocks.computeIfAbsent(row.block(), block -> new ArrayList<>()).add(row);
    }
    return blocks;
  }
}
