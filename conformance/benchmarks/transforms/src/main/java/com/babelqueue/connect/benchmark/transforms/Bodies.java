package com.babelqueue.connect.benchmark.transforms;

import java.nio.charset.StandardCharsets;

/** Envelopes of given sizes, like those that SDKs send: the size is in {@code data}. Stateless. */
final class Bodies {
  private static final String HEAD =
      "{\"job\":\"urn:babel:orders:created\",\"trace_id\":\"7b3f9c2e-1a4d-4e8b-9f6a-2c5d8e7f0a1b\","
          + "\"data\":{\"order\":1042";
  private static final String TAIL =
      "},\"meta\":{\"id\":\"f1e2d3c4-b5a6-4789-90ab-cdef01234567\",\"queue\":\"orders\",\"lang\":\"php\","
          + "\"schema_version\":1,\"created_at\":1717430400000},\"attempts\":0}";
  private static final String PAD = ",\"pad\":\"\"";
  private static final String LINE =
      "{\"sku\":\"AB-%05d\",\"qty\":3,\"price_cents\":1299,\"gift\":false,\"note\":\"Caf\u00e9\"}";

  private Bodies() {}

  /**
   * An envelope of exactly that many bytes: an order with a list of lines.
   *
   * @param bytes at least 320
   */
  static byte[] envelope(int bytes) {
    return filled(bytes, ",\"lines\":[", LINE, ",", "]");
  }

  /**
   * An envelope of exactly that many bytes, in which each line of the order is a member with a name
   * of its own. A parser that remembers names has no use of it.
   *
   * @param bytes at least 320
   */
  static byte[] envelopeOfManyNames(int bytes) {
    return filled(
        bytes, ",\"first\":0", ",\"line%1$05d\":" + LINE.replace("%05d", "%1$05d"), "", "");
  }

  private static byte[] filled(int bytes, String begin, String line, String between, String end) {
    int room = bytes - length(HEAD) - length(begin) - length(end) - length(PAD) - length(TAIL);
    StringBuilder lines = new StringBuilder();
    int used = 0;
    for (int i = 0; ; i++) {
      String next = (i == 0 ? "" : between) + line.formatted(i);
      if (used + length(next) > room) {
        break;
      }
      lines.append(next);
      used += length(next);
    }
    int pad = room - used;
    if (pad < 0) {
      throw new IllegalArgumentException("no envelope is as small as " + bytes + " bytes");
    }
    String padding = PAD.substring(0, PAD.length() - 1) + "x".repeat(pad) + '"';
    return (HEAD + begin + lines + end + padding + TAIL).getBytes(StandardCharsets.UTF_8);
  }

  private static int length(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
