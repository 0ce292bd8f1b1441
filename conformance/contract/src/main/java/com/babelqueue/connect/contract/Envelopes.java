package com.babelqueue.connect.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Numbered envelopes, of today, so that no retention takes them away during a test. */
final class Envelopes {
  private static final long CREATED_AT = System.currentTimeMillis();
  private static final String MARK = "\"number\":";

  private Envelopes() {}

  static String of(int number) {
    return String.format(
        Locale.ROOT,
        "{\"job\":\"urn:babel:orders:created\",\"trace_id\":\"6f1c2a52-9f0e-4d27-8a51-%012d\","
            + "\"data\":{\"number\":%d,\"price\":99.90,\"note\":\"ğ ☕\"},"
            + "\"meta\":{\"id\":\"0b54b1f2-0000-4000-8000-%012d\",\"queue\":\"orders\",\"lang\":\"php\","
            + "\"schema_version\":1,\"created_at\":%d},\"attempts\":0}",
        number,
        number,
        number,
        CREATED_AT);
  }

  static List<String> range(int from, int to) {
    return IntStream.range(from, to).mapToObj(Envelopes::of).toList();
  }

  static int number(ConsumerRecord<byte[], byte[]> record) {
    return number(record.value());
  }

  static int number(byte[] envelope) {
    String body = new String(envelope, UTF_8);
    int start = body.indexOf(MARK) + MARK.length();
    return Integer.parseInt(body.substring(start, body.indexOf(',', start)));
  }

  static long createdAt() {
    return CREATED_AT;
  }
}
