package com.babelqueue.connect.conformance.report;

import com.babelqueue.connect.conformance.report.Verdict.State;

/** One case of a suite in the report. Immutable. */
record CaseRow(String block, String name, Verdict unit, Verdict cluster) {

  boolean failed() {
    return unit.state() == State.FAILED || cluster.state() == State.FAILED;
  }

  /** Whether nothing at all shows this case, not even a reason why it cannot be shown. */
  boolean ranNowhere() {
    return unit.state() == State.NOT_RUN && cluster.state() == State.NOT_RUN;
  }

  /** What there is to say about passes that are missing, by the level; often empty. */
  String reason() {
    String ofUnit = unit.reason().isEmpty() ? "" : "unit: " + unit.reason();
    String ofCluster = cluster.reason().isEmpty() ? "" : "cluster: " + cluster.reason();
    return ofUnit + (ofUnit.isEmpty() || ofCluster.isEmpty() ? "" : "; ") + ofCluster;
  }
}
