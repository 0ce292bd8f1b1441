package com.babelqueue.connect.quickstart;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/** Shows a record: topic, partition, offset, key, headers and the start of the body. */
final class RecordLines {
  private static final String MARGIN = " ".repeat(9);
  private static final String HEADERS = "headers  ";
  private static final String BODY = "body     ";
  private static final int BODY_LINES = 2;
  private static final int WIDTH = Screen.COLUMNS - MARGIN.length() - HEADERS.length();

  private RecordLines() {}

  /**
   * Returns the lines of a record.
   *
   * @param count the running count, for example {@code 3/10}
   * @param remark what a person should see in it; empty for none
   */
  static List<String> of(ConsumerRecord<byte[], byte[]> record, String count, String remark) {
    List<String> lines = new ArrayList<>();
    lines.add(
        Wrapped.cut(
            "%7s  %s  partition %d  offset %d  key %s"
                .formatted(
                    count, record.topic(), record.partition(), record.offset(), text(record.key())),
            Screen.COLUMNS));
    if (!remark.isEmpty()) {
      Wrapped.words(remark, Screen.COLUMNS - MARGIN.length())
          .forEach(line -> lines.add(MARGIN + line));
    }
    List<String> headers = new ArrayList<>();
    for (Header header : record.headers()) {
      headers.add(header.key() + "=" + text(header.value()));
    }
    String label = HEADERS;
    for (String line : Wrapped.joined(headers, "  ", WIDTH)) {
      lines.add(MARGIN + label + (headers.isEmpty() ? "none" : line));
      label = " ".repeat(HEADERS.length());
    }
    label = BODY;
    for (String line : Wrapped.filled(text(record.value()), WIDTH, BODY_LINES)) {
      lines.add(MARGIN + label + line);
      label = " ".repeat(BODY.length());
    }
    return lines;
  }

  private static String text(byte[] bytes) {
    return bytes == null ? "null" : new String(bytes, StandardCharsets.UTF_8);
  }
}
