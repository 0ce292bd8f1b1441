package com.babelqueue.connect.envelope;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.header.Headers;

/**
 * Reads header values as text, whatever a header converter or a broker's client made of them
 * (CON-1, HDR-6). Stateless; for any thread.
 */
public final class HeaderText {
  private HeaderText() {}

  /**
   * The text of one value: strict UTF-8 for bytes, decimal for numbers.
   *
   * @param value may be null; a buffer's position is not moved
   * @return null when the value is null, bytes that are not UTF-8, or neither text nor a single
   *     value
   */
  public static String of(Object value) {
    if (value instanceof CharSequence text) {
      return text.toString();
    }
    if (value instanceof byte[] bytes) {
      return Utf8.decode(bytes);
    }
    if (value instanceof ByteBuffer bytes) {
      return Utf8.decode(bytes);
    }
    if (value instanceof BigDecimal decimal) {
      return decimal.toPlainString();
    }
    if (value instanceof Number || value instanceof Boolean || value instanceof Character) {
      return value.toString();
    }
    return null;
  }

  /**
   * The value of the last header of that name, which is the one that counts (KFK-5); null if none.
   */
  public static Object last(Headers headers, String name) {
    Header last = headers.lastWithName(name);
    return last == null ? null : last.value();
  }
}
