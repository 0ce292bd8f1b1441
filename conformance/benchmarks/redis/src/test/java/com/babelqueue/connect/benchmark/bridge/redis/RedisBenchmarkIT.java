package com.babelqueue.connect.benchmark.bridge.redis;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.benchmark.bridge.BridgeBenchmark;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the benchmark with the few messages that the POM asks for: both connectors and both bare
 * loops move all of them, and the figures are written. What they say is not looked at.
 */
class RedisBenchmarkIT {
  @TempDir Path folder;

  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void measuresSourceAndSinkAgainstBareLoops() throws Exception {
    BridgeBenchmark.measure(folder);

    JsonNode chapter =
        new ObjectMapper().readTree(folder.resolve("benchmarks.json").toFile()).path("redis-256m");
    assertThat(chapter.path("command").asText())
        .contains("-Dbenchmark.messages=500", "-Dbenchmark.heap=256m")
        .contains("-pl conformance/benchmarks/redis ");
    List<JsonNode> results = chapter.path("results").findParents("subject");
    assertThat(results)
        .extracting(result -> result.path("subject").asText())
        .containsExactly("redis source", "redis sink");
    assertThat(results)
        .allSatisfy(
            result -> {
              assertThat(result.path("value").asDouble()).isPositive();
              assertThat(result.path("referenceValue").asDouble()).isPositive();
              assertThat(result.path("more").has("worker CPU s per 100,000")).isTrue();
            });
    assertThat(folder.resolve("redis-256m.svg")).exists();
  }
}
