package com.babelqueue.connect.source.redis;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.broker.redis.RedisFrame;
import com.babelqueue.connect.conformance.Case;
import com.babelqueue.connect.conformance.SuiteDirectories;
import com.babelqueue.connect.conformance.SuiteTests;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;

/** The suite's Redis block, put to the frame itself. */
class RedisConformanceTest {
  @TestFactory
  Stream<DynamicContainer> suites() {
    SuiteTests tests =
        new SuiteTests(Map.of("redis.payload_identity", RedisConformanceTest::identity), Map.of());
    return SuiteDirectories.load().stream().map(tests.onlyGroup("redis")::of);
  }

  private static void identity(Case c) {
    byte[] element = c.file(c.fields().text("envelope_file"));

    RedisFrame read = RedisFrame.of(element);

    assertThat(read.body()).isEqualTo(element);
    assertThat(read.headers()).isEmpty();
  }
}
