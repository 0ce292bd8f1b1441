package com.babelqueue.connect.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;

import com.babelqueue.connect.harness.ConnectWorker;
import com.babelqueue.connect.harness.KafkaServer;
import com.babelqueue.connect.harness.PluginJar;
import com.babelqueue.connect.harness.WorkerSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The Kafka blocks through a real worker: fixtures pass the transforms of the plugin jar and are
 * read from the topic, with either of the byte-exact header converters.
 */
class KafkaConformanceIT {
  private static final String TRANSFORMS = "com.babelqueue.connect.transforms.";

  @TempDir static Path directory;

  private static KafkaServer kafka;
  private static ConnectWorker worker;

  // The factory's one thread runs all dynamic tests.
  private static int runs;

  @BeforeAll
  static void start() throws IOException {
    kafka = KafkaServer.start();
    worker =
        ConnectWorker.start(
            WorkerSettings.of(kafka)
                .withPlugin(PluginJar.underTest(), FixtureRun.pluginJar(directory)));
  }

  @AfterAll
  static void stop() {
    if (worker != null) {
      worker.close();
    }
    if (kafka != null) {
      kafka.close();
    }
  }

  @TestFactory
  Stream<DynamicContainer> suites() {
    return SuiteDirectories.load().stream()
        .map(
            suite ->
                dynamicContainer(
                    suite.toString(),
                    Stream.of(
                        through(suite, "bytes", "converters.ByteArrayConverter"),
                        through(suite, "string", "storage.StringConverter"))));
  }

  private static DynamicContainer through(Suite suite, String headerType, String converter) {
    Map<String, String> config = new HashMap<>();
    config.put("header.converter", "org.apache.kafka.connect." + converter);
    config.put(FixtureSource.HEADER_TYPE, headerType);
    Map<String, FixtureRun> done = new HashMap<>();
    Map<String, BlockRunner> runners =
        Map.of(
            "kafka.property_projection",
            c ->
                assertProjection(
                    c,
                    run(done, suite, c, config, projection(headerType), KafkaConformanceIT::plain)),
            "kafka.attempts_reconciliation",
            c ->
                assertAttempts(
                    c,
                    run(done, suite, c, config, attempts(headerType), KafkaConformanceIT::counted)),
            "kafka.schema_version_gate",
            c ->
                assertVerdict(
                    c, run(done, suite, c, config, gate(), KafkaConformanceIT::versioned)));
    return dynamicContainer(
        headerType + " headers",
        List.of(new SuiteTests(runners, Map.of()).onlyGroup("kafka").of(suite)));
  }

  /** One connector for all cases of a block; later cases find their record in what it did. */
  private static ConsumerRecord<byte[], byte[]> run(
      Map<String, FixtureRun> done,
      Suite suite,
      Case c,
      Map<String, String> config,
      Map<String, String> transform,
      Function<Case, Fixture> fixture)
      throws IOException {
    FixtureRun run = done.get(c.block());
    if (run == null) {
      Map<String, String> whole = new HashMap<>(config);
      whole.put("transforms", "it");
      transform.forEach((key, value) -> whole.put("transforms.it." + key, value));
      List<Fixture> fixtures = new ArrayList<>();
      for (Case each : suite.cases(c.block())) {
        fixtures.add(fixture.apply(each));
      }
      run = FixtureRun.of(kafka, worker, directory, "fixtures-" + runs++, fixtures, whole);
      done.put(c.block(), run);
    }
    return run.record(c);
  }

  private static Map<String, String> projection(String headerType) {
    return Map.of("type", TRANSFORMS + "ProjectHeaders", "header.type", headerType);
  }

  private static Map<String, String> attempts(String headerType) {
    return Map.of(
        "type", TRANSFORMS + "ReconcileAttempts", "rule", "kafka", "header.type", headerType);
  }

  private static Map<String, String> gate() {
    return Map.of("type", TRANSFORMS + "SchemaVersionGate", "behavior", "route");
  }

  private static Fixture plain(Case c) {
    return Fixture.plain(c, c.file(c.fields().text("envelope_file")));
  }

  private static Fixture counted(Case c) {
    byte[] body = c.bodyWithAttempts(c.fields().integer("body_attempts"));
    return c.fields().value("header_attempts").isNull()
        ? Fixture.plain(c, body)
        : Fixture.withHeader(
            c, body, "bq-attempts", Integer.toString(c.fields().integer("header_attempts")));
  }

  private static Fixture versioned(Case c) {
    byte[] body = c.file(c.shared().text("fixture"));
    return c.fields().has("absent")
        ? Fixture.plain(c, body)
        : Fixture.withHeader(c, body, c.shared().text("property"), c.fields().text("value"));
  }

  private static void assertProjection(Case c, ConsumerRecord<byte[], byte[]> record) {
    byte[] body = Fixture.utf8(plain(c).value());
    Map<String, String> expected = new LinkedHashMap<>();
    c.fields()
        .object("headers")
        .properties()
        .forEach(header -> expected.put(header.getKey(), header.getValue().textValue()));
    assertThat(record.value()).isEqualTo(body);
    assertThat(record.timestamp()).isEqualTo(Suite.parse(body).at("/meta/created_at").longValue());
    assertThat(record.headers())
        .extracting(Header::key)
        .containsExactlyElementsOf(expected.keySet());
    for (Header header : record.headers()) {
      assertThat(header.value()).isEqualTo(Fixture.utf8(expected.get(header.key())));
    }
  }

  private static void assertAttempts(Case c, ConsumerRecord<byte[], byte[]> record) {
    c.fields().passOver("name");
    assertThat(record.value()).isEqualTo(Fixture.utf8(counted(c).value()));
    assertThat(record.headers().headers("bq-attempts"))
        .singleElement()
        .extracting(Header::value)
        .isEqualTo(Fixture.utf8(Integer.toString(c.fields().integer("expected_attempts"))));
  }

  private static void assertVerdict(Case c, ConsumerRecord<byte[], byte[]> record) {
    Fixture sent = versioned(c);
    c.fields().passOver("absent");
    String property = c.shared().text("property");
    boolean rejected = record.topic().endsWith(".dlq");
    assertThat(rejected ? "reject" : "decode").isEqualTo(c.fields().text("expect"));
    assertThat(record.value()).isEqualTo(Fixture.utf8(sent.value()));
    if (sent.header().isEmpty()) {
      assertThat(record.headers()).isEmpty();
    } else {
      assertThat(record.headers().headers(property))
          .singleElement()
          .extracting(Header::value)
          .isEqualTo(Fixture.utf8(sent.headerValue()));
    }
  }
}
