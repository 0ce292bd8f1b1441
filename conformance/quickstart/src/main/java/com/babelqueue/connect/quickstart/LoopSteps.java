package com.babelqueue.connect.quickstart;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.babelqueue.connect.harness.KafkaServer;
import com.babelqueue.connect.harness.RecordText;
import com.babelqueue.connect.harness.TopicWriter;
import com.babelqueue.connect.quickstart.LoopStep.Sight;
import com.babelqueue.connect.quickstart.scene.FullQueue;
import com.babelqueue.connect.quickstart.scene.NativeMessage;
import com.babelqueue.connect.quickstart.scene.PlainEnvelope;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/** The steps that a message of the retry loop can take. One thread. */
final class LoopSteps {
  private static final List<String> SHOWN_OF_BLOCK =
      List.of("reason", "attempts", "original_queue");
  private static final long MS_PER_SECOND = 1000;

  private final KafkaServer kafka;
  private final Act act;
  private final LoopRecords records;
  private final String workTopic;
  // Null until it is first filled.
  private FullQueue queue;
  // The record last seen in a retry topic; null before the first.
  private ConsumerRecord<byte[], byte[]> parked;
  // Where a record was seen last.
  private String lastTopic;

  LoopSteps(KafkaServer kafka, Act act, LoopRecords records, String workTopic) {
    this.kafka = kafka;
    this.act = act;
    this.records = records;
    this.workTopic = workTopic;
    this.lastTopic = workTopic;
  }

  /** The queue that was filled. */
  FullQueue queue() {
    return queue;
  }

  /** The plain client fills the queue. */
  Sight fill(int order) {
    queue = act.fill(order);
    return Sight.of(
        inQueue(), "", "is full: it has one place, and order " + order + " lies there", List.of());
  }

  /** A record is written to the work topic. */
  Sight write(int order, PlainEnvelope envelope) throws InterruptedException {
    List<Header> headers = new ArrayList<>();
    envelope
        .kafkaHeaders(envelope.attempts())
        .forEach((name, value) -> headers.add(TopicWriter.header(name, value.getBytes(UTF_8))));
    try (TopicWriter writer = kafka.writer()) {
      writer.write(workTopic, null, envelope.body().getBytes(UTF_8), headers);
    }
    return see(
        Checkpoint.work(workTopic, envelope),
        record -> sight(record, "order " + order + " is written to Kafka"));
  }

  /**
   * The broker refuses a message, and the sink puts its record into a retry topic.
   *
   * @param envelope with the attempts after the refusal
   */
  Sight park(PlainEnvelope envelope, int tier, long delayMs) throws InterruptedException {
    String topic = workTopic + ".retry." + tier;
    return see(
        Checkpoint.parked(topic, envelope, delayMs, workTopic),
        record -> {
          parked = record;
          String text =
              "refused, waits %d s: %s  %s"
                  .formatted(
                      delayMs / MS_PER_SECOND,
                      shown(record, Checkpoint.DELAY),
                      shown(record, Checkpoint.ORIGINAL_TOPIC));
          return sight(record, text);
        });
  }

  /** The re-injector brings the record back that was {@link #park parked} last. */
  Sight back(PlainEnvelope envelope, long delayMs) throws InterruptedException {
    return see(
        Checkpoint.work(workTopic, envelope),
        record -> {
          long waited = record.timestamp() - parked.timestamp();
          String text =
              String.format(
                  Locale.ROOT,
                  "back after %.2f s; %s and %s are gone",
                  waited / (double) MS_PER_SECOND,
                  Checkpoint.DELAY,
                  Checkpoint.ORIGINAL_TOPIC);
          return sight(record, text)
              .withFaults(
                  waited < delayMs
                      ? List.of("its tier of " + delayMs + " ms was not over")
                      : List.of());
        });
  }

