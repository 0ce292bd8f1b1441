package com.babelqueue.connect.source;

import com.babelqueue.connect.broker.NativeText;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.connect.header.Header;

/**
 * Estimates what a record takes in Kafka, from above, so that one the producer would refuse is seen
 * before it is handed over. Stateless.
 */
final class RecordSize {
  /** A batch header, a record header and the lengths of key, value and headers, rounded up. */
  private static final int RECORD_OVERHEAD = 61 + 21 + 15;

  /** The two lengths of a header. */
  private static final int HEADER_OVERHEAD = 10;

  /** The most bytes UTF-8 spends on a UTF-16 unit. */
  private static final int BYTES_PER_CHAR = 3;

  private RecordSize() {}

  static long upperBound(BridgeSourceRecord record) {
    long size = RECORD_OVERHEAD + length(record.key()) + ((byte[]) record.value()).length;
    for (Header header : record.headers()) {
      size += HEADER_OVERHEAD + length(header.key()) + length(header.value());
    }
    return size;
  }

  private static long length(Object value) {
    if (value == null) {
      return 0;
    }
    if (value instanceof byte[] bytes) {
      return bytes.length;
    }
    // Short texts are not worth counting; long ones must not be taken for three times their size.
    String text = value instanceof String string ? string : NativeText.of(value);
    return text.length() <= 256
        ? (long) text.length() * BYTES_PER_CHAR
        : text.getBytes(StandardCharsets.UTF_8).length;
  }
}
