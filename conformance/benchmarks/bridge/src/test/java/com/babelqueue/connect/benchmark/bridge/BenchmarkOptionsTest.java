package com.babelqueue.connect.benchmark.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class BenchmarkOptionsTest {
  @Test
  void namesOnlyWhatWasAskedForInTheCommand() {
    BenchmarkOptions defaults =
        new BenchmarkOptions(
            BenchmarkOptions.ALL_PARTS, 5, Duration.ofSeconds(20), 0, "1g", "", false, List.of());

    assertThat(defaults.command("redis"))
        .isEqualTo("mvn -Pbenchmarks -DskipTests -pl conformance/benchmarks/redis -am verify");
    assertThat(defaults.chapter("redis")).isEqualTo("redis");
  }

  @Test
  void givesAnotherHeapAndBareBodiesAChapterOfTheirOwn() {
    BenchmarkOptions small =
        new BenchmarkOptions(
            List.of("source"),
            3,
            Duration.ZERO,
            20_000,
            "256m",
            "/dev/shm",
            true,
            List.of("-Xint"));

    assertThat(small.command("redis"))
        .isEqualTo(
            "mvn -Pbenchmarks -DskipTests -Dbenchmark.parts=source -Dbenchmark.rounds=3"
                + " -Dbenchmark.warmup=0 -Dbenchmark.messages=20000 -Dbenchmark.heap=256m -Dbenchmark.folder=/dev/shm -Dbenchmark.bodies.only=true"
                + " '-Dbenchmark.worker.options=-Xint'"
                + " -pl conformance/benchmarks/redis -am verify");
    assertThat(small.chapter("redis")).isEqualTo("redis-256m-bodies");
  }

  @Test
  void refusesPartsThatDoNotExist() {
    assertThatThrownBy(
            () ->
                new BenchmarkOptions(
                    List.of("sauce"), 5, Duration.ZERO, 0, "1g", "", false, List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("sauce");
  }
}
