package com.babelqueue.connect.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.babelqueue.connect.broker.BrokerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;

/** The promises of DESIGN section 4, on a broker that does what the test says. */
class SourceEngineTest {
  private static final Duration LOCK = Duration.ofSeconds(30);

  @Test
  void nothingIsSettledBeforeKafkaAcknowledges() throws Exception {
    EngineWalk walk = EngineWalk.over();
    walk.broker.sendMany(3);

    List<SourceRecord> records = walk.poll();
    walk.settleDue();

    assertThat(records).hasSize(3);
    assertThat(walk.broker.settled).isEmpty();
    assertThat(walk.broker.unackedCount()).isEqualTo(3);
  }

  @Test
  void whatKafkaAcknowledgedIsSettledOnce() throws Exception {
    EngineWalk walk = EngineWalk.over();
    walk.broker.sendMany(3);

    List<SourceRecord> records = walk.poll();
    walk.acknowledge(records);
    walk.settleDue();

    assertThat(walk.broker.settled).isEqualTo(EngineWalk.bodies(records));
    assertThat(walk.broker.unackedCount()).isZero();
    assertThat(walk.metrics.getInFlightMessages()).isZero();
    assertThat(walk.metrics.getInFlightBytes()).isZero();
  }

  @Test
  void aCrashBetweenProduceAndSettleRedeliversEverythingAndLosesNothing() throws Exception {
    EngineWalk walk = EngineWalk.over();
    walk.broker.sendMany(5);
    List<SourceRecord> first = walk.poll();
    walk.acknowledge(first);
    // The process dies here: no further step, no shutdown; the broker sees the connection break.
    walk.broker.loseSession();

    EngineWalk restarted = new EngineWalk(walk.ticker, walk.broker);
    List<SourceRecord> second = restarted.poll();

    assertThat(EngineWalk.bodies(second)).isEqualTo(EngineWalk.bodies(first));
    assertThat(walk.broker.settled).isEmpty();
  }

  @Test
  void locksAreRenewedHoweverLongKafkaTakes() throws Exception {
    TestTicker ticker = new TestTicker();
    EngineWalk walk = new EngineWalk(ticker, new ScriptedBroker(ticker).withLock(LOCK));
    walk.broker.sendMany(4);
    List<SourceRecord> records = walk.poll();

    walk.pass(LOCK.multipliedBy(4), Duration.ofSeconds(1));

    assertThat(walk.broker.unackedCount()).as("locks still held").isEqualTo(4);
    walk.acknowledge(records);
    walk.settleDue();
    assertThat(walk.broker.settled).hasSize(4);
    assertThat(walk.metrics.getLocksRenewed()).isGreaterThanOrEqualTo(4 * 7);
    assertThat(walk.metrics.getLocksLost()).isZero();
  }

  @Test
  void aFilteredOrToleratedRecordIsSettledByDefault() throws Exception {
    assertThat(dropOne("settle").settled).hasSize(1);
  }

  @Test
  void aDroppedRecordCanBeRejected() throws Exception {
    ScriptedBroker broker = dropOne("reject");

    assertThat(broker.rejected).hasSize(1);
    assertThat(broker.settled).isEmpty();
  }

  @Test
  void aDroppedRecordCanBeHandedBack() throws Exception {
    ScriptedBroker broker = dropOne("release");

    assertThat(broker.released).isNotEmpty();
    assertThat(broker.settled).isEmpty();
  }

  private static ScriptedBroker dropOne(String policy) throws InterruptedException {
    EngineWalk walk = EngineWalk.over(SourceConfig.DROPPED_RECORDS, policy);
    walk.broker.sendMany(1);
    walk.drop(walk.poll());
    walk.settleDue();
    return walk.broker;
  }

  @Test
  void twoIdenticalMessagesStayTwoInExactlyOnceMode() throws Exception {
    EngineWalk walk = EngineWalk.over();
    walk.broker.send(TestEnvelopes.numbered(1));
    walk.broker.send(TestEnvelopes.numbered(1));

    List<SourceRecord> records = walk.poll();

    // Connect keeps pending records of a transaction in a map keyed by equality.
    assertThat(new HashSet<>(records)).hasSize(2);
    assertThat(records.get(0).sourceOffset()).isNotEqualTo(records.get(1).sourceOffset());
    walk.acknowledge(records);
    walk.settleDue();
    assertThat(walk.broker.settled).hasSize(2);
  }

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
  void aStopSettlesWhatKafkaHasAndHandsTheRestBackNewestFirst() throws Exception {
    EngineWalk walk = EngineWalk.over();
    walk.broker.sendMany(6);
    List<SourceRecord> records = walk.poll();
    List<String> bodies = EngineWalk.bodies(records);

    walk.acknowledge(records.subList(0, 2));
    walk.engine.shutDown();

    assertThat(walk.broker.settled).isEqualTo(bodies.subList(0, 2));
    List<String> newestFirst = new ArrayList<>(bodies.subList(2, 6));
    Collections.reverse(newestFirst);
    assertThat(walk.broker.released).isEqualTo(newestFirst);
    assertThat(walk.broker.readyBodies()).isEqualTo(bodies.subList(2, 6));
    assertThat(walk.broker.closes).isEqualTo(1);
  }

