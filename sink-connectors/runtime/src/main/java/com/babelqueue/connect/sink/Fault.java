package com.babelqueue.connect.sink;

import com.babelqueue.connect.envelope.Refusal;

/**
 * Why a record cannot become a message, or why the broker did not take it.
 *
 * @param reason stable, for dead letters, counters and searches
 * @param detail what an operator needs beside it; never the payload
 */
record Fault(String reason, String detail) {
  static final String GATE = "schema_version_gate";
  static final String NULL_VALUE = "null_value";
  static final String VALUE_TYPE = "value_type";
  static final String DELAY = "delay";
  static final String DESTINATION = "destination";
  static final String INTERNAL = "internal_error";

  static Fault of(Refusal refusal) {
    return new Fault(refusal.code(), refusal.description());
  }

  @Override
  public String toString() {
    return reason + " (" + detail + ")";
  }
}
