package com.babelqueue.connect.broker.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MemoryStoreTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private long now;
  private final MemoryStore store = new MemoryStore(Duration.ofSeconds(10), 3, () -> now);

  @Test
  void remembersWhatItWasToldAndNothingElse() {
    store.remember(List.of("a", "b"));

    assertThat(store.seen(List.of("a", "b", "c"))).containsExactlyInAnyOrder("a", "b");
  }

  /** The ticker's origin is arbitrary, and it may overflow on the way. */
  @ParameterizedTest
  @ValueSource(longs = {0, Long.MIN_VALUE, Long.MAX_VALUE - 5_000_000_000L})
  void forgetsWhenTheTimeIsOver(long origin) {
    now = origin;
    store.remember(List.of("a"));
    now += 4 * SECOND;
    store.remember(List.of("b"));
    now += 6 * SECOND - 1;
    assertThat(store.seen(List.of("a", "b"))).containsExactlyInAnyOrder("a", "b");

    now++;

    assertThat(store.seen(List.of("a", "b"))).containsExactly("b");
  }

  @Test
  void theTimeStartsAnewWhenItIsToldAgain() {
    store.remember(List.of("a"));
    now += 9 * SECOND;
    store.remember(List.of("a"));
    now += 9 * SECOND;

    assertThat(store.seen(List.of("a"))).containsExactly("a");
  }

  @Test
  void theOldestGoFirstWhenThereAreTooMany() {
    store.remember(List.of("a", "b", "c"));
    store.remember(List.of("a"));
    store.remember(List.of("d"));

    assertThat(store.seen(List.of("a", "b", "c", "d"))).containsExactlyInAnyOrder("a", "c", "d");
  }

  @Test
  void moreThanFitAtOnceLeavesTheLast() {
    List<String> many = IntStream.range(0, 10).mapToObj(Integer::toString).toList();
    store.remember(many);

    assertThat(store.seen(many)).containsExactlyInAnyOrder("7", "8", "9");
  }

  @Test
  void forgetsOnDemand() {
    store.remember(List.of("a", "b"));
    store.forget("a");
    store.forget("never told");

    assertThat(store.seen(List.of("a", "b"))).containsExactly("b");
  }
}
