package com.babelqueue.connect.conformance;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Every case of every suite, put to the envelope package and the transforms themselves. */
class UnitConformanceTest {

  private static final String SINK = "the broker's sink module covers it";
  private static final String IDEMPOTENCY = "the module that remembers covers it";

  /** Blocks without a runner in this module, and what covers them. */
  static final Map<String, String> COVERED_ELSEWHERE =
      Map.ofEntries(
          Map.entry("sqs.attribute_projection", SINK),
          Map.entry("asb.property_projection", SINK),
          Map.entry("pulsar.property_projection", SINK),
          Map.entry("artemis.property_projection", SINK),
          Map.entry("rabbitmq.property_projection", SINK),
          Map.entry("redis.payload_identity", SINK),
          Map.entry("idempotency.dedup_key", IDEMPOTENCY),
          Map.entry("idempotency.sequences", IDEMPOTENCY));

  @TempDir static Path directory;

  @TestFactory
  Stream<DynamicContainer> suites() {
    SuiteTests tests = new SuiteTests(runners(), COVERED_ELSEWHERE);
    return SuiteDirectories.load().stream().map(tests::of);
  }

  private static Map<String, BlockRunner> runners() {
    Map<String, BlockRunner> runners = new HashMap<>();
    runners.put("cases", EnvelopeBlocks::accept);
    runners.put("roundtrip", EnvelopeBlocks::roundTrip);
    runners.put("data_shape", EnvelopeBlocks::shapeOfData);
    runners.put("forbidden_keys", EnvelopeBlocks::forbid);
    runners.put("payload_schema", PayloadSchemaBlocks.judge(directory));
    runners.put("payload_schema_unicode", PayloadSchemaBlocks.judge(directory));
    runners.put("mesh", MeshBlock::event);
    runners.put("kafka.property_projection", KafkaProjectionBlock::project);
    runners.putAll(AttemptsBlocks.runners());
    for (String broker : new String[] {"kafka", "sqs", "asb", "pulsar", "artemis"}) {
      runners.put(broker + ".schema_version_gate", GateBlocks::gate);
    }
    return runners;
  }
}
