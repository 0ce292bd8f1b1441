package com.babelqueue.connect.quickstart;

import com.babelqueue.connect.harness.RecordText;
import com.babelqueue.connect.quickstart.scene.PlainEnvelope;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * A topic that a message of the retry loop passes, and how its record must look there (contract 2.4
 * and 4).
 *
 * @param topic the topic
 * @param envelope the message, with the attempts that body and header must say
 * @param headers what must stand beside the envelope's own headers
 * @param absent headers that must not be there
 * @param dead whether the body must have a {@code dead_letter} block
 */
record Checkpoint(
    String topic,
    PlainEnvelope envelope,
    Map<String, String> headers,
    List<String> absent,
    boolean dead) {
  static final String ATTEMPTS = "bq-attempts";
  static final String DELAY = "bq-delay";
  static final String ORIGINAL_TOPIC = "bq-original-topic";
  static final String BYPASS = "bq-replay-bypass";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String BLOCK = "dead_letter";
  private static final String REASON = "failed";

  /** In its work topic: the first time, or back from a retry topic. */
  static Checkpoint work(String topic, PlainEnvelope envelope) {
    return new Checkpoint(topic, envelope, Map.of(), List.of(DELAY, ORIGINAL_TOPIC), false);
  }

  /** In a retry topic, after a refusal. */
  static Checkpoint parked(String topic, PlainEnvelope envelope, long delayMs, String workTopic) {
    return new Checkpoint(
        topic,
        envelope,
        Map.of(DELAY, Long.toString(delayMs), ORIGINAL_TOPIC, workTopic),
        List.of(),
        false);
  }

  /** In the dead-letter topic, after the last refusal. */
  static Checkpoint dead(String topic, PlainEnvelope envelope, String workTopic) {
    return new Checkpoint(topic, envelope, Map.of(ORIGINAL_TOPIC, workTopic), List.of(DELAY), true);
  }

  /** In its work topic again, out of the dead-letter topic. */
  static Checkpoint redriven(String topic, PlainEnvelope envelope) {
    return new Checkpoint(
        topic, envelope, Map.of(BYPASS, "1"), List.of(DELAY, ORIGINAL_TOPIC), false);
  }

  /** Returns what is not as it must be; empty when all is well. */
  List<String> differences(ConsumerRecord<byte[], byte[]> record) {
    Map<String, String> wanted = new HashMap<>(envelope.kafkaHeaders(envelope.attempts()));
    wanted.putAll(headers);
    List<String> found = new ArrayList<>(Expectation.headerDifferences(wanted, record));
    for (String name : absent) {
      if (record.headers().lastHeader(name) != null) {
        found.add(name + " is still there");
      }
    }
    String body = RecordText.text(record.value());
    if (dead) {
      found.addAll(blockDifferences(body));
    } else if (!envelope.body().equals(body)) {
      found.add("the body is not the one sent with attempts " + envelope.attempts());
    }
    return found;
  }

  private List<String> blockDifferences(String body) {
    List<String> found = new ArrayList<>();
    String sent = envelope.body();
    String open = sent.substring(0, sent.length() - 1) + ",\"" + BLOCK + "\":{";
    if (body == null || !body.startsWith(open)) {
      found.add("the body is not the one sent with a " + BLOCK + " block at its end");
    }
    JsonNode block = block(body);
    Map<String, String> wanted =
        Map.of(
            "reason",
            REASON,
            "attempts",
            Integer.toString(envelope.attempts()),
            "original_queue",
            headers.get(ORIGINAL_TOPIC));
    wanted.forEach(
        (name, value) -> {
          String is = block.path(name).asText(Expectation.MISSING);
          if (!value.equals(is)) {
            found.add(BLOCK + "." + name + " is " + is + " instead of " + value);
          }
        });
    return found;
  }

  /** Returns the {@code dead_letter} block of a body; a missing node where there is none. */
  static JsonNode block(String body) {
    return json(body).path(BLOCK);
  }

  /** Returns a body for reading single values; a missing node where it is no JSON. */
  static JsonNode json(String body) {
    try {
      return body == null ? MissingNode.getInstance() : JSON.readTree(body);
    } catch (JsonProcessingException e) {
      return MissingNode.getInstance();
    }
  }
}
