package com.babelqueue.connect.quickstart;

import com.babelqueue.connect.quickstart.scene.NativeMessage;
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
    addHeaders(headers, lines);
    addBody(text(record.value()), lines);
    return lines;
  }

  /** Returns the lines of a message that lies in a queue. */
  static List<String> of(NativeMessage message) {
    List<String> lines = new ArrayList<>();
    lines.add("  native message");
    List<String> properties = new ArrayList<>();
    message.properties().forEach((name, value) -> properties.add(name + "=" + value));
    addHeaders(properties, lines);
    addBody(message.body(), lines);
    return lines;
  }

  private static void addHeaders(List<String> headers, List<String> lines) {
    String label = HEADERS;
    for (String line : Wrapped.joined(headers, "  ", WIDTH)) {
      lines.add(MARGIN + label + (headers.isEmpty() ? "none" : line));
      label = " ".repeat(HEADERS.length());
    }
  }

  private static void addBody(String body, List<String> lines) {
    String label = BODY;
    for (String line : Wrapped.filled(body, WIDTH, BODY_LINES)) {
      lines.add(MARGIN + label + line);
      label = " ".repeat(BODY.length());
    }
  }

  private static String text(byte[] bytes) {
    return bytes == null ? "null" : new String(bytes, StandardCharsets.UTF_8);
  }
}
