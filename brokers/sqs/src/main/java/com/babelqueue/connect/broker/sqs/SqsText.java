package com.babelqueue.connect.broker.sqs;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * The text that SQS takes: bodies and values of attributes hold TAB, LF, CR and every character
 * from U+0020 on but U+FFFE and U+FFFF (surrogates only in pairs). Stateless.
 */
public final class SqsText {
  private static final int LAST_BEFORE_NONCHARACTERS = 0xFFFD;

  private SqsText() {}

  /**
   * Reads a message's body as the text to send.
   *
   * @return null when the bytes are no UTF-8 or hold a character that SQS refuses, so that no text
   *     would arrive as these very bytes
   */
  public static String ofBody(byte[] body) {
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
    return isLegal(text) ? text : null;
  }

  /** Whether SQS takes every character of a text. */
  static boolean isLegal(String text) {
    int c;
    for (int i = 0; i < text.length(); i += Character.charCount(c)) {
      c = text.codePointAt(i);
      if (!isLegal(c)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isLegal(int c) {
    return (c >= ' ' && c < Character.MIN_SURROGATE)
        || (c > Character.MAX_SURROGATE && c <= LAST_BEFORE_NONCHARACTERS)
        || c >= Character.MIN_SUPPLEMENTARY_CODE_POINT
        || c == '\t'
        || c == '\n'
        || c == '\r';
  }

  /** How many bytes a text counts for against SQS's limits. */
  static int size(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
