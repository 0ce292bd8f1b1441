package com.babelqueue.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;

/** Bounds, pauses, order and batches (DESIGN section 4). */
class SourceEngineFlowTest {
  private static final Duration LOCK = Duration.ofSeconds(30);

  @Test
  void nothingIsReceivedWhilePausedAndLocksAreKept() throws Exception {
    TestTicker ticker = new TestTicker();
    EngineWalk walk = new EngineWalk(ticker, new ScriptedBroker(ticker).withLock(LOCK));
    walk.broker.sendMany(2);
    walk.poll();
    walk.pass(Demand.LEASE, Demand.LEASE);
    int receiveCalls = walk.broker.receiveCalls;
    walk.broker.sendMany(10);

    walk.pass(LOCK.multipliedBy(3), Duration.ofSeconds(1));

    assertThat(walk.broker.receiveCalls).isEqualTo(receiveCalls);
    assertThat(walk.broker.suspends).isEqualTo(1);
    assertThat(walk.broker.readyCount()).isEqualTo(10);
    assertThat(walk.broker.unackedCount()).as("locks still held").isEqualTo(2);
    assertThat(walk.poll()).as("resumes with the next poll").hasSize(10);
  }

  @Test
  void whatComesInLateDuringAPauseKeepsItsLockToo() throws Exception {
    TestTicker ticker = new TestTicker();
    EngineWalk walk = new EngineWalk(ticker, new ScriptedBroker(ticker).withLock(LOCK));
    walk.poll();
    walk.pass(Demand.LEASE.multipliedBy(2), Demand.LEASE);
    walk.broker.sendMany(2);
    walk.broker.bringLate(2);

    walk.pass(LOCK.multipliedBy(3), Duration.ofSeconds(1));

    assertThat(walk.broker.unackedCount()).as("locks still held").isEqualTo(2);
    assertThat(walk.poll()).hasSize(2);
  }

  @Test
  void acksThatComeWhilePausedAreSettled() throws Exception {
    EngineWalk walk = EngineWalk.over();
    walk.broker.sendMany(2);
    List<SourceRecord> records = walk.poll();
    walk.pass(Demand.LEASE.multipliedBy(2), Demand.LEASE);

    walk.acknowledge(records);
    walk.settleDue();

    assertThat(walk.broker.settled).hasSize(2);
  }

  @Test
  void noMoreThanTheMessageBoundIsInFlight() throws Exception {
    EngineWalk walk = EngineWalk.over(SourceConfig.MAX_IN_FLIGHT_MESSAGES, "5");
    walk.broker.sendMany(20);

    List<SourceRecord> records = walk.poll();
    walk.poll();

    assertThat(walk.broker.unackedCount()).isEqualTo(5);
    walk.acknowledge(records.subList(0, 2));
    walk.settleDue();
    assertThat(walk.poll()).as("only freed slots are filled").hasSize(2);
    assertThat(walk.broker.unackedCount()).isEqualTo(5);
  }

  @Test
  void noMoreThanTheByteBoundIsAskedFor() throws Exception {
    EngineWalk walk =
        EngineWalk.over(
            SourceConfig.MAX_IN_FLIGHT_BYTES, "2048", SourceConfig.MAX_BATCH_RECORDS, "1");
    walk.broker.sendMany(20);

    List<SourceRecord> records = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      records.addAll(walk.poll());
    }

