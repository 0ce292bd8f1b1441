package com.babelqueue.connect.source;

/** Envelopes for tests of the runtime, as an SDK would write them. */
final class TestEnvelopes {
  /** The production time in all of them. */
  static final long CREATED_AT = 1_749_132_727_000L;

  private TestEnvelopes() {}

  static String numbered(int number) {
    return with("{\"n\":" + number + "}", CREATED_AT);
  }

  static String createdAt(long millis) {
    return with("{}", millis);
  }

  static String with(String data, long createdAt) {
    return of("f1e2d3c4-b5a6-4789-90ab-cdef01234567", data, createdAt);
  }

  /** A message of its own id; an empty one is an id that was left out. */
  static String identified(String id, int number) {
    return of(id, "{\"n\":" + number + "}", CREATED_AT);
  }

  private static String of(String id, String data, long createdAt) {
    return "{\"job\":\"urn:babel:orders:created\",\"trace_id\":\"7b3f9c2a-e41d-4f88-9b2a-1c0d5e6f7a8b\",\"data\":"
        + data
        + ",\"meta\":{\"id\":\""
        + id
        + "\",\"queue\":\"orders\",\"lang\":\"php\","
        + "\"schema_version\":1,\"created_at\":"
        + createdAt
        + "},\"attempts\":0}";
  }
}
