package com.babelqueue.connect.source.sqs;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.conformance.BlockRunner;
import com.babelqueue.connect.conformance.Case;
import com.babelqueue.connect.conformance.Suite;
import com.babelqueue.connect.conformance.SuiteDirectories;
import com.babelqueue.connect.conformance.SuiteTests;
import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.harness.ConnectWorker;
import com.babelqueue.connect.harness.KafkaServer;
import com.babelqueue.connect.harness.PluginJar;
import com.babelqueue.connect.harness.TopicReader;
import com.babelqueue.connect.harness.WorkerSettings;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/**
 * The SQS blocks through a real queue and a real worker. Every case has a queue of its own, so that
 * its receive count is exactly what redelivery made it; cases that no queue can carry are skipped
 * and say why.
 */
class SqsConformanceIT {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int VISIBILITY_SECONDS = 120;
  private static final String CASE_QUEUE = "bq-test-queue";

  private static SqsPeer peer;
  private static KafkaServer kafka;
  private static ConnectWorker worker;

  // The factory's one thread runs all dynamic tests.
  private static int connectors;

  @BeforeAll
  static void start() {
    peer = SqsPeer.start();
    kafka = KafkaServer.start();
    worker = ConnectWorker.start(WorkerSettings.of(kafka).withPlugin(PluginJar.underTest()));
  }

  @AfterAll
  static void stop() {
    for (AutoCloseable each : new AutoCloseable[] {worker, kafka, peer}) {
      close(each);
    }
  }

  private static void close(AutoCloseable each) {
    try {
      if (each != null) {
        each.close();
      }
    } catch (Exception e) {
      throw new IllegalStateException("not stopped: " + each, e);
    }
  }

  @TestFactory
  Stream<DynamicContainer> suites() {
    return SuiteDirectories.load().stream()
        .map(
            suite -> {
              Map<String, Map<String, ConsumerRecord<byte[], byte[]>>> done = new HashMap<>();
              Map<String, BlockRunner> runners =
                  Map.of(
                      "sqs.attempts_reconciliation",
                      c -> assertAttempts(c, done, suite),
                      "sqs.schema_version_gate",
                      c -> assertVerdict(c, done, suite));
              return new SuiteTests(runners, Map.of("sqs.attribute_projection", 4))
                  .onlyGroup("sqs")
                  .of(suite);
            });
  }

  private static void assertAttempts(
      Case c, Map<String, Map<String, ConsumerRecord<byte[], byte[]>>> done, Suite suite) {
    c.fields().passOver("name");
    Assumptions.assumeTrue(
        receiveCount(c).isPresent(),
        "not applicable in a worker: no redelivery makes the receive count "
            + c.fields().value("approximate_receive_count"));

    ConsumerRecord<byte[], byte[]> record = record(done, suite, c);

    assertThat(text(record, "bq-attempts"))
        .isEqualTo(Integer.toString(c.fields().integer("expected_attempts")));
    assertThat(new String(record.value(), StandardCharsets.UTF_8)).isEqualTo(body(c));
  }

  private static void assertVerdict(
      Case c, Map<String, Map<String, ConsumerRecord<byte[], byte[]>>> done, Suite suite) {
    String version = c.fields().has("value") ? c.fields().text("value") : "1";
    Assumptions.assumeTrue(
        isCarried(version),
        "not applicable in a worker: SQS refuses attribute values that are empty or hold control"
            + " characters");

    ConsumerRecord<byte[], byte[]> record = record(done, suite, c);

    boolean rejected = record.topic().endsWith(".dlq");
    assertThat(rejected ? "reject" : "decode").isEqualTo(c.fields().text("expect"));
    assertThat(new String(record.value(), StandardCharsets.UTF_8)).isEqualTo(body(c));
    String property = c.shared().text("property");
    if (rejected) {
      assertThat(text(record, "bq-error-reason")).isEqualTo("schema_version_gate");
      assertThat(text(record, property)).isEqualTo(version);
    } else {
      c.fields().passOver("absent");
      assertThat(record.headers().lastHeader("bq-error-reason")).isNull();
      assertThat(text(record, property)).as("projected from the body").isEqualTo("1");
    }
  }

  private static ConsumerRecord<byte[], byte[]> record(
      Map<String, Map<String, ConsumerRecord<byte[], byte[]>>> done, Suite suite, Case c) {
    Map<String, ConsumerRecord<byte[], byte[]>> records =
        done.computeIfAbsent(c.block(), block -> bridge(suite.cases(block)));
    assertThat(records).as("the record of case %s", c.name()).containsKey(c.name());
    return records.get(c.name());
  }

