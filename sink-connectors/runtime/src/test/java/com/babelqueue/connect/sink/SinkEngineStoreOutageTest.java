package com.babelqueue.connect.sink;

import static com.babelqueue.connect.sink.Records.ORDERS_0;
import static com.babelqueue.connect.sink.Records.ORDERS_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.babelqueue.connect.broker.BrokerException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.Test;

/** A store that fails loses no message: what is unknown waits, and what is done stays done. */
class SinkEngineStoreOutageTest {
  private static final Duration BACKOFF = Duration.ofMillis(250);

  private final ScriptedStore store = new ScriptedStore();

  @Test
  void whileItCannotBeAskedNothingOfTheListIsTakenIn() {
    SinkWalk walk = SinkWalk.deduplicating(store).open(ORDERS_0);
    store.seenFails = ScriptedStore.away();

    assertThat(
            walk.put(
                List.of(
                    Records.envelope(ORDERS_0, 0, "a"),
                    Records.raw(ORDERS_0, 1, null),
                    Records.envelope(ORDERS_0, 2, "b"))))
        .isFalse();

    assertThat(walk.context.timeout).isBetween(BACKOFF.toMillis(), BACKOFF.toMillis() + 2);
    assertThat(walk.sender.calls).isEmpty();
    assertThat(walk.committable(ORDERS_0)).isZero();
    assertThat(walk.metrics.getReceived()).isZero();
    assertThat(walk.metrics.getSkippedNullValues()).isZero();
    assertThat(walk.metrics.getIdempotencyStoreFailures()).isEqualTo(1);

    store.seenFails = null;
    store.ids.add("b");
    walk.pass(BACKOFF);
    assertThat(walk.putAgain()).isTrue();
    assertThat(walk.sender.holds).containsExactly("orders:a");
    assertThat(walk.committable(ORDERS_0)).isEqualTo(3);
    assertThat(walk.metrics.getReceived()).isEqualTo(3);
  }

  @Test
  void itIsGivenTimeBetweenLookUps() {
    SinkWalk walk = SinkWalk.deduplicating(store).open(ORDERS_0);
    store.seenFails = ScriptedStore.away();

    walk.put(Records.of(ORDERS_0, 0, "a"));
    walk.pass(BACKOFF.minusMillis(10));
    assertThat(walk.putAgain()).isFalse();
    assertThat(walk.context.timeout).isBetween(10L, 12L);
    assertThat(store.lookUps).hasSize(1);

    walk.pass(Duration.ofMillis(10));
    assertThat(walk.putAgain()).isFalse();
    assertThat(store.lookUps).hasSize(2);
    assertThat(walk.context.timeout).isGreaterThan(BACKOFF.toMillis() + 2);
    store.seenFails = null;
    walk.pass(BACKOFF.multipliedBy(2));
    assertThat(walk.putAgain()).isTrue();

    store.seenFails = ScriptedStore.away();
    assertThat(walk.put(Records.of(ORDERS_0, 1, "b"))).isFalse();
    assertThat(walk.context.timeout).as("begins anew").isLessThan(BACKOFF.toMillis() + 2);
  }

  @Test
  void whatWasTakenInBeforeGoesOn() {
    SinkWalk walk = SinkWalk.deduplicating(store).open(ORDERS_0, ORDERS_1);
    walk.sender.script("b", send -> send.retry("busy"));
    walk.put(Records.of(ORDERS_0, 0, "a", "b"));
    store.seenFails = ScriptedStore.away();

    assertThat(walk.put(Records.of(ORDERS_1, 0, "c"))).isFalse();
    assertThat(walk.context.timeout).isEqualTo(NextCall.SOON.toMillis());
    assertThat(walk.committable(ORDERS_0)).isEqualTo(1);
    walk.pass(BACKOFF);
    assertThat(walk.putAgain()).isFalse();

    assertThat(walk.sender.holds).containsExactly("orders:a", "orders:b");
    assertThat(walk.committable(ORDERS_0)).isEqualTo(2);
    assertThat(walk.committable(ORDERS_1)).isZero();
    assertThat(walk.context.timeout).isGreaterThan(NextCall.SOON.toMillis());
  }

