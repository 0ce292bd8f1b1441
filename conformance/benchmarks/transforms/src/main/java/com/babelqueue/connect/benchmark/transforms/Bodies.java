package com.babelqueue.connect.benchmark.transforms;

import java.nio.charset.StandardCharsets;

/** Envelopes of given sizes, like those that SDKs send: the size is in {@code data}. Stateless. */
final class Bodies {
  private static final String HEAD =
      "{\"job\":\"urn:babel:orders:created\",\"trace_id\":\"7b3f9c2e-1a4d-4e8b-9f6a-2c5d8e7f0a1b\",\"data\":{";
  private static final String TAIL =
      "},\"meta\":{\"id\":\"f1e2d3c4-b5a6-4789-90ab-cdef01234567\",\"queue\":\"orders\",\"lang\":\"php\","
          + "\"schema_version\":1,\"created_at\":1717430400000},\"attempts\":0}";
  private static final String LINE =
      "\"line%05d\":{\"sku\":\"AB-%05d\",\"qty\":3,\"price_cents\":1299,\"gift\":false,\"note\":\"Caf\u00e9\"}";

  private Bodies() {}

  /**
   * An envelope of exactly that many bytes.
   *
   * @param bytes at least 320
   */
  static byte[] envelope(int bytes) {
    int room = bytes - length(HEAD) - length(TAIL);
    StringBuilder data = new StringBuilder("\"order\":1042");
    for (int line = 0; ; line++) {
      String next = "," + LINE.formatted(line, line);
      if (length(data) + length(next) + length(",\"pad\":\"\"") > room) {
        break;
      }
      data.append(next);
    }
    int pad = room - length(data) - length(",\"pad\":\"\"");
    if (pad < 0) {
      throw new IllegalArgumentException("no envelope is as small as " + bytes + " bytes");
    }
    data.append(",\"pad\":\"").append("x".repeat(pad)).append('"');
    return (HEAD + data + TAIL).getBytes(StandardCharsets.UTF_8);
  }

  private static int length(CharSequence text) {
    return text.toString().getBytes(StandardCharsets.UTF_8).length;
  }
}
