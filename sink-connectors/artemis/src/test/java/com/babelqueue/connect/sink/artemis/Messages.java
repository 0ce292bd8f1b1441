package com.babelqueue.connect.sink.artemis;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Numbered envelopes for tests. */
final class Messages {
  private Messages() {}

  static List<String> envelopes(int from, int to) {
    return IntStream.range(from, to).mapToObj(Messages::envelope).toList();
  }

  static String envelope(int number) {
    return String.format(
        Locale.ROOT,
        "{\"job\":\"urn:babel:orders:created\",\"trace_id\":\"6f1c2a52-9f0e-4d27-8a51-%012d\","
            + "\"data\":{\"n\":%d,\"price\":99.90,\"note\":\"naïve ☕\"},"
            + "\"meta\":{\"id\":\"0b54b1f2-0000-4000-8000-%012d\",\"queue\":\"orders\","
            + "\"lang\":\"php\",\"schema_version\":1,\"created_at\":1716700000123},\"attempts\":2}",
        number,
        number,
        number);
  }
}
