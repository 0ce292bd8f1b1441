package com.babelqueue.connect.source;

import static com.babelqueue.connect.source.EngineWalk.bodies;
import static com.babelqueue.connect.source.TestEnvelopes.identified;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.NativeHeader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;

/** Who waits for whom, and what a lost session leaves behind (IDM-1 to IDM-5, HDR-10). */
class DeduplicationTest {
  private final TestTicker ticker = new TestTicker();
  private final ScriptedBroker broker = new ScriptedBroker(ticker);
  private final ScriptedStore store = new ScriptedStore();

  private EngineWalk walk(String... settings) {
    return new EngineWalk(ticker, broker, store, settings);
  }

  @Test
  void aDuplicateInOneBatchWaitsForTheFirstAndIsSettledWithIt() throws Exception {
    EngineWalk walk = walk();
    broker.send(identified("A", 1));
    broker.send(identified("A", 2));
    broker.send(identified("B", 3));

    List<SourceRecord> records = walk.poll();
    walk.settleDue();

    assertThat(bodies(records)).containsExactly(identified("A", 1), identified("B", 3));
    assertThat(broker.settled).as("the first is not in Kafka yet").isEmpty();
    assertThat(store.lookUps).as("one look-up for all").containsExactly(List.of("A", "B"));
    walk.acknowledge(records);
    walk.settleDue();
    assertThat(broker.settled)
        .containsExactlyInAnyOrder(identified("A", 1), identified("A", 2), identified("B", 3));
    assertThat(walk.metrics.getDeduplicated()).isEqualTo(Map.of("orders", 1L));
    assertThat(walk.metrics.getInFlightMessages()).isZero();
  }

  @Test
  void aDuplicateOfOneInFlightWaitsToo() throws Exception {
    EngineWalk walk = walk();
    broker.send(identified("A", 1));
    List<SourceRecord> first = walk.poll();
    broker.send(identified("A", 2));

    assertThat(walk.poll()).isEmpty();
    assertThat(broker.unackedCount()).isEqualTo(2);
    walk.acknowledge(first);
    walk.settleDue();

    assertThat(walk.poll()).isEmpty();
    assertThat(broker.settled).containsExactlyInAnyOrder(identified("A", 1), identified("A", 2));
  }

  @Test
  void aDuplicateTakesThePlaceOfOneThatWasDropped() throws Exception {
    EngineWalk walk = walk();
    broker.send(identified("A", 1));
    broker.send(identified("A", 2));
    broker.send(identified("A", 3));

    walk.drop(walk.poll());
    List<SourceRecord> next = walk.poll();

    assertThat(bodies(next)).containsExactly(identified("A", 2));
    walk.acknowledge(next);
    walk.settleDue();
    assertThat(walk.poll()).isEmpty();
    assertThat(broker.settled).hasSize(3);
    assertThat(walk.metrics.getDeduplicated()).isEqualTo(Map.of("orders", 1L));
  }

  @Test
  void whatIsInKafkaIsRememberedBeforeTheBrokerIsTold() throws Exception {
    EngineWalk walk = walk();
    broker.send(identified("A", 1));
    broker.send(identified("B", 2));
    store.onRemember = () -> assertThat(broker.settled).isEmpty();

    walk.acknowledge(walk.poll());
    walk.settleDue();

    assertThat(store.remembered).containsExactly("A", "B");
    assertThat(broker.settled).hasSize(2);
  }

  @Test
  void aCrashBeforeTheSettlementMakesNoSecondRecord() throws Exception {
    EngineWalk walk = walk();
    broker.send(identified("A", 1));
    walk.acknowledge(walk.poll());
    store.onRemember = broker::loseSession;
    walk.settleDue();
    assertThat(broker.settled).isEmpty();

    EngineWalk restarted = walk();

    assertThat(restarted.poll()).isEmpty();
    restarted.settleDue();
    assertThat(broker.settled).containsExactly(identified("A", 1));
  }

  @Test
  void aLostSessionMakesNoSecondRecordOfWhatKafkaAcknowledgesLater() throws Exception {
    EngineWalk walk = walk();
    broker.send(identified("A", 1));
    broker.send(identified("B", 2));
    List<SourceRecord> old = walk.poll();
    broker.loseSession();

    assertThat(reconnect(walk)).as("redeliveries wait behind the first").isEmpty();
    assertThat(broker.unackedCount()).isEqualTo(2);
    walk.acknowledge(old);
    walk.settleDue();

    assertThat(walk.poll()).isEmpty();
    assertThat(broker.settled).containsExactlyInAnyOrder(identified("A", 1), identified("B", 2));
    assertThat(store.remembered).containsExactly("A", "B");
    assertThat(walk.metrics.getDeduplicated()).isEqualTo(Map.of("orders", 2L));
  }

