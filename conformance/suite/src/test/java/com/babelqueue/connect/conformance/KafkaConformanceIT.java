package com.babelqueue.connect.conformance;

import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;

import com.babelqueue.connect.harness.ConnectWorker;
import com.babelqueue.connect.harness.KafkaServer;
import com.babelqueue.connect.harness.PluginJar;
import com.babelqueue.connect.harness.WorkerSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The suite through a real worker: fixtures pass the transforms of the plugin jar and are read from
 * the topic. The Kafka blocks run with either of the byte-exact header converters.
 */
class KafkaConformanceIT {
  private static final String CONNECTORS = "the broker's sink module covers it";
  private static final String IDEMPOTENCY = "the Redis modules cover it";

  /** Blocks that transforms have no part in, and what covers them. */
  private static final Map<String, String> COVERED_ELSEWHERE =
      Map.of(
          "sqs.attribute_projection", CONNECTORS,
          "asb.property_projection", CONNECTORS,
          "pulsar.property_projection", CONNECTORS,
          "artemis.property_projection", CONNECTORS,
          "rabbitmq.property_projection", CONNECTORS,
          "redis.payload_identity", CONNECTORS,
          "idempotency.dedup_key", IDEMPOTENCY,
          "idempotency.sequences", IDEMPOTENCY);

  @TempDir static Path directory;

  private static KafkaServer kafka;
  private static ConnectWorker worker;
  private static WorkerCases cases;

  @BeforeAll
  static void start() throws IOException {
    kafka = KafkaServer.start();
    worker =
        ConnectWorker.start(
            WorkerSettings.of(kafka)
                .withPlugin(PluginJar.underTest(), FixtureRun.pluginJar(directory)));
    cases = new WorkerCases(kafka, worker, directory);
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
                        dynamicContainer("bytes headers", Stream.of(withBytes(suite))),
                        dynamicContainer("string headers", Stream.of(withStrings(suite))))));
  }

  private static DynamicContainer withBytes(Suite suite) {
    Map<String, BlockRunner> runners =
        new HashMap<>(new WorkerHeaderBlocks(cases, suite, HeaderForm.BYTES).runners());
    runners.putAll(new WorkerEnvelopeBlocks(cases, suite).runners());
    runners.put("mesh", new WorkerMeshBlock(cases)::event);
    return new SuiteTests(runners, COVERED_ELSEWHERE).of(suite);
  }

  private static DynamicContainer withStrings(Suite suite) {
    Map<String, BlockRunner> runners =
        new WorkerHeaderBlocks(cases, suite, HeaderForm.STRING).runners();
    return new SuiteTests(runners, Map.of()).onlyGroup("kafka").of(suite);
  }
}
