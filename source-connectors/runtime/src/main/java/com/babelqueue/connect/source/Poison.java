package com.babelqueue.connect.source;

import com.babelqueue.connect.envelope.Refusal;

/**
 * Why a message cannot become an ordinary record.
 *
 * @param code stable, for headers, counters and searches
 * @param detail what an operator needs beside it; never the payload
 */
record Poison(String code, String detail) {
  static final String GATE = "schema_version_gate";
  static final String MAX_DELIVERIES = "max_deliveries";
  static final String TOPIC = "illegal_topic";
  static final String TIMESTAMP = "timestamp_out_of_range";
  static final String TOO_LARGE = "record_too_large";

  static final String INTERNAL = "internal_error";

  static Poison of(Refusal refusal) {
    return new Poison(refusal.code(), refusal.description());
  }

  boolean isGateRefusal() {
    return code.equals(GATE);
  }
}
