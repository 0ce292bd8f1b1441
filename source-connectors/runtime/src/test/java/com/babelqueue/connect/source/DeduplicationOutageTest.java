package com.babelqueue.connect.source;

import static com.babelqueue.connect.source.EngineWalk.bodies;
import static com.babelqueue.connect.source.TestEnvelopes.identified;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.babelqueue.connect.broker.BrokerException;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;

/** The store fails: nothing is lost, nothing is handed back, nobody hammers it (IDM-4). */
class DeduplicationOutageTest {
  private static final Duration LOCK = Duration.ofSeconds(30);
  private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(10);

  private final TestTicker ticker = new TestTicker();
  private final ScriptedBroker broker = new ScriptedBroker(ticker).withLock(LOCK);
  private final ScriptedStore store = new ScriptedStore();
  private final EngineWalk walk = new EngineWalk(ticker, broker, store);

  @Test
  void whatIsUndecidedStaysInFlightAndArrivesInOrderWhenTheStoreIsBack() throws Exception {
    store.failure = BrokerException.outage("down", null);
    for (int i = 0; i < 5; i++) {
      broker.send(identified("id" + i, i));
    }
    List<String> expected = broker.readyBodies();

    assertThat(walk.poll()).isEmpty();
    walk.demand.pollBegins();
    broker.send(identified("later", 9));
    walk.pass(LOCK.multipliedBy(4), Duration.ofSeconds(1));

    assertThat(broker.unackedCount()).as("locks still held").isEqualTo(5);
    assertThat(broker.readyBodies()).as("not received").containsExactly(identified("later", 9));
    assertThat(broker.released).isEmpty();
    assertThat(broker.opens).as("the broker's connection stays").isEqualTo(1);
    assertThat(broker.suspends).isPositive();
    assertThat(walk.metrics.getIdempotencyStoreFailures())
        .as("with growing delays")
        .isEqualTo(store.calls)
        .isBetween(12L, 25L);
    store.failure = null;
    ticker.advance(LONGEST_BACKOFF);
    List<SourceRecord> records = walk.poll();
    assertThat(bodies(records).subList(0, 5)).isEqualTo(expected);
    assertThat(bodies(records)).as("and receiving goes on").hasSize(6);
  }

  @Test
  void anEngineWithUndecidedMessagesWaitsForTheNextAttempt() throws Exception {
    store.failure = BrokerException.outage("down", null);
    broker.send(identified("A", 1));
    walk.poll();

    assertThat(walk.engine.step()).as("the first delay").isEqualTo(Duration.ofMillis(100));
  }

  @Test
  void whatIsUndecidedIsHandedBackAtTheStop() throws Exception {
    store.failure = BrokerException.outage("down", null);
    broker.send(identified("A", 1));
    broker.send(identified("B", 2));
    List<String> expected = broker.readyBodies();
    walk.poll();

    walk.engine.shutDown();

    assertThat(broker.readyBodies()).isEqualTo(expected);
    assertThat(broker.settled).isEmpty();
  }

  @Test
  void whatComesInLateIsUndecidedToo() throws Exception {
    store.failure = BrokerException.outage("down", null);
    broker.send(identified("A", 1));
    walk.poll();
    broker.send(identified("B", 2));
    broker.bringLate(1);
    walk.walk();
    assertThat(broker.unackedCount()).isEqualTo(2);

    store.failure = null;
    ticker.advance(LONGEST_BACKOFF);

    assertThat(bodies(walk.poll())).containsExactly(identified("A", 1), identified("B", 2));
  }

  @Test
  void whatIsUndecidedOfALostSessionIsForgotten() throws Exception {
    store.failure = BrokerException.outage("down", null);
    broker.send(identified("A", 1));
    walk.poll();
    broker.send(identified("B", 2));
    broker.loseSession();
    ticker.advance(LOCK.dividedBy(2));
    walk.walk();
    ticker.advance(Duration.ofSeconds(1));
    store.failure = null;
    ticker.advance(LONGEST_BACKOFF);

    List<SourceRecord> records = walk.poll();

    assertThat(bodies(records)).containsExactly(identified("A", 1), identified("B", 2));
    walk.acknowledge(records);
    walk.settleDue();
    assertThat(broker.settled).hasSize(2);
    assertThat(walk.metrics.getStaleSettlements()).isZero();
    assertThat(walk.metrics.getDeduplicated()).isEmpty();
  }

  @Test
  void aMisconfigurationFailsTheTaskAndNamesTheSetting() throws Exception {
    store.failure = BrokerException.misconfigured("idempotency.redis.password", "refused", null);
    broker.send(identified("A", 1));

    assertThatThrownBy(walk::poll)
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("idempotency.redis.password: refused");
    ticker.advance(LONGEST_BACKOFF);
    walk.walk();
    assertThat(walk.engine.step()).as("no spinning").isPositive();
    assertThat(store.calls).as("no retry").isEqualTo(1);
    walk.engine.shutDown();
    assertThat(broker.readyBodies()).containsExactly(identified("A", 1));
  }

  @Test
  void aFailureToRememberIsCountedAndMakesNoRetry() throws Exception {
    broker.send(identified("A", 1));
    broker.send(identified("B", 2));
    List<SourceRecord> records = walk.poll();
    store.failure = BrokerException.outage("down", null);
    int before = store.calls;

    walk.acknowledge(records.subList(0, 1));
    walk.settleDue();
    assertThat(broker.settled).containsExactly(identified("A", 1));
    assertThat(store.calls).isEqualTo(before + 1);
    assertThat(walk.metrics.getIdempotencyStoreFailures()).isEqualTo(1);
    walk.acknowledge(records.subList(1, 2));
    walk.settleDue();
    assertThat(broker.settled).hasSize(2);
    assertThat(store.calls).as("not asked again so soon").isEqualTo(before + 1);

    store.failure = null;
    ticker.advance(LONGEST_BACKOFF);
    walk.walk();
    assertThat(store.remembered).as("later, all the same").containsExactly("A", "B");
    assertThat(walk.engine.step()).as("nothing is left to do").isEqualTo(SourceEngine.MAX_WAIT);
  }

  @Test
  void whatIsInKafkaIsRememberedAtTheLatestAtTheStop() throws Exception {
    broker.send(identified("A", 1));
    broker.send(identified("B", 2));
    List<SourceRecord> records = walk.poll();
    store.failure = BrokerException.outage("down", null);
    walk.acknowledge(records.subList(0, 1));
    walk.settleDue();
    walk.acknowledge(records.subList(1, 2));
    store.failure = null;

    walk.engine.shutDown();

    assertThat(store.remembered).containsExactly("A", "B");
    assertThat(broker.settled).hasSize(2);
    assertThat(store.closes).isEqualTo(1);
  }
}
