package com.babelqueue.connect.sink;

import static com.babelqueue.connect.sink.Records.INVOICES_0;
import static com.babelqueue.connect.sink.Records.ORDERS_0;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A failure holds up its own destination only, and nothing new overtakes what failed. */
class SinkEngineOrderTest {
  private static final Duration BACKOFF = Duration.ofMillis(250);

  @Test
  void ofAPartialFailureOnlyWhatFailedIsSentAgain() {
    SinkWalk walk = SinkWalk.over().open(ORDERS_0);
    walk.sender.script("b", send -> send.retry("busy"));
    walk.sender.script("d", send -> send.retry("busy"));

    walk.put(Records.of(ORDERS_0, 0, "a", "b", "c", "d"));
    assertThat(walk.committable(ORDERS_0)).isEqualTo(1);
    walk.pass(BACKOFF);
    walk.putAgain();

    assertThat(walk.sender.calls).containsExactly(List.of("a", "b", "c", "d"), List.of("b", "d"));
    assertThat(walk.committable(ORDERS_0)).isEqualTo(4);
    assertThat(walk.metrics.getRetried()).isEqualTo(2);
  }

  @Test
  void nothingNewIsSentBeforeWhatFailedIsThrough() {
    SinkWalk walk = SinkWalk.over().open(ORDERS_0);
    walk.sender.script("a", send -> send.retry("busy"));
    walk.sender.script("a", send -> send.retry("still busy"));

    walk.put(Records.of(ORDERS_0, 0, "a"));
    walk.put(Records.of(ORDERS_0, 1, "b"));
    assertThat(walk.sender.calls).containsExactly(List.of("a"));
    walk.pass(BACKOFF);
    walk.putAgain();
    assertThat(walk.sender.calls).containsExactly(List.of("a"), List.of("a"));
    walk.pass(BACKOFF.multipliedBy(2));
    walk.putAgain();

    assertThat(walk.sender.holds).containsExactly("orders:a", "orders:b");
  }

  @Test
  void whatFailedOneAfterTheOtherGoesAgainInTheOldOrder() {
    SinkWalk walk = SinkWalk.over().open(ORDERS_0);
    walk.sender.mute = true;
    walk.put(Records.of(ORDERS_0, 0, "a", "b", "c"));
    Send a = walk.sender.open.remove();
    Send b = walk.sender.open.remove();
    Send c = walk.sender.open.remove();

    c.retry("busy");
    walk.putAgain();
    a.retry("busy");
    walk.putAgain();
    walk.pass(BACKOFF);
    walk.putAgain();
    assertThat(walk.sender.calls).as("b is still under way").hasSize(1);
    b.sent();
    walk.putAgain();

    assertThat(walk.sender.calls).containsExactly(List.of("a", "b", "c"), List.of("a", "c"));
  }

  @Test
  void otherDestinationsGoOn() {
    SinkWalk walk = SinkWalk.over().open(ORDERS_0, INVOICES_0);
    walk.sender.script("a", send -> send.refused("no_route", "no queue is bound"));

    walk.put(Records.of(ORDERS_0, 0, "a"));
    walk.put(Records.of(INVOICES_0, 0, "x", "y"));

    assertThat(walk.sender.holds).containsExactly("invoices:x", "invoices:y");
    assertThat(walk.metrics.getRefused()).isEqualTo(1);
    assertThat(walk.committable(INVOICES_0)).isEqualTo(2);
    assertThat(walk.committable(ORDERS_0)).isZero();
    walk.pass(BACKOFF);
    walk.putAgain();
    assertThat(walk.sender.holds).endsWith("orders:a");
    assertThat(walk.committable(ORDERS_0)).isEqualTo(1);
  }

  @Test
  void failuresInARowWaitLongerAndASuccessForgetsThem() {
    SinkWalk walk = SinkWalk.over().open(ORDERS_0);
    walk.sender.script("a", send -> send.retry("busy"));
    walk.sender.script("a", send -> send.retry("busy"));
    walk.sender.script("b", send -> send.retry("busy"));
    walk.put(Records.of(ORDERS_0, 0, "a"));
    walk.put(Records.of(ORDERS_0, 1, "b"));
    walk.pass(BACKOFF);
    walk.putAgain();
    walk.pass(BACKOFF);
    walk.putAgain();
    assertThat(walk.sender.calls).containsExactly(List.of("a"), List.of("a"));
    walk.pass(BACKOFF);
    walk.putAgain();
    assertThat(walk.sender.calls).endsWith(List.of("a"), List.of("b"));

    walk.pass(BACKOFF);
    walk.putAgain();
    assertThat(walk.sender.holds).containsExactly("orders:a", "orders:b");
  }

  @Test
  void aLostConnectionSendsOpenMessagesAgainInOrderAcrossDestinations() {
    SinkWalk walk = SinkWalk.over().open(ORDERS_0, INVOICES_0);
    walk.sender.mute = true;
    walk.put(Records.of(ORDERS_0, 0, "a", "b"));
    walk.put(Records.of(INVOICES_0, 0, "x"));
    walk.put(Records.of(ORDERS_0, 2, "c"));
    walk.sender.breakDown();
    walk.putAgain();
    walk.sender.mute = false;
    walk.pass(BACKOFF);
    walk.putAgain();

    assertThat(walk.sender.holds).containsExactly("orders:a", "orders:b", "invoices:x", "orders:c");
  }
}