  @Test
  void whatWasSentMeanwhileIsToldWhenItIsBack() {
    SinkWalk walk = SinkWalk.deduplicating(store).open(ORDERS_0);
    walk.sender.mute = true;
    walk.put(Records.of(ORDERS_0, 0, "a", "a"));
    store.seenFails = ScriptedStore.away();
    store.rememberFails = ScriptedStore.away();
    walk.sender.confirmOpen();
    assertThat(walk.put(Records.of(ORDERS_0, 2, "b"))).isFalse();
    assertThat(walk.committable(ORDERS_0)).isEqualTo(2);
    assertThat(store.told).isZero();

    store.seenFails = null;
    store.rememberFails = null;
    walk.sender.mute = false;
    walk.pass(BACKOFF);
    assertThat(walk.putAgain()).isTrue();

    assertThat(store.ids).containsExactly("a", "b");
    assertThat(walk.metrics.getIdempotencyStoreFailures()).isEqualTo(1);
  }

  @Test
  void whatIsNoMessageCountsOnce() {
    SinkWalk walk = SinkWalk.deduplicating(store, SinkConfig.NULL_VALUES, "skip").open(ORDERS_0);
    walk.sender.mute = true;
    store.seenFails = ScriptedStore.away();

    walk.put(
        List.of(
            Records.raw(ORDERS_0, 0, Records.body("x"), "bq-schema-version", "2"),
            Records.envelope(ORDERS_0, 1, "a")));
    walk.pass(BACKOFF);
    walk.putAgain();
    walk.pass(BACKOFF.multipliedBy(2));
    walk.putAgain();

    assertThat(walk.metrics.getGateRefused()).isEqualTo(Map.of("orders", 1L));
  }

  @Test
  void aMisconfigurationFailsTheTaskAndNamesTheSetting() {
    SinkWalk walk = SinkWalk.deduplicating(store).open(ORDERS_0);
    store.seenFails = BrokerException.misconfigured("idempotency.redis.uri", "no access", null);

    assertThatThrownBy(() -> walk.put(Records.of(ORDERS_0, 0, "a")))
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("idempotency.redis.uri: no access");

    assertThat(walk.committable(ORDERS_0)).isZero();
  }

  @Test
  void whatItDoesNotTakeIsDoneAllTheSameAndToldLater() {
    SinkWalk walk = SinkWalk.deduplicating(store).open(ORDERS_0);
    store.rememberFails = ScriptedStore.away();

    assertThat(walk.put(Records.of(ORDERS_0, 0, "a"))).isTrue();
    assertThat(walk.committable(ORDERS_0)).isEqualTo(1);
    assertThat(walk.put(Records.of(ORDERS_0, 1, "a", "b"))).as("goes on").isTrue();
    assertThat(store.told).as("calls").isEqualTo(1);
    assertThat(walk.metrics.getIdempotencyStoreFailures()).isEqualTo(1);

    store.rememberFails = null;
    walk.pass(BACKOFF);
    walk.putAgain();
    assertThat(store.ids).containsExactly("a", "b");
    assertThat(walk.sender.holds).containsExactly("orders:a", "orders:b");
    walk.putAgain();
    assertThat(store.told).as("calls").isEqualTo(2);
  }

  @Test
  void aBrokerThatIsLostMeanwhileLeavesTheListOpen() {
    SinkWalk walk = SinkWalk.deduplicating(store).open(ORDERS_0);
    walk.sender.script("a", send -> send.retry("busy"));
    walk.put(Records.of(ORDERS_0, 0, "a"));
    walk.pass(BACKOFF);
    store.seenFails = ScriptedStore.away();
    walk.sender.breakAfter = 0;

    assertThat(walk.put(Records.of(ORDERS_0, 1, "b"))).isFalse();
    assertThat(walk.metrics.getConnectionsLost()).isEqualTo(1);
    store.seenFails = null;
    walk.pass(BACKOFF);
    assertThat(walk.putAgain()).isTrue();

    assertThat(walk.sender.holds).containsExactly("orders:a", "orders:b");
    assertThat(walk.committable(ORDERS_0)).isEqualTo(2);
  }
}