  @Test
  void recordsNobodyPolledAreHandedBackToo() throws Exception {
    EngineWalk walk = EngineWalk.over();
    walk.broker.sendMany(4);
    walk.demand.pollBegins();
    walk.walk();

    walk.engine.shutDown();

    assertThat(walk.broker.released).hasSize(4);
    assertThat(walk.broker.unackedCount()).isZero();
  }

  @Test
  void anAcknowledgementOfALostSessionSettlesNothing() throws Exception {
    EngineWalk walk = EngineWalk.over();
    walk.broker.sendMany(3);
    List<SourceRecord> old = walk.poll();
    walk.broker.loseSession();
    List<SourceRecord> again = reconnect(walk);

    walk.acknowledge(old);
    walk.settleDue();

    assertThat(walk.broker.settled).isEmpty();
    assertThat(walk.metrics.getStaleSettlements()).isEqualTo(3);
    assertThat(EngineWalk.bodies(again)).isEqualTo(EngineWalk.bodies(old));
    walk.acknowledge(again);
    walk.settleDue();
    assertThat(walk.broker.settled).hasSize(3);
  }

  @Test
  void recordsOfALostSessionThatNobodyPolledAreNotHandedOver() throws Exception {
    EngineWalk walk = EngineWalk.over();
    walk.broker.sendMany(3);
    walk.demand.pollBegins();
    walk.walk();
    assertThat(walk.handOver.size()).isEqualTo(3);
    walk.broker.loseSession();

    assertThat(reconnect(walk)).hasSize(3);
    assertThat(walk.metrics.getReceived()).isEqualTo(6);
  }

  private static List<SourceRecord> reconnect(EngineWalk walk) throws InterruptedException {
    walk.demand.pollBegins();
    walk.walk();
    walk.ticker.advance(Duration.ofSeconds(1));
    return walk.poll();
  }

  @Test
  void aSettlementTheBrokerRefusesIsCountedAndNotRepeated() throws Exception {
    EngineWalk walk = EngineWalk.over();
    walk.broker.sendMany(2);
    walk.broker.refuse(TestEnvelopes.numbered(0));

    walk.acknowledge(walk.poll());
    walk.settleDue();
    int calls = walk.broker.acceptCalls;
    walk.settleDue();

    assertThat(walk.metrics.getSettlementFailures()).isEqualTo(1);
    assertThat(walk.metrics.getSettled()).isEqualTo(1);
    assertThat(walk.broker.acceptCalls).isEqualTo(calls);
    assertThat(walk.metrics.getInFlightMessages()).as("the slot is free again").isZero();
  }

  @Test
  void aSettlementCallThatFailsIsNotRepeated() throws Exception {
    EngineWalk walk = EngineWalk.over();
    walk.broker.sendMany(2);
    List<SourceRecord> records = walk.poll();
    walk.broker.failCall(BrokerException.outage("no answer", null));

    walk.acknowledge(records);
    walk.settleDue();
    walk.ticker.advance(Duration.ofSeconds(1));
    walk.settleDue();

    assertThat(walk.metrics.getSettlementFailures()).isEqualTo(2);
    assertThat(walk.broker.settled).isEmpty();
    assertThat(walk.poll()).as("the broker delivers again").hasSize(2);
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
  void aMisconfigurationFailsTheTaskAndNamesTheSetting() throws Exception {
    EngineWalk walk = EngineWalk.over();
    walk.broker.failOpen(BrokerException.misconfigured("scripted.address", "no such queue", null));
    walk.walk();

    assertThatThrownBy(walk::poll)
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("scripted.address: no such queue");
    assertThat(walk.broker.opens).as("no retry").isEqualTo(1);
  }

  @Test
  void anOutageIsRetriedWithGrowingDelaysUntilItEnds() throws Exception {
    EngineWalk walk = EngineWalk.over();
    walk.broker.sendMany(1);
    for (int i = 0; i < 3; i++) {
      walk.broker.failOpen(BrokerException.outage("down", null));
    }

    walk.walk();
    assertThat(walk.broker.opens).isEqualTo(1);
    walk.ticker.advance(Duration.ofMillis(100));
    walk.walk();
    assertThat(walk.broker.opens).isEqualTo(2);
    walk.ticker.advance(Duration.ofMillis(100));
    walk.walk();
    assertThat(walk.broker.opens).as("the second delay is longer").isEqualTo(2);
    walk.ticker.advance(Duration.ofMillis(100));
    walk.walk();
    assertThat(walk.broker.opens).isEqualTo(3);
    walk.ticker.advance(Duration.ofSeconds(1));

    assertThat(walk.poll()).hasSize(1);
  }

  @Test
  void aStopDuringAnOutageEnds() throws Exception {
    EngineWalk walk = EngineWalk.over();
    walk.broker.failOpen(BrokerException.outage("down", null));
    walk.walk();

    walk.engine.shutDown();

    assertThat(walk.broker.closes).isPositive();
  }
}
