package com.babelqueue.connect.broker.rabbitmq;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.rabbitmq.client.BasicProperties;
import java.util.Map;

/**
 * Measures a message's content header, which AMQP 0-9-1 cannot split over frames: what is larger
 * than the frame size agreed with the broker cannot be sent, however small the body. The client
 * finds out too, but only after it has counted the message as published.
 *
 * <p>Stateless; for any thread.
 */
public final class HeaderFrame {
  /** Frame, class, weight, body size, flags, and the one-byte properties. */
  private static final int FIXED_BYTES = 32;

  /** A field's type and the length of its value. */
  private static final int FIELD_BYTES = 5;

  private HeaderFrame() {}

  /**
   * The bytes of the frame, never too few.
   *
   * @param properties with a header table of numbers, text and byte arrays
   */
  public static int size(BasicProperties properties) {
    int size =
        FIXED_BYTES
            + shortText(properties.getType())
            + shortText(properties.getCorrelationId())
            + shortText(properties.getMessageId())
            + shortText(properties.getAppId())
            + shortText(properties.getContentType())
            + shortText(properties.getContentEncoding());
    if (properties.getHeaders() != null) {
      size += Integer.BYTES;
      for (Map.Entry<String, Object> header : properties.getHeaders().entrySet()) {
        size += shortText(header.getKey()) + FIELD_BYTES + value(header.getValue());
      }
    }
    return size;
  }

  private static int shortText(String text) {
    return text == null ? 0 : 1 + text.getBytes(UTF_8).length;
  }

  private static int value(Object value) {
    if (value instanceof String text) {
      return text.getBytes(UTF_8).length;
    }
    return value instanceof byte[] bytes ? bytes.length : Long.BYTES;
  }
}
