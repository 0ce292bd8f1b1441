package com.babelqueue.connect.sink.redis;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.broker.redis.RedisElement;
import com.babelqueue.connect.conformance.Case;
import com.babelqueue.connect.conformance.SuiteDirectories;
import com.babelqueue.connect.conformance.SuiteTests;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;

/** The suite's Redis block, put to what makes the elements. */
class RedisConformanceTest {
  @TestFactory
  Stream<DynamicContainer> suites() {
    SuiteTests tests =
        new SuiteTests(Map.of("redis.payload_identity", RedisConformanceTest::identity), Map.of());
    return SuiteDirectories.load().stream().map(tests.onlyGroup("redis")::of);
  }

  private static void identity(Case c) {
    byte[] body = c.file(c.fields().text("envelope_file"));

    assertThat(RedisElement.of(body, List.of())).isEqualTo(body);
  }
}
