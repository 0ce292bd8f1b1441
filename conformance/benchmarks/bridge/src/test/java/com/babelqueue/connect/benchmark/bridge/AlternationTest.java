package com.babelqueue.connect.benchmark.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AlternationTest {
  @Test
  void warmsBothSidesUpAndLetsEachGoFirstInTurn() throws Exception {
    List<String> runs = new ArrayList<>();
    Side side =
        run -> {
          runs.add(run);
          return seconds(3);
        };

    Alternation.of(side, side, 2, Duration.ofSeconds(5), "x");

    assertThat(runs)
        .containsExactly(
            "x-warm-a0", "x-warm-b0", "x-warm-a1", "x-warm-b1", "x-a0", "x-b0", "x-b1", "x-a1");
  }

  @Test
  void leavesTheRunsToWarmUpOut() throws Exception {
    Alternation runs =
        Alternation.of(
            run -> new Move(run.contains("warm") ? 1 : 500, Duration.ZERO, 0),
            run -> new Move(run.contains("warm") ? 1 : 250, Duration.ZERO, 0),
            3,
            Duration.ZERO,
            "x");

    assertThat(runs.subject()).hasSize(3).allMatch(run -> run.nanos() == 500);
    assertThat(runs.reference()).hasSize(3).allMatch(run -> run.nanos() == 250);
  }

  @Test
  void takesMedians() {
    List<Move> odd = List.of(seconds(9), seconds(1), seconds(2));
    List<Move> even = List.of(seconds(9), seconds(1), seconds(2), seconds(3));

    assertThat(Alternation.rate(odd, 1_000)).isEqualTo(500, within(1e-6));
    assertThat(Alternation.rate(even, 1_000)).isEqualTo(400, within(1e-6));
    assertThat(Alternation.cpuSeconds(odd, 1_000)).isEqualTo(200, within(1e-6));
    assertThat(Alternation.firstMillis(odd)).isEqualTo(2, within(1e-6));
  }

  private static Move seconds(int seconds) {
    return new Move(Duration.ofSeconds(seconds).toNanos(), Duration.ofSeconds(seconds), 2_000_000);
  }
}