    long size = ((byte[]) records.get(0).value()).length;
    long bound = 2048 / size + 1;
    assertThat(records).hasSize((int) bound);
    walk.acknowledge(records);
    walk.settleDue();
    assertThat(walk.poll()).isNotEmpty();
  }

  @Test
  void theReadAheadIsOneBatch() throws Exception {
    EngineWalk walk = EngineWalk.over(SourceConfig.MAX_BATCH_RECORDS, "3");
    walk.broker.sendMany(20);
    walk.demand.pollBegins();

    walk.walk();

    assertThat(walk.handOver.size()).isEqualTo(3);
    assertThat(walk.broker.unackedCount()).isEqualTo(3);
  }

  @Test
  void orderIsTheBrokers() throws Exception {
    EngineWalk walk = EngineWalk.over(SourceConfig.MAX_IN_FLIGHT_MESSAGES, "7");
    walk.broker.sendMany(50);
    List<String> expected = walk.broker.readyBodies();

    List<String> seen = new ArrayList<>();
    while (seen.size() < 50) {
      List<SourceRecord> records = walk.poll();
      seen.addAll(EngineWalk.bodies(records));
      walk.acknowledge(records);
      walk.settleDue();
    }

    assertThat(seen).isEqualTo(expected);
  }

  @Test
  void theEngineIsWokenForTheFirstOutcomeAndForWhatABatchLacks() throws Exception {
    TestTicker ticker = new TestTicker();
    EngineWalk walk = new EngineWalk(ticker, new ScriptedBroker(ticker).withSettlementBatch(10));
    walk.broker.sendMany(20);
    List<SourceRecord> records = walk.poll();
    walk.pass(Demand.LEASE.multipliedBy(2), Demand.LEASE);

    assertThat(walk.wakes(records.subList(0, 4))).containsExactly(true, false, false, false);
    walk.walkUntilItWaits();
    assertThat(walk.wakes(records.subList(4, 10)))
        .containsExactly(false, false, false, false, false, true);
    walk.walkUntilItWaits();
    assertThat(walk.broker.settled).hasSize(10);
  }

  @Test
  void manyThatAreReceivedAtOnceKeepTheirOrder() throws Exception {
    EngineWalk walk = EngineWalk.over();
    walk.broker.sendMany(450);
    List<String> expected = walk.broker.readyBodies();

    List<SourceRecord> records = walk.poll();

    assertThat(EngineWalk.bodies(records)).isEqualTo(expected);
  }

  @Test
  void incompleteBatchesWaitForMoreButNotForLong() throws Exception {
    TestTicker ticker = new TestTicker();
    EngineWalk walk = new EngineWalk(ticker, new ScriptedBroker(ticker).withSettlementBatch(10));
    walk.broker.sendMany(12);
    List<SourceRecord> records = walk.poll();

    walk.acknowledge(records.subList(0, 1));
    walk.walk();
    assertThat(walk.broker.settled).as("one of ten waits").isEmpty();

    walk.settleDue();
    assertThat(walk.broker.settled).hasSize(1);
    walk.acknowledge(records.subList(1, 11));
    walk.walk();
    assertThat(walk.broker.settled).as("a full batch goes at once").hasSize(11);
    walk.acknowledge(records.subList(11, 12));
    walk.walk();
    assertThat(walk.broker.settled)
        .as("the last one in flight has nothing to wait for")
        .hasSize(12);
  }

  @Test
  void slotsThatASettlementFreesAreFilledBeforeTheEngineWaits() throws Exception {
    EngineWalk walk = EngineWalk.over(SourceConfig.MAX_IN_FLIGHT_MESSAGES, "5");
    walk.broker.sendMany(10);
    List<SourceRecord> records = walk.poll();
    walk.demand.pollBegins();
    walk.walkUntilItWaits();

    walk.acknowledge(records);
    walk.walkUntilItWaits();

    assertThat(walk.broker.settled).hasSize(5);
    assertThat(walk.handOver.size()).as("nobody else would wake the engine").isEqualTo(5);
  }

  @Test
  void whatIsAcknowledgedDuringASettlementIsSeenBeforeTheEngineWaits() throws Exception {
    TestTicker ticker = new TestTicker();
    EngineWalk walk = new EngineWalk(ticker, new ScriptedBroker(ticker).withSettlementBatch(10));
    walk.broker.sendMany(5);
    List<SourceRecord> records = walk.poll();
    walk.pass(Demand.LEASE.multipliedBy(2), Demand.LEASE);
    walk.acknowledge(records.subList(0, 1));
    walk.walkUntilItWaits();
    walk.broker.whileSettling(() -> walk.acknowledge(records.subList(1, 2)));

    ticker.advance(Settlements.LINGER);
    Duration wait = walk.walkUntilItWaits();

    assertThat(walk.broker.settled).hasSize(1);
    assertThat(wait).as("until the second goes").isLessThanOrEqualTo(Settlements.LINGER);
  }
}
