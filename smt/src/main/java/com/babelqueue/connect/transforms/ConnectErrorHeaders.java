package com.babelqueue.connect.transforms;

import com.babelqueue.connect.envelope.HeaderText;
import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.kafka.connect.header.Headers;

/**
 * The headers with which a worker explains a record in its dead-letter queue, when {@code
 * errors.deadletterqueue.context.headers.enable} is set (DeadLetterQueueReporter of Connect 3.9 to
 * 4.3). Stateless.
 */
final class ConnectErrorHeaders {
  /** The topic the failed record was consumed from. */
  static final String TOPIC = "__connect.errors.topic";

  /** What the worker was doing: a constant of Connect's Stage. */
  static final String STAGE = "__connect.errors.stage";

  /** Class name of the exception. */
  static final String EXCEPTION_CLASS = "__connect.errors.exception.class.name";

  /** Message of the exception; null when it had none. */
  static final String EXCEPTION_MESSAGE = "__connect.errors.exception.message";

  private static final String PREFIX = "__connect.errors.";

  private ConnectErrorHeaders() {}

  static boolean isPresent(Headers headers) {
    return !names(headers).isEmpty();
  }

  /** The text of a header; null when it is absent, null or no text. */
  static String text(Headers headers, String name) {
    return HeaderText.of(HeaderText.last(headers, name));
  }

  static void removeAll(Headers headers) {
    names(headers).forEach(headers::remove);
  }

  private static Set<String> names(Headers headers) {
    Set<String> names = new LinkedHashSet<>();
    headers.forEach(
        header -> {
          if (header.key().startsWith(PREFIX)) {
            names.add(header.key());
          }
        });
    return names;
  }
}
