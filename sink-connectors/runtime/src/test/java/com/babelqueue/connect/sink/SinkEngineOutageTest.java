package com.babelqueue.connect.sink;

import static com.babelqueue.connect.sink.Records.ORDERS_0;
import static com.babelqueue.connect.sink.Records.ORDERS_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.ConnectionKeys;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.Test;

/** An outage loses nothing, sends nothing twice that was confirmed, and is left to Connect. */
class SinkEngineOutageTest {
  private static final Duration BACKOFF = Duration.ofMillis(250);

  @Test
  void afterAnOutageInMidBatchTheSameListSendsOnlyWhatWasNotConfirmed() {
    SinkWalk walk = SinkWalk.over().open(ORDERS_0);
    walk.sender.breakAfter = 2;

    assertThat(walk.put(Records.of(ORDERS_0, 0, "a", "b", "c", "d"))).isFalse();
    assertThat(walk.context.timeout).isPositive();
    assertThat(walk.committable(ORDERS_0)).isZero();
    walk.pass(BACKOFF);
    assertThat(walk.putAgain()).isTrue();

    assertThat(walk.sender.calls).containsExactly(List.of("a", "b", "c", "d"), List.of("c", "d"));
    assertThat(walk.sender.holds).containsExactly("orders:a", "orders:b", "orders:c", "orders:d");
    assertThat(walk.committable(ORDERS_0)).isEqualTo(4);
    assertThat(walk.metrics.getReceived()).isEqualTo(4);
    assertThat(walk.metrics.getConnectionsLost()).isEqualTo(1);
  }

  @Test
  void duringTheBackoffNothingIsTriedAndConnectIsToldWhenToComeAgain() {
    SinkWalk walk = SinkWalk.over().open(ORDERS_0);
    walk.sender.openFailures.add(BrokerException.outage("nobody there", null));
    walk.sender.openFailures.add(BrokerException.outage("nobody there", null));

    assertThat(walk.put(Records.of(ORDERS_0, 0, "a"))).isFalse();
    walk.pass(BACKOFF.minusMillis(10));
    assertThat(walk.putAgain()).isFalse();
    assertThat(walk.context.timeout).isBetween(10L, 12L);
    assertThat(walk.sender.openFailures).hasSize(1);

    walk.pass(Duration.ofMillis(10));
    assertThat(walk.putAgain()).isFalse();
    assertThat(walk.sender.openFailures).isEmpty();
    assertThat(walk.context.timeout).isGreaterThan(BACKOFF.toMillis());
    walk.pass(BACKOFF.multipliedBy(2));
    assertThat(walk.putAgain()).isTrue();
    assertThat(walk.sender.holds).containsExactly("orders:a");

    walk.sender.breakDown();
    assertThat(walk.putAgain()).isFalse();
    assertThat(walk.context.timeout).as("begins anew").isLessThan(BACKOFF.toMillis() + 2);
  }

  @Test
  void aConnectionThatBreaksBetweenCallsIsNoticed() {
    SinkWalk walk = SinkWalk.over().open(ORDERS_0);
    walk.sender.mute = true;
    walk.put(Records.of(ORDERS_0, 0, "a", "b"));
    walk.sender.confirm(walk.sender.open.remove());
    walk.sender.breakDown();

    assertThat(walk.putAgain()).isFalse();
    assertThat(walk.sender.closed).isEqualTo(1);
    walk.sender.mute = false;
    walk.pass(BACKOFF);
    assertThat(walk.putAgain()).isTrue();

    assertThat(walk.sender.calls).containsExactly(List.of("a", "b"), List.of("b"));
  }

  @Test
  void aConnectionThatIsClosedAlreadyCannotBreak() {
    SinkWalk walk = SinkWalk.over().open(ORDERS_0);
    walk.put(Records.of(ORDERS_0, 0, "a"));
    walk.sender.breakDown();
    walk.sender.breakDown();
    walk.putAgain();
    walk.pass(BACKOFF);

    assertThat(walk.putAgain()).isTrue();
    assertThat(walk.sender.opened).isEqualTo(2);
    assertThat(walk.metrics.getConnectionsLost()).isEqualTo(1);
  }

  @Test
  void aConfirmationThatIsOverdueCountsAsALostConnection() {
    SinkWalk walk = SinkWalk.over(SinkConfig.SEND_TIMEOUT, "1000").open(ORDERS_0);
    walk.sender.mute = true;
    walk.put(Records.of(ORDERS_0, 0, "a"));

    walk.pass(Duration.ofMillis(999));
    assertThat(walk.putAgain()).isTrue();
    walk.pass(Duration.ofMillis(1));
    assertThat(walk.putAgain()).isFalse();
    walk.pass(BACKOFF);
    walk.putAgain();

    assertThat(walk.sender.calls).containsExactly(List.of("a"), List.of("a"));
  }

  @Test
  void aLateConfirmationOfAnEarlierAttemptStillCounts() {
    SinkWalk walk = SinkWalk.over().open(ORDERS_0);
    walk.sender.mute = true;
    walk.put(Records.of(ORDERS_0, 0, "a", "b"));
    Send first = walk.sender.open.remove();
    Send second = walk.sender.open.remove();
    walk.sender.breakDown();
    walk.putAgain();
    first.sent();
    walk.pass(BACKOFF);
    walk.putAgain();

    assertThat(walk.sender.calls).containsExactly(List.of("a", "b"), List.of("b"));
    second.sent();
    walk.putAgain();
    assertThat(walk.committable(ORDERS_0)).isEqualTo(2);
    assertThat(walk.metrics.getSent()).isEqualTo(2);
  }

