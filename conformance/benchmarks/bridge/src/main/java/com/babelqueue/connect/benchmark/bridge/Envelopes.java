package com.babelqueue.connect.benchmark.bridge;

import java.nio.charset.StandardCharsets;

/** The envelope that is moved: 330 bytes, as an SDK would send it. Stateless. */
final class Envelopes {
  static final byte[] SMALL =
      ("{\"job\":\"urn:babel:orders:created\",\"trace_id\":\"7b3f9c2e-1a4d-4e8b-9f6a-2c5d8e7f0a1b\","
              + "\"data\":{\"order_id\":1042,\"customer\":\"ACME\",\"total_cents\":1299,\"gift\":false,\"note\":\"please ring twice!!\"},"
              + "\"meta\":{\"id\":\"f1e2d3c4-b5a6-4789-90ab-cdef01234567\",\"queue\":\"orders\","
              + "\"lang\":\"php\",\"schema_version\":1,\"created_at\":1717430400000},\"attempts\":0}")
          .getBytes(StandardCharsets.UTF_8);

  private Envelopes() {}
}