  @Test
  void anAcknowledgementBetweenSessionsIsRememberedThoughItSettlesNothing() throws Exception {
    EngineWalk walk = walk();
    broker.send(identified("A", 1));
    List<SourceRecord> old = walk.poll();
    broker.loseSession();
    walk.walk();
    walk.acknowledge(old);
    ticker.advance(Duration.ofSeconds(1));
    walk.engine.step();
    ticker.advance(Settlements.LINGER);
    walk.engine.step();

    assertThat(store.remembered).as("by itself, since nothing is to be settled").contains("A");
    assertThat(walk.poll()).isEmpty();
    walk.settleDue();
    assertThat(broker.settled).containsExactly(identified("A", 1));
  }

  @Test
  void anAcknowledgementWhileTheBrokerIsAwayIsRememberedAtTheStop() throws Exception {
    EngineWalk walk = walk();
    broker.send(identified("A", 1));
    List<SourceRecord> old = walk.poll();
    broker.loseSession();
    walk.walk();
    walk.acknowledge(old);

    walk.engine.shutDown();

    assertThat(store.remembered).containsExactly("A");
    assertThat(store.closes).isEqualTo(1);
  }

  @Test
  void aRedeliveryRunsWhenTheFirstIsDroppedAfterItsSessionWasLost() throws Exception {
    EngineWalk walk = walk();
    broker.send(identified("A", 1));
    List<SourceRecord> old = walk.poll();
    broker.loseSession();
    assertThat(reconnect(walk)).isEmpty();

    walk.drop(old);
    List<SourceRecord> again = walk.poll();

    assertThat(bodies(again)).containsExactly(identified("A", 1));
    walk.acknowledge(again);
    walk.settleDue();
    assertThat(broker.settled).containsExactly(identified("A", 1));
  }

  @Test
  void whatConnectHasNotSeenOfALostSessionBlocksNobody() throws Exception {
    EngineWalk walk = walk();
    broker.send(identified("A", 1));
    broker.send(identified("A", 2));
    walk.demand.pollBegins();
    walk.walk();
    assertThat(walk.handOver.size()).isEqualTo(1);
    broker.loseSession();

    List<SourceRecord> again = reconnect(walk);

    assertThat(bodies(again)).containsExactly(identified("A", 1));
    walk.acknowledge(again);
    walk.settleDue();
    assertThat(broker.settled).hasSize(2);
    assertThat(walk.metrics.getDeduplicated()).isEqualTo(Map.of("orders", 1L));
  }

  private List<SourceRecord> reconnect(EngineWalk walk) throws InterruptedException {
    walk.demand.pollBegins();
    walk.walk();
    ticker.advance(Duration.ofSeconds(1));
    return walk.poll();
  }

  @Test
  void aReplayRunsWhateverIsRemembered() throws Exception {
    EngineWalk walk = walk();
    store.remembered.add("A");
    broker.send(identified("A", 1), bypass("1"));
    broker.send(identified("A", 2), bypass(" "));
    broker.send(identified("A", 3));

    List<SourceRecord> records = walk.poll();
    assertThat(bodies(records)).containsExactly(identified("A", 1));
    walk.acknowledge(records);
    walk.settleDue();

    assertThat(walk.poll()).isEmpty();
    assertThat(broker.settled).hasSize(3);
  }

  @Test
  void aReplayThatWaitedRunsAfterTheFirst() throws Exception {
    EngineWalk walk = walk();
    broker.send(identified("A", 1));
    broker.send(identified("A", 2), bypass(1));
    broker.send(identified("A", 3));

    walk.acknowledge(walk.poll());
    List<SourceRecord> replayed = walk.poll();

    assertThat(bodies(replayed)).containsExactly(identified("A", 2));
    walk.acknowledge(replayed);
    walk.settleDue();
    assertThat(walk.poll()).isEmpty();
    assertThat(broker.settled).hasSize(3);
    assertThat(walk.metrics.getDeduplicated()).isEqualTo(Map.of("orders", 1L));
  }

  private static NativeHeader bypass(Object value) {
    return new NativeHeader("bq-replay-bypass", value);
  }

  @Test
  void messagesWithoutIdAndDeadLettersAreNeverLookedAt() throws Exception {
    EngineWalk walk = walk();
    store.failure = BrokerException.outage("down", null);
    broker.send(identified("", 1));
    broker.send("poison");
    broker.send("poison");
    broker.send(identified("", 1));

    List<SourceRecord> records = walk.poll();
    walk.acknowledge(records);
    walk.settleDue();

    assertThat(bodies(records))
        .containsExactly(identified("", 1), "poison", "poison", identified("", 1));
    assertThat(broker.settled).hasSize(4);
    assertThat(store.calls).isZero();
  }

  @Test
  void rawForwardsAreNeverLookedAt() throws Exception {
    EngineWalk walk = walk(SourceConfig.POISON_POLICY, "forward");
    store.remembered.add("A");
    NativeHeader refused = new NativeHeader("bq-schema-version", "2");
    broker.send(identified("A", 1), refused);
    broker.send(identified("A", 1), refused);

    List<SourceRecord> records = walk.poll();
    walk.acknowledge(records);
    walk.settleDue();

    assertThat(records).hasSize(2);
    assertThat(broker.settled).hasSize(2);
    assertThat(store.calls).isZero();
  }
}
