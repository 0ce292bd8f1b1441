package com.babelqueue.connect.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Delays double up to the cap, jitter only shortens them, and a success starts over. */
class BackoffTest {
  @Test
  void doublesUpToTheCap() {
    Backoff backoff = new Backoff(Duration.ofMillis(100), Duration.ofMillis(500), () -> 0);

    assertThat(delays(backoff, 5)).containsExactly(100L, 200L, 400L, 500L, 500L);
    assertThat(backoff.failures()).isEqualTo(5);
  }

  @Test
  void jitterTakesAtMostHalf() {
    Backoff backoff = new Backoff(Duration.ofMillis(100), Duration.ofMillis(400), () -> 0.999999);

    assertThat(delays(backoff, 3)).containsExactly(51L, 101L, 201L);
  }

  @Test
  void neverOverflowsHoweverOftenItFails() {
    Backoff backoff = new Backoff(Duration.ofMillis(250), Duration.ofSeconds(30), () -> 0);

    assertThat(delays(backoff, 200)).endsWith(30_000L).allMatch(delay -> delay > 0);
  }

  @Test
  void aSuccessStartsOver() {
    Backoff backoff = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(1), () -> 0);
    backoff.next();
    backoff.next();

    backoff.reset();

    assertThat(backoff.failures()).isZero();
    assertThat(backoff.next()).isEqualTo(Duration.ofMillis(100));
  }

  @Test
  void refusesBoundsTheWrongWayRound() {
    assertThatThrownBy(() -> new Backoff(Duration.ofMillis(2), Duration.ofMillis(1), () -> 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static List<Long> delays(Backoff backoff, int count) {
    return Stream.generate(backoff::next).limit(count).map(Duration::toMillis).toList();
  }
}
