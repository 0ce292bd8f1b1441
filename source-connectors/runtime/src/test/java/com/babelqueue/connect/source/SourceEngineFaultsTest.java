package com.babelqueue.connect.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.ConnectionKeys;
import com.babelqueue.connect.broker.NativeHeader;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;

/** Crashes, lost sessions, outages and settlements that fail (DESIGN section 4). */
class SourceEngineFaultsTest {
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

  @Test
  void aSettlementCallThatFailsLeavesTheOtherSettlementsWaiting() throws Exception {
    EngineWalk walk =
        EngineWalk.over(
            SourceConfig.POISON_POLICY, "reject", ConnectionKeys.RECONNECT_BACKOFF, "1");
    walk.broker.keepEpoch();
    walk.broker.send(TestEnvelopes.numbered(1));
    walk.broker.send(TestEnvelopes.numbered(2));
    List<SourceRecord> records = walk.poll();
    walk.broker.send("poison");
    walk.demand.pollBegins();
    walk.engine.step();
    walk.acknowledge(records.subList(0, 1));
    walk.broker.failCall(BrokerException.outage("no answer", null));
    walk.settleDue();

    walk.ticker.advance(Duration.ofSeconds(1));
    walk.settleDue();

    assertThat(walk.metrics.getSettlementFailures()).isEqualTo(1);
    assertThat(walk.broker.rejected).containsExactly("poison");
  }

  @Test
  void whatKafkaAcknowledgesAfterAFailureIsStillSettled() throws Exception {
    EngineWalk walk = EngineWalk.over(SourceConfig.POISON_POLICY, "fail");
    walk.broker.send(TestEnvelopes.numbered(1));
    walk.broker.send("poison");
    walk.broker.send(TestEnvelopes.numbered(2));
    List<SourceRecord> records = walk.poll();
    assertThat(EngineWalk.bodies(records)).containsExactly(TestEnvelopes.numbered(1));
    assertThatThrownBy(walk::poll)
        .isInstanceOf(DataException.class)
        .hasMessageContaining("malformed_json")
        .hasMessageContaining("message m1 of queue q");

    walk.acknowledge(records);
    walk.settleDue();
    walk.engine.shutDown();

    assertThat(walk.broker.settled).containsExactly(TestEnvelopes.numbered(1));
    assertThat(walk.broker.readyBodies())
        .as("handed back in order")
        .containsExactly("poison", TestEnvelopes.numbered(2));
  }

  @Test
  void aFaultOfOursHoldsTheMessageAndLetsTheOthersPass() throws Exception {
    EngineWalk walk =
        EngineWalk.over(SourceConfig.KEY, "header:odd", "key.converter", "x.JsonConverter");
    walk.broker.send(TestEnvelopes.numbered(1), new NativeHeader("odd", new FaultyValue()));
    walk.broker.send(TestEnvelopes.numbered(2));

    assertThat(EngineWalk.bodies(walk.poll())).containsExactly(TestEnvelopes.numbered(2));
    assertThat(walk.metrics.getHeld()).isEqualTo(1);
    walk.engine.shutDown();
    assertThat(walk.broker.readyBodies()).contains(TestEnvelopes.numbered(1));
  }

  private static final class FaultyValue {
    @Override
    public String toString() {
      throw new IllegalStateException("no text for this");
    }
  }
}