  /**
   * The broker refuses a message for the last time.
   *
   * @param envelope with the attempts after the refusal
   */
  Sight die(String topic, PlainEnvelope envelope) throws InterruptedException {
    return see(
        Checkpoint.dead(topic, envelope, workTopic),
        record -> {
          JsonNode block = Checkpoint.block(RecordText.text(record.value()));
          String text =
              "refused, and max.attempts is %d: it is a dead letter now"
                  .formatted(envelope.attempts());
          return sight(record, text)
              .withDetails(
                  List.of(
                      "its dead_letter block: " + shown(block, SHOWN_OF_BLOCK),
                      shown(block, List.of("error"))));
        });
  }

  /** A redrive brings a dead letter back. */
  Sight redrive(PlainEnvelope envelope) throws InterruptedException {
    return see(
        Checkpoint.redriven(workTopic, envelope),
        record ->
            sight(
                record, "redriven: no dead_letter any more, " + shown(record, Checkpoint.BYPASS)));
  }

  /** The plain client receives the message that filled the queue. */
  Sight makeRoom(int order) {
    return receive(
        message -> {
          String found = Checkpoint.json(message.body()).path("data").path("order_id").asText();
          return Sight.of(
              inQueue(),
              "",
              "order " + found + " is received by its consumer, so there is room",
              found.equals(Integer.toString(order))
                  ? List.of()
                  : List.of("it is not order " + order));
        });
  }

  /**
   * The plain client receives the message that the sink sent.
   *
   * @param envelope with the attempts that body and native property must say
   */
  Sight deliver(int order, PlainEnvelope envelope) {
    return receive(
        message -> {
          String property = message.properties().getOrDefault(queue.attemptsProperty(), "");
          List<String> faults = new ArrayList<>();
          if (!message.body().equals(envelope.body())) {
            faults.add("the body is not the one sent with attempts " + envelope.attempts());
          }
          // The type stands behind the number.
          if (!property.startsWith(envelope.attempts() + " ")) {
            faults.add(
                "%s is %s instead of %d"
                    .formatted(queue.attemptsProperty(), property, envelope.attempts()));
          }
          JsonNode body = Checkpoint.json(message.body());
          return Sight.of(
              inQueue(),
              body.path("attempts").asText(),
              "order %d is received with %s=%s"
                  .formatted(order, queue.attemptsProperty(), property),
              faults);
        });
  }

  private Sight receive(Function<NativeMessage, Sight> seen) {
    NativeMessage message;
    try {
      message = act.take();
    } catch (QuickstartException e) {
      return Sight.missing(inQueue(), e.getMessage());
    }
    return seen.apply(message);
  }

  private Sight see(Checkpoint checkpoint, Function<ConsumerRecord<byte[], byte[]>, Sight> seen)
      throws InterruptedException {
    String id = checkpoint.envelope().id();
    Optional<ConsumerRecord<byte[], byte[]>> found = records.next(checkpoint.topic(), id);
    if (found.isEmpty()) {
      List<String> others = records.otherTopics(id);
      return Sight.missing(
          inTopic(checkpoint.topic()),
          "no record with attempts %d came in time; the message was last seen in topic %s"
              .formatted(
                  checkpoint.envelope().attempts(),
                  others.isEmpty() ? lastTopic : String.join(", ", others)));
    }
    lastTopic = checkpoint.topic();
    return seen.apply(found.get()).withFaults(checkpoint.differences(found.get()));
  }

  private static Sight sight(ConsumerRecord<byte[], byte[]> record, String text) {
    return Sight.of(
        inTopic(record.topic()),
        Expectation.text(record.headers().lastHeader(Checkpoint.ATTEMPTS)),
        text,
        List.of());
  }

  private static String inTopic(String topic) {
    return "topic " + topic;
  }

  private String inQueue() {
    return "queue " + queue.name();
  }

  private static String shown(JsonNode block, List<String> fields) {
    return fields.stream()
        .map(field -> field + "=" + block.path(field).asText(Expectation.MISSING))
        .collect(Collectors.joining("  "));
  }

  private static String shown(ConsumerRecord<byte[], byte[]> record, String header) {
    return header + "=" + RecordText.header(record, header);
  }
}
