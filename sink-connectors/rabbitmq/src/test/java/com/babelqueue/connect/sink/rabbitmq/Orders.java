package com.babelqueue.connect.sink.rabbitmq;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Envelopes that are told apart by a number. Stateless. */
final class Orders {
  private Orders() {}

  static List<String> envelopes(int from, int to) {
    List<String> envelopes = new ArrayList<>();
    for (int number = from; number < to; number++) {
      envelopes.add(envelope(number));
    }
    return envelopes;
  }

  static String envelope(int number) {
    return String.format(
        Locale.ROOT,
        "{\"job\":\"urn:babel:orders:created\",\"trace_id\":\"trace-%d\",\"data\":{\"n\":%d},"
            + "\"meta\":{\"id\":\"id-%d\",\"queue\":\"orders\",\"lang\":\"php\","
            + "\"schema_version\":1,\"created_at\":1700000000000},\"attempts\":2}",
        number,
        number,
        number);
  }
}
