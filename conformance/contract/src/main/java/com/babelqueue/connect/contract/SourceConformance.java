package com.babelqueue.connect.contract;

import static com.babelqueue.connect.harness.RecordText.header;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.conformance.BlockRunner;
import com.babelqueue.connect.conformance.Case;
import com.babelqueue.connect.conformance.Suite;
import com.babelqueue.connect.conformance.SuiteDirectories;
import com.babelqueue.connect.conformance.SuiteTests;
import com.babelqueue.connect.contract.ConformancePeer.Version;
import com.babelqueue.connect.harness.ConnectWorker;
import com.babelqueue.connect.harness.KafkaServer;
import com.babelqueue.connect.harness.PluginJar;
import com.babelqueue.connect.harness.TopicReader;
import com.babelqueue.connect.harness.WorkerSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/**
 * The suite's blocks of one broker through a real queue and a real worker: attempts by real
 * redelivery, the version gate by real native fields, and the identity of the payload. A broker's
 * module subclasses it and names its {@link ConformancePeer}.
 *
 * <p>Every case has a queue of its own, so that its native count is exactly what redelivery made
 * it; cases that no queue can carry are skipped and say why.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class SourceConformance {
  private static final Duration LIMIT = Duration.ofSeconds(90);

  /** Tells the records of one topic apart; sorted names keep it out of the contract's way. */
  private static final String CASE_QUEUE = "bqcasequeue";

  private final Map<String, Map<String, ConsumerRecord<byte[], byte[]>>> done = new HashMap<>();
  private ConformancePeer peer;
  private KafkaServer kafka;
  private ConnectWorker worker;
  private int connectors;

  /** Starts the broker, or finds it, and announces it. */
  protected abstract ConformancePeer startPeer() throws Exception;

  @BeforeAll
  final void start() throws Exception {
    peer = startPeer();
    kafka = KafkaServer.start();
    worker = ConnectWorker.start(WorkerSettings.of(kafka).withPlugin(PluginJar.underTest()));
  }

  @AfterAll
  final void stop() {
    if (worker != null) {
      worker.close();
    }
    if (kafka != null) {
      kafka.close();
    }
    if (peer != null) {
      peer.close();
    }
  }

  @TestFactory
  final Stream<DynamicContainer> suites() {
    return SuiteDirectories.load().stream()
        .map(
            suite -> {
              Map<String, BlockRunner> runners = new HashMap<>();
              runners.put(block("attempts_reconciliation"), c -> assertAttempts(suite, c));
              runners.put(block("schema_version_gate"), c -> assertVerdict(suite, c));
              runners.put(block("payload_identity"), c -> assertIdentity(suite, c));
              return new SuiteTests(runners, peer.notCoveredHere())
                  .onlyGroup(peer.group())
                  .of(suite);
            });
  }

  private String block(String name) {
    return peer.group() + "." + name;
  }

  private void assertAttempts(Suite suite, Case c) {
    c.fields().passOver("name");
    OptionalInt inVain = peer.deliveriesInVain(c);
    Assumptions.assumeTrue(
        inVain.isPresent(), "not applicable in a worker: no redelivery makes this count");

    ConsumerRecord<byte[], byte[]> record = record(suite, c);

    assertThat(header(record, "bq-attempts"))
        .isEqualTo(Integer.toString(c.fields().integer("expected_attempts")));
    assertThat(record.value()).asString(UTF_8).isEqualTo(body(c));
  }

  private void assertVerdict(Suite suite, Case c) {
    Optional<String> obstacle =
        c.fields().has("value") ? peer.cannotCarry(c.fields().value("value")) : Optional.empty();
    Assumptions.assumeTrue(
        obstacle.isEmpty(), () -> "not applicable in a worker: " + obstacle.orElse(""));
    c.fields().passOver("absent");
    c.fields().passOver("value_type");

    ConsumerRecord<byte[], byte[]> record = record(suite, c);

    boolean rejected = record.topic().endsWith(".dlq");
    assertThat(rejected ? "reject" : "decode").isEqualTo(c.fields().text("expect"));
    assertThat(record.value()).asString(UTF_8).isEqualTo(body(c));
    assertThat(header(record, "bq-error-reason"))
        .isEqualTo(rejected ? "schema_version_gate" : null);
    String property = c.shared().text("property");
    if (rejected) {
      assertThat(header(record, property)).isEqualTo(c.fields().value("value").asText());
    } else {
      assertThat(header(record, "bq-schema-version")).as("from the body").isEqualTo("1");
    }
  }

  private void assertIdentity(Suite suite, Case c) {
    assertThat(record(suite, c).value()).isEqualTo(c.file(c.fields().text("envelope_file")));
  }

  private ConsumerRecord<byte[], byte[]> record(Suite suite, Case c) {
    Map<String, ConsumerRecord<byte[], byte[]>> records = done.get(suite + c.block());
    if (records == null) {
      records = bridge(suite.cases(c.block()));
      done.put(suite + c.block(), records);
    }
    assertThat(records).as("the record of case %s", c.name()).containsKey(c.name());
    return records.get(c.name());
  }

  /** Prepares a queue for each case and has one connector read them all. */
  private Map<String, ConsumerRecord<byte[], byte[]>> bridge(List<Case> cases) {
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
    kafka.createTopic(name, 1, Map.of());
    kafka.createTopic(name + ".dlq", 1, Map.of());
    Map<String, String> settings = new HashMap<>(peer.settings(queues));
    settings.put("connector.class", peer.connectorClass());
    settings.put("tasks.max", "1");
    settings.put("kafka.topic", name);
    settings.put("kafka.key", "none");
    for (String converter : List.of("key", "value", "header")) {
      settings.put(
          converter + ".converter", "org.apache.kafka.connect.converters.ByteArrayConverter");
    }
    worker.rest().put(name, settings);
    try (TopicReader accepted = kafka.reader(name);
        TopicReader dead = kafka.reader(name + ".dlq")) {
      worker.rest().awaitRunning(name, 1, LIMIT);
      accepted.readUntil(all -> all.size() + dead.readToEnd(LIMIT).size() >= queues.size(), LIMIT);
      Map<String, ConsumerRecord<byte[], byte[]>> records = new HashMap<>();
      for (TopicReader reader : List.of(accepted, dead)) {
        for (ConsumerRecord<byte[], byte[]> record : reader.readToEnd(LIMIT)) {
          String queue = queues.size() == 1 ? queues.get(0) : header(record, CASE_QUEUE);
          assertThat(records.put(caseOfQueue.get(queue), record)).as("once: " + queue).isNull();
        }
      }
      return records;
    } finally {
      worker.rest().delete(name);
    }
  }

  private boolean isApplicable(Case c) {
    if (c.fields().has("body_attempts")) {
      return peer.deliveriesInVain(c).isPresent();
    }
    return !c.fields().has("value") || peer.cannotCarry(c.fields().value("value")).isEmpty();
  }

  private void prepare(String queue, Case c) {
    Version version = null;
    if (c.fields().has("value")) {
      String type = c.fields().has("value_type") ? c.fields().text("value_type") : null;
      version = new Version(c.shared().text("property"), c.fields().value("value"), type);
    }
    int inVain = c.fields().has("body_attempts") ? peer.deliveriesInVain(c).orElseThrow() : 0;
    try {
      peer.createQueue(queue);
      peer.send(queue, body(c).getBytes(UTF_8), Map.of(CASE_QUEUE, queue), version);
      for (int i = 0; i < inVain; i++) {
        peer.deliverInVain(queue);
      }
    } catch (Exception e) {
      throw new IllegalStateException("case " + c.name() + " could not be prepared", e);
    }
  }

  private static String body(Case c) {
    byte[] body;
    if (c.fields().has("body_attempts")) {
      body = c.bodyWithAttempts(c.fields().integer("body_attempts"));
    } else if (c.fields().has("envelope_file")) {
      body = c.file(c.fields().text("envelope_file"));
    } else {
      body = c.file(c.shared().text("fixture"));
    }
    return new String(body, UTF_8);
  }
}
