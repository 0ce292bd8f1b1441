package com.babelqueue.connect.harness;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/** Reads the bytes of a record as UTF-8 text, for assertions. Stateless; for any thread. */
public final class RecordText {
  private RecordText() {}

  /** A record's headers as {@code name=text}, in their order. */
  public static List<String> headers(ConsumerRecord<byte[], byte[]> record) {
    List<String> headers = new ArrayList<>();
    for (Header header : record.headers()) {
      headers.add(header.key() + "=" + text(header.value()));
    }
    return headers;
  }

  /** The last header of a name; null when there is none. */
  public static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    Header header = record.headers().lastHeader(name);
    return header == null ? null : text(header.value());
  }

  /** Null for null. */
  public static String text(byte[] bytes) {
    return bytes == null ? null : new String(bytes, UTF_8);
  }
}
