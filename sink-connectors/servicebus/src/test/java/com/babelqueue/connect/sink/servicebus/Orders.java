package com.babelqueue.connect.sink.servicebus;

import java.util.Locale;

/** Numbered envelopes. */
final class Orders {
  static final long CREATED_AT = 1_749_132_727_000L;

  private Orders() {}

  static String envelope(int number) {
    return envelope(number, "ğ ☕");
  }

  /** An envelope with a number in its data and its ids. */
  static String envelope(int number, String note) {
    return String.format(
        Locale.ROOT,
        "{\"job\":\"urn:babel:orders:created\",\"trace_id\":\"%s\","
            + "\"data\":{\"number\":%d,\"price\":99.90,\"note\":\"%s\"},\"meta\":{\"id\":\"%s\","
            + "\"queue\":\"orders\",\"lang\":\"php\",\"schema_version\":1,"
            + "\"created_at\":%d},\"attempts\":0}",
        traceId(number),
        number,
        note,
        id(number),
        CREATED_AT);
  }

  static String traceId(int number) {
    return String.format(Locale.ROOT, "6f1c2a52-9f0e-4d27-8a51-%012d", number);
  }

  static String id(int number) {
    return String.format(Locale.ROOT, "0b54b1f2-0000-4000-8000-%012d", number);
  }
}
