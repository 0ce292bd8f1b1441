package com.babelqueue.connect.conformance;

import java.util.List;

/** Texts of the chains' records, in which an apostrophe stands for a quotation mark. */
final class ChainTexts {
  static final String TRACE = "7b3f9c2a-e41d-4f88-9b2a-1c0d5e6f7a8b";
  static final String ID = "f1e2d3c4-b5a6-4789-90ab-cdef01234567";
  private static final String META =
      "'id':'" + ID + "','queue':'q','lang':'php','schema_version':1,'created_at':1749132727000";

  private ChainTexts() {}

  /** The six headers of an envelope of {@link #envelope}. */
  static String[] projected(String urn, int attempts) {
    return new String[] {
      "bq-job=" + urn,
      "bq-trace-id=" + TRACE,
      "bq-message-id=" + ID,
      "bq-schema-version=1",
      "bq-source-lang=php",
      "bq-attempts=" + attempts
    };
  }

  /**
   * An envelope as a producer writes it.
   *
   * @param more members after the last; empty for none
   */
  static String envelope(String urn, String data, String more) {
    return json(
        "{'job':'"
            + urn
            + "','trace_id':'"
            + TRACE
            + "','data':"
            + data
            + ",'meta':{"
            + META
            + "},'attempts':0"
            + more
            + "}");
  }

  static ChainInput input(String topic, String json) {
    return new ChainInput(topic, json(json));
  }

  static ChainOutput out(String topic, String value, String... headers) {
    return new ChainOutput(topic, List.of(headers), value);
  }

  static String json(String text) {
    return text.replace('\'', '"');
  }
}
