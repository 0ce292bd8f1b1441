package com.babelqueue.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;

/** Settlement follows Kafka, and a stop leaves nothing behind (DESIGN section 4). */
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
}
