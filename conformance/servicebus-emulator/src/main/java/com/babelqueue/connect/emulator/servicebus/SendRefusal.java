package com.babelqueue.connect.emulator.servicebus;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/**
 * What an entity answers to messages it is told not to take.
 *
 * @param condition AMQP's error condition, such as {@code amqp:resource-limit-exceeded}
 * @param marker ASCII text that such messages hold anywhere; empty for all messages. A batch is
 *     refused as a whole
 */
public record SendRefusal(String condition, String marker) {
  /** Refuses every message. */
  public static SendRefusal ofAll(String condition) {
    return new SendRefusal(condition, "");
  }

  boolean meets(byte[] message) {
    return new String(message, ISO_8859_1).contains(marker);
  }
}
