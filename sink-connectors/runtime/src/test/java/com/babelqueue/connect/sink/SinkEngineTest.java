package com.babelqueue.connect.sink;

import static com.babelqueue.connect.sink.Records.INVOICES_0;
import static com.babelqueue.connect.sink.Records.ORDERS_0;
import static com.babelqueue.connect.sink.Records.ORDERS_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

/** While all is well: everything is sent at once and in order, and offsets follow the broker. */
class SinkEngineTest {
  @Test
  void recordsAreSentInOneCallAndInOrder() {
    SinkWalk walk = SinkWalk.over().open(ORDERS_0);

    assertThat(walk.put(Records.of(ORDERS_0, 0, "a", "b", "c"))).isTrue();

    assertThat(walk.sender.calls).containsExactly(List.of("a", "b", "c"));
    assertThat(walk.sender.holds).containsExactly("orders:a", "orders:b", "orders:c");
    assertThat(walk.committable(ORDERS_0)).isEqualTo(3);
  }

  @Test
  void offsetsStopAtTheFirstUnconfirmedRecord() {
    SinkWalk walk = SinkWalk.over().open(ORDERS_0, ORDERS_1);
    walk.sender.mute = true;
    walk.put(Records.of(ORDERS_0, 0, "a", "b", "c"));
    Send a = walk.sender.open.remove();
    Send b = walk.sender.open.remove();

    b.sent();
    assertThat(walk.committable(ORDERS_0)).isZero();
    a.sent();
    assertThat(walk.committable(ORDERS_0)).isEqualTo(2);
    walk.put(Records.of(ORDERS_1, 7, "other"));
    assertThat(walk.committable(ORDERS_1)).isEqualTo(7);
  }

  @Test
  void whatConnectFilteredBehindTheLastRecordIsCommittedToo() {
    SinkWalk walk = SinkWalk.over();
    walk.open(ORDERS_0, 40);

    assertThat(walk.committable(ORDERS_0)).isEqualTo(40);
  }

  @Test
  void aCommitWaitsForWhatIsUnderWay() {
    SinkWalk walk = SinkWalk.over().open(ORDERS_0);
    walk.sender.mute = true;
    walk.put(Records.of(ORDERS_0, 0, "a", "b"));
    walk.whileWaiting = walk.sender::confirmOpen;

    assertThat(walk.committable(ORDERS_0)).isEqualTo(2);
  }

  @Test
  void connectIsAskedToCallAgainWhileSomethingIsOpenOnly() {
    SinkWalk walk = SinkWalk.over().open(ORDERS_0);
    walk.put(Records.of(ORDERS_0, 0, "a"));
    assertThat(walk.context.timeout).isEqualTo(-1);

    walk.sender.mute = true;
    walk.put(Records.of(ORDERS_0, 1, "b"));
    assertThat(walk.context.timeout).isEqualTo(NextCall.SOON.toMillis());

    walk.sender.confirmOpen();
    walk.putAgain();
    assertThat(walk.context.timeout).isEqualTo(-1);
  }

  @Test
  void offsetsAreThoseOfTheConsumedTopicWhateverATransformMadeOfIt() {
    SinkWalk walk = SinkWalk.over().open(ORDERS_0);
    SinkRecord record = Records.envelope(ORDERS_0, 5, "a");
    SinkRecord routed =
        record.newRecord(
            "elsewhere", 9, null, null, record.valueSchema(), record.value(), record.timestamp());
    walk.sender.script("a", send -> send.rejected("too_large", "no"));

    assertThatThrownBy(() -> walk.putAndCallAgain(List.of(routed)))
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("topic orders, partition 0, offset 5");
    assertThat(walk.sender.calls).containsExactly(List.of("a"));
    assertThat(walk.committable(ORDERS_0)).isEqualTo(5);
  }

  @Test
  void tombstonesAreSkippedByDefault() {
    SinkWalk walk = SinkWalk.over().open(ORDERS_0);

    walk.put(List.of(Records.raw(ORDERS_0, 0, null), Records.envelope(ORDERS_0, 1, "a")));

    assertThat(walk.sender.holds).containsExactly("orders:a");
    assertThat(walk.committable(ORDERS_0)).isEqualTo(2);
    assertThat(walk.metrics.getSkippedNullValues()).isEqualTo(1);
  }

  @Test
  void severalDestinationsShareOneCall() {
    SinkWalk walk = SinkWalk.over().open(ORDERS_0, INVOICES_0);

    walk.put(
        List.of(
            Records.envelope(ORDERS_0, 0, "a"),
            Records.envelope(INVOICES_0, 0, "x"),
            Records.envelope(ORDERS_0, 1, "b")));

    assertThat(walk.sender.calls).containsExactly(List.of("a", "x", "b"));
    assertThat(walk.sender.holds).containsExactly("orders:a", "invoices:x", "orders:b");
  }
}
