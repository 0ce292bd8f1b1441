package com.babelqueue.connect.conformance;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;

/** Every case of every suite, put to the envelope package and the transforms themselves. */
class UnitConformanceTest {

  /** Blocks without a runner, by the issue that brings it. */
  static final Map<String, Integer> NOT_YET_COVERED =
      Map.ofEntries(
          Map.entry("sqs.attribute_projection", 4),
          Map.entry("asb.property_projection", 4),
          Map.entry("pulsar.property_projection", 4),
          Map.entry("artemis.property_projection", 4),
          Map.entry("rabbitmq.property_projection", 4),
          Map.entry("redis.payload_identity", 4),
          Map.entry("idempotency.dedup_key", 5),
          Map.entry("idempotency.sequences", 5),
          Map.entry("payload_schema", 6),
          Map.entry("payload_schema_unicode", 6),
          Map.entry("mesh", 6));

  @TestFactory
  Stream<DynamicContainer> suites() {
    SuiteTests tests = new SuiteTests(runners(), NOT_YET_COVERED);
    return SuiteDirectories.load().stream().map(tests::of);
  }

  private static Map<String, BlockRunner> runners() {
    Map<String, BlockRunner> runners = new HashMap<>();
    runners.put("cases", EnvelopeBlocks::accept);
    runners.put("roundtrip", EnvelopeBlocks::roundTrip);
    runners.put("data_shape", EnvelopeBlocks::shapeOfData);
    runners.put("forbidden_keys", EnvelopeBlocks::forbid);
    runners.put("kafka.property_projection", KafkaProjectionBlock::project);
    runners.putAll(AttemptsBlocks.runners());
    for (String broker : new String[] {"kafka", "sqs", "asb", "pulsar", "artemis"}) {
      runners.put(broker + ".schema_version_gate", GateBlocks::gate);
    }
    return runners;
  }
}
