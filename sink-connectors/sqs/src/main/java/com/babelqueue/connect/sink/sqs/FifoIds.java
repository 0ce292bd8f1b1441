package com.babelqueue.connect.sink.sqs;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.babelqueue.connect.sink.OutboundMessage;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The two ids of a message on a FIFO queue (SQS-3). Stateless. */
final class FifoIds {
  private static final int MAX_LENGTH = 128;

  private FifoIds() {}

  /**
   * Whether SQS takes a text as an id: up to 128 letters, digits and punctuation marks of ASCII.
   */
  static boolean isLegal(String id) {
    return id != null
        && !id.isEmpty()
        && id.length() <= MAX_LENGTH
        && id.chars().allMatch(c -> c > ' ' && c <= '~');
  }

  /**
   * The deduplication id: {@code meta.id}, or its digest where SQS would not take it. A body
   * without one gets a digest of where its record lies, the same however often it is sent.
   */
  static String deduplication(OutboundMessage message) {
    String id = message.envelope() == null ? null : message.envelope().id();
    if (id == null) {
      return digest(message.location());
    }
    return isLegal(id) ? id : digest(id);
  }

  private static String digest(String text) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
