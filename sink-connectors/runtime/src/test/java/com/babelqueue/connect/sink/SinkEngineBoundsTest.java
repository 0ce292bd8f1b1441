package com.babelqueue.connect.sink;

import static com.babelqueue.connect.sink.Records.INVOICES_0;
import static com.babelqueue.connect.sink.Records.ORDERS_0;
import static com.babelqueue.connect.sink.Records.ORDERS_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** No more than the bounds is under way, and what does not fit waits without being lost. */
class SinkEngineBoundsTest {
  @Test
  void noMoreThanTheBoundIsUnderWayAndTheRestFollowsAsRoomComes() {
    SinkWalk walk = SinkWalk.over(SinkConfig.MAX_IN_FLIGHT_MESSAGES, "2").open(ORDERS_0);
    walk.sender.mute = true;
    walk.whileWaiting =
        () -> {
          assertThat(walk.sender.open).hasSizeLessThanOrEqualTo(2);
          walk.sender.confirm(walk.sender.open.remove());
        };

    walk.put(Records.of(ORDERS_0, 0, "a", "b", "c", "d"));
    walk.putAgain();

    assertThat(walk.sender.calls).containsExactly(List.of("a", "b"), List.of("c"), List.of("d"));
    assertThat(walk.metrics.getInFlightMessages()).isEqualTo(2);
  }

  @Test
  void aPutOfRecordsDoesNotWaitForRoomUntilAsMuchWaitsAsMayBeUnderWay() {
    SinkWalk walk = SinkWalk.over(SinkConfig.MAX_IN_FLIGHT_MESSAGES, "2").open(ORDERS_0);
    walk.sender.mute = true;

    walk.put(Records.of(ORDERS_0, 0, "a", "b", "c"));
    assertThat(walk.waits).isZero();
    walk.put(Records.of(ORDERS_0, 3, "d"));
    assertThat(walk.waits).isEqualTo(1);

    walk.sender.confirmOpen();
    walk.putAgain();
    assertThat(walk.sender.calls).containsExactly(List.of("a", "b"), List.of("c", "d"));
  }

  @Test
  void aPutDoesNotWaitForRoomForLong() {
    SinkWalk walk = SinkWalk.over(SinkConfig.MAX_IN_FLIGHT_MESSAGES, "1").open(ORDERS_0);
    walk.sender.mute = true;

    assertThat(walk.put(Records.of(ORDERS_0, 0, "a", "b"))).isTrue();

    assertThat(walk.waits).isEqualTo(1);
    assertThat(walk.sender.calls).containsExactly(List.of("a"));
    assertThat(walk.context.timeout).isEqualTo(NextCall.SOON.toMillis());
    walk.sender.confirmOpen();
    walk.putAgain();
    assertThat(walk.sender.calls).containsExactly(List.of("a"), List.of("b"));
  }

  @Test
  void bytesAreBoundedToo() {
    int size = Records.body("a").length();
    SinkWalk walk =
        SinkWalk.over(SinkConfig.MAX_IN_FLIGHT_BYTES, String.valueOf(Math.max(1024, 5 * size)))
            .open(ORDERS_0);
    walk.sender.mute = true;

    walk.put(Records.of(ORDERS_0, 0, "a", "b", "c", "d", "e", "f", "g"));

    assertThat(walk.sender.calls).containsExactly(List.of("a", "b", "c", "d", "e"));
    assertThat(walk.metrics.getInFlightBytes()).isEqualTo(5L * size);
  }

  @Test
  void aMessageLargerThanTheBoundTravelsAlone() {
    SinkWalk walk =
        SinkWalk.over(SinkConfig.MAX_IN_FLIGHT_BYTES, "1024", SinkConfig.POISON_POLICY, "forward")
            .open(ORDERS_0);
    walk.sender.mute = true;
    String large = "x".repeat(5000);

    walk.put(
        List.of(
            Records.raw(ORDERS_0, 0, "small"),
            Records.raw(ORDERS_0, 1, large),
            Records.raw(ORDERS_0, 2, "last")));
    walk.sender.confirmOpen();
    walk.putAgain();
    walk.sender.confirmOpen();
    walk.putAgain();

    assertThat(walk.sender.calls)
        .containsExactly(List.of("small"), List.of(large), List.of("last"));
  }

  @Test
  void smallMessagesDoNotOvertakeALargeOneThatWaitsForRoom() {
    SinkWalk walk =
        SinkWalk.over(SinkConfig.MAX_IN_FLIGHT_BYTES, "1024", SinkConfig.POISON_POLICY, "forward")
            .open(ORDERS_0, INVOICES_0);
    walk.sender.mute = true;
    String half = "h".repeat(600);
    String large = "l".repeat(900);

    walk.put(
        List.of(
            Records.raw(ORDERS_0, 0, half),
            Records.raw(ORDERS_0, 1, large),
            Records.raw(INVOICES_0, 0, "small")));
    assertThat(walk.sender.calls).containsExactly(List.of(half));
    walk.sender.confirmOpen();
    walk.putAgain();

    assertThat(walk.sender.calls).containsExactly(List.of(half), List.of(large, "small"));
  }

  @Test
  void partitionsArePausedWhileTooMuchWaitsAndResumedWhenHalfIsSent() {
    SinkWalk walk = SinkWalk.over(SinkConfig.MAX_IN_FLIGHT_MESSAGES, "2").open(ORDERS_0, ORDERS_1);
    walk.sender.mute = true;
    walk.put(Records.of(ORDERS_0, 0, "a", "b", "c"));
    assertThat(walk.context.paused).isEmpty();

    walk.put(Records.of(ORDERS_0, 3, "d"));
    assertThat(walk.context.paused).containsExactlyInAnyOrder(ORDERS_0, ORDERS_1);

    walk.sender.confirm(walk.sender.open.remove());
    walk.putAgain();
    assertThat(walk.context.paused).isEmpty();
    walk.sender.confirmOpen();
    walk.putAgain();
    assertThat(walk.sender.holds).containsExactly("orders:a", "orders:b", "orders:c");
  }

  @Test
  void partitionsAssignedDuringAPauseArePausedAndResumedWithTheOthers() {
    SinkWalk walk = SinkWalk.over(SinkConfig.MAX_IN_FLIGHT_MESSAGES, "1").open(ORDERS_0, ORDERS_1);
    walk.sender.mute = true;
    walk.put(Records.of(ORDERS_0, 0, "a", "b"));

    walk.close(ORDERS_1);
    walk.open(INVOICES_0);
    assertThat(walk.context.paused).contains(INVOICES_0);

    walk.sender.confirmOpen();
    walk.putAgain();
    assertThat(walk.context.paused).doesNotContain(ORDERS_0, INVOICES_0);
    walk.open(ORDERS_1);
    assertThat(walk.context.paused).isEmpty();
  }
}
