package com.babelqueue.connect.sink;

import static com.babelqueue.connect.sink.Records.ORDERS_0;
import static com.babelqueue.connect.sink.Records.ORDERS_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What becomes of messages that wait for others of their id when a partition is another task's. */
class SinkEngineDuplicatesRebalanceTest {
  private final ScriptedStore store = new ScriptedStore();

  @Test
  void ofAPartitionThatGoesElsewhereAnotherOneTakesTheFirstPlace() {
    SinkWalk walk = SinkWalk.deduplicating(store).open(ORDERS_0, ORDERS_1);
    walk.sender.mute = true;
    walk.put(
        List.of(
            Records.envelope(ORDERS_0, 0, "a"),
            Records.envelope(ORDERS_0, 1, "a"),
            Records.envelope(ORDERS_1, 0, "a")));
    Send first = walk.sender.open.remove();

    walk.close(ORDERS_0);
    walk.putAgain();
    first.sent();
    assertThat(walk.committable(ORDERS_1)).isZero();
    walk.sender.confirmOpen();

    assertThat(walk.committable(ORDERS_1)).isEqualTo(1);
    assertThat(walk.sender.calls).containsExactly(List.of("a"), List.of("a"));
    assertThat(walk.metrics.getDeduplicated()).isEmpty();
    assertThat(walk.metrics.getSent()).isEqualTo(1);
  }

  @Test
  void whatWaitedOfAPartitionThatGoesElsewhereIsDropped() {
    SinkWalk walk = SinkWalk.deduplicating(store).open(ORDERS_0, ORDERS_1);
    walk.sender.mute = true;
    walk.put(Records.of(ORDERS_0, 0, "a"));
    walk.put(Records.of(ORDERS_1, 0, "a"));

    walk.close(ORDERS_1);
    walk.sender.confirmOpen();
    walk.putAgain();

    assertThat(walk.metrics.getDeduplicated()).isEmpty();
    assertThat(walk.committable(ORDERS_0)).isEqualTo(1);
  }

  @Test
  void whatIsNotSentYetOfAPartitionThatGoesElsewhereLeavesItsId() {
    SinkWalk walk =
        SinkWalk.deduplicating(store, SinkConfig.MAX_IN_FLIGHT_MESSAGES, "1")
            .open(ORDERS_0, ORDERS_1);
    walk.sender.mute = true;
    walk.put(Records.of(ORDERS_1, 0, "x"));
    walk.put(Records.of(ORDERS_0, 0, "a"));
    walk.close(ORDERS_0);
    walk.sender.mute = false;
    walk.sender.confirmOpen();

    walk.put(Records.of(ORDERS_1, 1, "a"));

    assertThat(walk.sender.holds).containsExactly("orders:x", "orders:a");
    assertThat(walk.committable(ORDERS_1)).isEqualTo(2);
  }
}
