package com.babelqueue.connect.quickstart;

import com.babelqueue.connect.quickstart.scene.SentMessage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * The record that a sent message must become.
 *
 * @param broker the broker it was sent to
 * @param topic where it must arrive; empty where the connector's settings leave it to the message
 */
record Expectation(String broker, SentMessage message, Optional<String> topic) {
  /** The header with a message's id. */
  static final String ID = "bq-message-id";

  /** Stands for the text of a header that is not there. */
  static final String MISSING = "missing";

  private static final String TOPIC = "kafka.topic";
  private static final String DEAD_LETTER_TOPIC = "dead.letter.topic";
  private static final String TOPIC_VARIABLE = "${topic}";

  static Expectation of(String broker, SentMessage message, ConnectorFile connector) {
    String topic = connector.setting(TOPIC);
    if (message.deadLetter()) {
      topic =
          connector
              .config()
              .getOrDefault(DEAD_LETTER_TOPIC, TOPIC_VARIABLE + ".dlq")
              .replace(TOPIC_VARIABLE, topic);
    }
    return new Expectation(
        broker, message, topic.contains("${") ? Optional.empty() : Optional.of(topic));
  }

  /** Says whether a record comes from the message, right or not: by its id, else by its body. */
  boolean isAbout(ConsumerRecord<byte[], byte[]> record) {
    String id = message.headers().get(ID);
    return id == null ? hasBody(record) : id.equals(text(record.headers().lastHeader(ID)));
  }

  private boolean hasBody(ConsumerRecord<byte[], byte[]> record) {
    return Arrays.equals(message.body().getBytes(StandardCharsets.UTF_8), record.value());
  }

  /** Returns what is not as it must be; empty when all is well. */
  List<String> differences(ConsumerRecord<byte[], byte[]> record) {
    List<String> found = new ArrayList<>();
    if (topic.isPresent() && !topic.get().equals(record.topic())) {
      found.add("topic is " + record.topic() + " instead of " + topic.get());
    }
    found.addAll(headerDifferences(message.headers(), record));
    if (!hasBody(record)) {
      found.add("the body is not the one sent");
    }
    return found;
  }

  /** Returns which headers are not as they must be; there may be others. */
  static List<String> headerDifferences(
      Map<String, String> headers, ConsumerRecord<byte[], byte[]> record) {
    List<String> found = new ArrayList<>();
    for (Map.Entry<String, String> header : new TreeMap<>(headers).entrySet()) {
      String value = text(record.headers().lastHeader(header.getKey()));
      if (!header.getValue().equals(value)) {
        found.add(header.getKey() + " is " + value + " instead of " + header.getValue());
      }
    }
    return found;
  }

  /** Returns a header's text; {@value #MISSING} where there is none. */
  static String text(Header header) {
    return header == null || header.value() == null
        ? MISSING
        : new String(header.value(), StandardCharsets.UTF_8);
  }
}