  @Test
  void otherLateOutcomesOfAnEarlierAttemptAreIgnored() {
    SinkWalk walk = SinkWalk.over().open(ORDERS_0);
    walk.sender.mute = true;
    walk.put(Records.of(ORDERS_0, 0, "a", "b", "c"));
    List<Send> early = List.copyOf(walk.sender.open);
    walk.sender.open.clear();
    walk.sender.breakDown();
    walk.putAgain();
    walk.pass(BACKOFF);
    walk.putAgain();
    early.get(0).retry("late");
    early.get(1).refused("late", "late");
    early.get(2).rejected("late", "late");
    walk.putAgain();

    assertThat(walk.sender.calls).hasSize(2);
    assertThat(walk.sender.open).hasSize(3);
    walk.sender.confirmOpen();
    assertThat(walk.committable(ORDERS_0)).isEqualTo(3);
    assertThat(walk.metrics.getFaults()).isZero();
  }

  @Test
  void onlyTheFirstOutcomeOfAnAttemptCounts() {
    SinkWalk walk = SinkWalk.over().open(ORDERS_0);
    walk.sender.mute = true;
    walk.put(Records.of(ORDERS_0, 0, "a"));
    Send attempt = walk.sender.open.remove();

    attempt.retry("busy");
    attempt.sent();
    walk.putAgain();

    assertThat(walk.committable(ORDERS_0)).isZero();
    walk.sender.mute = false;
    walk.pass(BACKOFF);
    walk.putAgain();
    assertThat(walk.sender.holds).containsExactly("orders:a");
  }

  @Test
  void aMisconfigurationFailsTheTaskAndNamesTheSetting() {
    SinkWalk walk = SinkWalk.over().open(ORDERS_0);
    walk.sender.openFailures.add(
        BrokerException.misconfigured("scripted.queue", "no such queue", null));

    assertThatThrownBy(() -> walk.put(Records.of(ORDERS_0, 0, "a")))
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("scripted.queue: no such queue");
    assertThat(walk.committable(ORDERS_0)).isZero();
  }

  @Test
  void aCommitNeverThrowsAndDoesNotWaitForABrokerThatIsGone() {
    SinkWalk walk = SinkWalk.over().open(ORDERS_0);
    walk.sender.mute = true;
    walk.put(Records.of(ORDERS_0, 0, "a"));
    walk.sender.breakDown();

    assertThat(walk.committable(ORDERS_0)).isZero();
    assertThat(walk.waits).isZero();
    assertThat(walk.putAgain()).isFalse();
  }

  @Test
  void aLogThatWasCutOrCreatedAnewIsReadFromWhereTheConsumerGoesOn() {
    SinkWalk walk = SinkWalk.over().open(ORDERS_0);
    walk.sender.breakAfter = 1;
    walk.put(Records.of(ORDERS_0, 0, "a", "b", "c"));
    walk.pass(BACKOFF);
    walk.putAgain();

    walk.put(Records.of(ORDERS_0, 0, "new"));

    assertThat(walk.sender.holds).endsWith("orders:c", "orders:new");
    assertThat(walk.committable(ORDERS_0)).isEqualTo(1);
  }

  @Test
  void whatComesAgainAfterAPartitionCameBackIsSent() {
    SinkWalk walk = SinkWalk.over(ConnectionKeys.RECONNECT_BACKOFF, "100").open(ORDERS_0);
    walk.sender.breakAfter = 1;
    assertThat(walk.put(Records.of(ORDERS_0, 0, "a", "b"))).isFalse();

    assertThat(walk.close(ORDERS_0)).isZero();
    walk.open(ORDERS_0);
    walk.pass(BACKOFF);
    assertThat(walk.put(Records.of(ORDERS_0, 0, "a", "b"))).isTrue();

    assertThat(walk.sender.holds).containsExactly("orders:a", "orders:a", "orders:b");
  }

  @Test
  void whatAPartitionHasOpenWhenItGoesElsewhereIsIgnored() {
    SinkWalk walk = SinkWalk.over().open(ORDERS_0, ORDERS_1);
    walk.sender.mute = true;
    walk.put(Records.of(ORDERS_0, 0, "a", "b", "c"));
    Send rejected = walk.sender.open.remove();
    Send refused = walk.sender.open.remove();
    assertThat(walk.close(ORDERS_0)).isZero();

    rejected.rejected("too_large", "no");
    refused.refused("no_route", "nobody");
    assertThat(walk.putAgain()).isTrue();
    walk.sender.breakDown();
    walk.putAgain();
    walk.pass(BACKOFF);
    walk.put(Records.of(ORDERS_1, 0, "x"));

    assertThat(walk.sender.calls).containsExactly(List.of("a", "b", "c"), List.of("x"));
    assertThat(walk.metrics.getFaults()).isZero();
    assertThat(walk.metrics.getRefused()).isZero();
  }

  @Test
  void whatWaitsOfAPartitionThatGoesElsewhereIsDropped() {
    SinkWalk walk = SinkWalk.over(SinkConfig.MAX_IN_FLIGHT_MESSAGES, "1").open(ORDERS_0, ORDERS_1);
    walk.sender.mute = true;
    walk.put(Records.of(ORDERS_0, 0, "a", "b"));
    walk.close(ORDERS_0);
    walk.sender.confirmOpen();

    walk.put(Records.of(ORDERS_1, 0, "x"));

    assertThat(walk.sender.calls).containsExactly(List.of("a"), List.of("x"));
    assertThat(walk.context.paused).doesNotContain(ORDERS_1);
  }
}