  /** Prepares a queue for each case and has one connector read them all. */
  private static Map<String, ConsumerRecord<byte[], byte[]>> bridge(List<Case> cases) {
    String name = "conformance-" + connectors++;
    Map<String, String> caseOfQueue = new HashMap<>();
    List<String> queues = new ArrayList<>();
    for (Case c : cases) {
      String queue = name + "-" + queues.size();
      if (isApplicable(c)) {
        prepare(queue, c);
        queues.add(queue);
        caseOfQueue.put(queue, c.name());
      }
    }
    // The envelopes are old, and created_at becomes the timestamp.
    kafka.createTopic(name, 1, Map.of("retention.ms", "-1"));
    kafka.createTopic(name + ".dlq", 1, Map.of("retention.ms", "-1"));
    Map<String, String> config = peer.connection();
    config.put("connector.class", "com.babelqueue.connect.source.sqs.SqsSourceConnector");
    config.put("tasks.max", "1");
    config.put("kafka.topic", name);
    config.put("sqs.queues", String.join(",", queues));
    config.put("header.converter", "org.apache.kafka.connect.converters.ByteArrayConverter");
    worker.rest().put(name, config);
    Map<String, ConsumerRecord<byte[], byte[]>> records = new HashMap<>();
    try (TopicReader accepted = kafka.reader(name);
        TopicReader dead = kafka.reader(name + ".dlq")) {
      worker.rest().awaitRunning(name, 1, LIMIT);
      accepted.readUntil(all -> all.size() + dead.readToEnd(LIMIT).size() >= queues.size(), LIMIT);
      for (TopicReader reader : List.of(accepted, dead)) {
        for (ConsumerRecord<byte[], byte[]> record : reader.readToEnd(LIMIT)) {
          String queue = text(record, CASE_QUEUE);
          assertThat(records.put(caseOfQueue.get(queue), record)).as("once: " + queue).isNull();
        }
      }
    } finally {
      worker.rest().delete(name);
    }
    return records;
  }

  private static boolean isApplicable(Case c) {
    if (c.fields().has("body_attempts")) {
      return receiveCount(c).isPresent();
    }
    return !c.fields().has("value") || isCarried(c.fields().text("value"));
  }

  private static void prepare(String queue, Case c) {
    String url = peer.createQueue(queue, VISIBILITY_SECONDS);
    Map<String, MessageAttributeValue> attributes = new HashMap<>();
    attributes.put(CASE_QUEUE, SqsPeer.text("String", queue));
    if (c.fields().has("value")) {
      String version = c.fields().text("value");
      // A Number, as the contract has it, where SQS takes the value for one.
      String type = version.matches("[0-9]+") ? "Number" : "String";
      attributes.put(c.shared().text("property"), SqsPeer.text(type, version));
    }
    peer.send(url, body(c), attributes);
    int deliveriesBefore = c.fields().has("body_attempts") ? receiveCount(c).getAsInt() - 1 : 0;
    for (int i = 0; i < deliveriesBefore; i++) {
      deliverInVain(url);
    }
  }

  /** What a consumer does that fails: receives, and hands back at once. */
  private static void deliverInVain(String url) {
    Message message =
        Await.value("a delivery", LIMIT, () -> peer.receive(url).stream().findFirst());
    peer.client()
        .changeMessageVisibility(
            r -> r.queueUrl(url).receiptHandle(message.receiptHandle()).visibilityTimeout(0));
  }

  /** The count to be made by redelivery; empty when the case has none that SQS could give. */
  private static OptionalInt receiveCount(Case c) {
    JsonNode count = c.fields().value("approximate_receive_count");
    boolean possible = count.isTextual() && count.textValue().matches("[1-9][0-9]?");
    return possible ? OptionalInt.of(Integer.parseInt(count.textValue())) : OptionalInt.empty();
  }

  /** SQS's own rule for text: some, and of the control characters only TAB, LF and CR. */
  private static boolean isCarried(String value) {
    return !value.isEmpty() && value.chars().allMatch(c -> c >= ' ' || "\t\n\r".indexOf(c) >= 0);
  }

  private static String body(Case c) {
    byte[] body =
        c.fields().has("body_attempts")
            ? c.bodyWithAttempts(c.fields().integer("body_attempts"))
            : c.file(c.shared().text("fixture"));
    return new String(body, StandardCharsets.UTF_8);
  }

  private static String text(ConsumerRecord<byte[], byte[]> record, String header) {
    return Optional.ofNullable(record.headers().lastHeader(header))
        .map(Header::value)
        .map(value -> new String(value, StandardCharsets.UTF_8))
        .orElse(null);
  }
}
