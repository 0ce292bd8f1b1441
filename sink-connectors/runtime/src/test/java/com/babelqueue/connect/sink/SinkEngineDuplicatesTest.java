package com.babelqueue.connect.sink;

import static com.babelqueue.connect.sink.Records.INVOICES_0;
import static com.babelqueue.connect.sink.Records.ORDERS_0;
import static com.babelqueue.connect.sink.Records.ORDERS_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

/** A message has its effect once for each id, however often it comes (contract 5.1). */
class SinkEngineDuplicatesTest {
  private static final Duration BACKOFF = Duration.ofMillis(250);

  private final ScriptedStore store = new ScriptedStore();

  @Test
  void whatWasSentIsNotSentAgain() {
    SinkWalk walk = SinkWalk.deduplicating(store).open(ORDERS_0, INVOICES_0);
    walk.put(Records.of(ORDERS_0, 0, "a", "b"));

    assertThat(store.ids).containsExactly("a", "b");
    walk.put(Records.of(INVOICES_0, 0, "b", "c", "a"));

    assertThat(walk.sender.holds).containsExactly("orders:a", "orders:b", "invoices:c");
    assertThat(walk.committable(INVOICES_0)).isEqualTo(3);
    assertThat(walk.metrics.getDeduplicated()).isEqualTo(Map.of("invoices", 2L));
    assertThat(walk.metrics.getReceived()).isEqualTo(5);
    assertThat(walk.metrics.getSent()).isEqualTo(3);
  }

  @Test
  void nothingIsKeptBackUnlessAsked() {
    SinkWalk walk = SinkWalk.over().open(ORDERS_0);

    walk.put(Records.of(ORDERS_0, 0, "a", "a"));

    assertThat(walk.sender.holds).containsExactly("orders:a", "orders:a");
    assertThat(walk.metrics.getDeduplicated()).isEmpty();
  }

  @Test
  void oneLookUpServesAListAndNoneWhatComesAgain() {
    SinkWalk walk =
        SinkWalk.deduplicating(store, SinkConfig.POISON_POLICY, "forward").open(ORDERS_0);
    walk.sender.breakAfter = 1;
    List<SinkRecord> list = new ArrayList<>(Records.of(ORDERS_0, 0, "a", "b", "a", "c"));
    list.add(Records.raw(ORDERS_0, 4, "no envelope"));

    walk.put(list);
    walk.pass(BACKOFF);
    walk.putAgain();

    assertThat(store.lookUps).containsExactly(Set.of("a", "b", "c"));
    assertThat(walk.metrics.getPoison()).isEqualTo(1);
    assertThat(walk.sender.holds)
        .containsExactly("orders:a", "orders:b", "orders:c", "orders:no envelope");
    assertThat(walk.committable(ORDERS_0)).isEqualTo(5);
  }

  @Test
  void aDuplicateWaitsForTheFirstThatIsUnderWay() {
    SinkWalk walk = SinkWalk.deduplicating(store).open(ORDERS_0);
    walk.sender.mute = true;
    walk.put(Records.of(ORDERS_0, 0, "a", "a"));
    walk.put(Records.of(ORDERS_0, 2, "a"));

    assertThat(walk.context.timeout).isEqualTo(NextCall.SOON.toMillis());
    assertThat(walk.committable(ORDERS_0)).isZero();
    assertThat(walk.metrics.getDeduplicated()).isEmpty();
    walk.sender.confirmOpen();
    walk.putAgain();

    assertThat(walk.sender.calls).containsExactly(List.of("a"));
    assertThat(walk.committable(ORDERS_0)).isEqualTo(3);
    assertThat(walk.metrics.getDeduplicated()).isEqualTo(Map.of("orders", 2L));
    assertThat(walk.context.timeout).isEqualTo(-1);
  }

  @Test
  void whatWaitsForTheFirstCountsForTheBounds() {
    SinkWalk walk =
        SinkWalk.deduplicating(store, SinkConfig.MAX_IN_FLIGHT_MESSAGES, "2").open(ORDERS_0);
    walk.sender.mute = true;

    walk.put(Records.of(ORDERS_0, 0, "a", "a", "a"));
    assertThat(walk.context.paused).containsExactly(ORDERS_0);

    walk.sender.confirmOpen();
    walk.putAgain();
    assertThat(walk.context.paused).isEmpty();
  }

  @Test
  void itsBytesCountUntilTheFirstIsThrough() {
    SinkWalk walk = waitingForSixBodies();

    walk.sender.confirmOpen();
    walk.putAgain();

    assertThat(walk.context.paused).isEmpty();
  }

  @Test
  void itsBytesCountUntilItsPartitionGoesElsewhere() {
    SinkWalk walk = waitingForSixBodies();

    walk.close(ORDERS_0);
    walk.putAgain();

    assertThat(walk.context.paused).doesNotContain(ORDERS_1);
  }

  /** Paused by six bodies that wait for the first one. */
  private SinkWalk waitingForSixBodies() {
    long sixBodies = 6L * Records.body("a").length();
    SinkWalk walk =
        SinkWalk.deduplicating(store, SinkConfig.MAX_IN_FLIGHT_BYTES, Long.toString(sixBodies))
            .open(ORDERS_0, ORDERS_1);
    walk.sender.mute = true;
    walk.put(Records.of(ORDERS_0, 0, "a", "a", "a", "a", "a", "a"));
    assertThat(walk.context.paused).isEmpty();
    walk.put(Records.of(ORDERS_1, 0, "a"));
    assertThat(walk.context.paused).containsExactlyInAnyOrder(ORDERS_0, ORDERS_1);
    return walk;
  }

  @Test
  void aMessageThatIsMadeAgainKeepsItsPlace() {
    SinkWalk walk = SinkWalk.deduplicating(store).open(ORDERS_0);
    walk.sender.script("a", send -> send.retry("busy"));
    walk.sender.script("a", send -> send.refused("no_route", "nobody"));

    walk.put(Records.of(ORDERS_0, 0, "a", "a"));
    walk.pass(BACKOFF);
    walk.putAgain();
    assertThat(walk.committable(ORDERS_0)).isZero();
    walk.pass(BACKOFF.multipliedBy(2));
    walk.putAgain();

    assertThat(walk.sender.calls).containsExactly(List.of("a"), List.of("a"), List.of("a"));
    assertThat(walk.sender.holds).containsExactly("orders:a");
    assertThat(walk.committable(ORDERS_0)).isEqualTo(2);
  }

  @Test
  void afterALostConnectionTheFirstGoesAgainAndTheNextStillWaits() {
    SinkWalk walk = SinkWalk.deduplicating(store).open(ORDERS_0);
    walk.sender.breakAfter = 0;

    walk.put(Records.of(ORDERS_0, 0, "a", "a"));
    walk.pass(BACKOFF);
    walk.putAgain();

    assertThat(walk.sender.calls).containsExactly(List.of("a"), List.of("a"));
    assertThat(walk.committable(ORDERS_0)).isEqualTo(2);
  }

  @Test
  void whenTheFirstIsPutAsideTheNextIsSent() {
    ScriptedKafka kafka = new ScriptedKafka();
    SinkWalk walk = SinkWalk.deduplicating(store, kafka, Refusals.settings()).open(ORDERS_0);
    walk.sender.script("a", send -> send.refused("full", "no room"));
    walk.sender.script("a", send -> send.rejected("too_large", "no"));

    walk.put(Records.of(ORDERS_0, 0, "a", "a", "a", "a"));
    walk.putAgain();

    assertThat(kafka.topics()).containsExactly("orders.retry.1", "orders.dlq");
    assertThat(walk.sender.calls).containsExactly(List.of("a"), List.of("a"), List.of("a"));
    assertThat(walk.sender.holds).containsExactly("orders:a");
    assertThat(walk.metrics.getDeduplicated()).isEqualTo(Map.of("orders", 1L));
    assertThat(walk.committable(ORDERS_0)).isEqualTo(4);
  }

  @Test
  void whatWasPutAsideIsNotRemembered() {
    ScriptedKafka kafka = new ScriptedKafka();
    SinkWalk walk = SinkWalk.deduplicating(store, kafka, Refusals.settings()).open(ORDERS_0);
    walk.sender.script("a", send -> send.refused("full", "no room"));
    walk.put(Records.of(ORDERS_0, 0, "a"));
    assertThat(store.told).isZero();

    walk.put(Records.of(ORDERS_0, 1, "a"));

    assertThat(walk.sender.holds).containsExactly("orders:a");
    assertThat(store.ids).containsExactly("a");
  }

  @Test
  void aReplayIsSentWhateverIsRemembered() {
    SinkWalk walk = SinkWalk.deduplicating(store).open(ORDERS_0);
    store.ids.add("a");

    walk.put(
        List.of(
            replay(0, "a", "1"),
            Records.envelope(ORDERS_0, 1, "a"),
            replay(2, "a", " "),
            replay(3, "a", "yes")));

    assertThat(walk.sender.holds).containsExactly("orders:a", "orders:a");
    assertThat(walk.metrics.getDeduplicated()).isEqualTo(Map.of("orders", 2L));
    assertThat(walk.committable(ORDERS_0)).isEqualTo(4);
  }

  @Test
  void aReplayWaitsForTheFirstAndIsSentThen() {
    SinkWalk walk = SinkWalk.deduplicating(store).open(ORDERS_0);
    walk.sender.mute = true;
    walk.put(List.of(Records.envelope(ORDERS_0, 0, "a"), replay(1, "a", "1")));
    assertThat(walk.sender.open).hasSize(1);

    walk.sender.confirmOpen();
    walk.putAgain();

    assertThat(walk.sender.open).hasSize(1);
    walk.sender.confirmOpen();
    assertThat(walk.committable(ORDERS_0)).isEqualTo(2);
    assertThat(walk.metrics.getDeduplicated()).isEmpty();
    assertThat(store.ids).containsExactly("a");
  }

  @Test
  void whatHasNoIdIsAlwaysSent() {
    SinkWalk walk =
        SinkWalk.deduplicating(store, SinkConfig.POISON_POLICY, "forward").open(ORDERS_0);
    List<SinkRecord> records = new ArrayList<>(Records.of(ORDERS_0, 0, "", ""));
    records.add(Records.raw(ORDERS_0, 2, Records.body("a").replace("\"id\":\"a\",", "")));
    records.add(Records.raw(ORDERS_0, 3, "no envelope"));
    records.add(Records.raw(ORDERS_0, 4, "no envelope"));

    walk.put(records);

    assertThat(walk.sender.holds).hasSize(5);
    assertThat(walk.committable(ORDERS_0)).isEqualTo(5);
    assertThat(store.lookUps).isEmpty();
    assertThat(store.told).isZero();
  }

  @Test
  void theStoreIsToldBeforeAnOffsetIsGiven() {
    SinkWalk walk = SinkWalk.deduplicating(store).open(ORDERS_0);
    walk.sender.mute = true;
    walk.put(Records.of(ORDERS_0, 0, "a", "b"));
    walk.whileWaiting = walk.sender::confirmOpen;

    assertThat(walk.committable(ORDERS_0)).isEqualTo(2);

    assertThat(store.ids).containsExactly("a", "b");
    assertThat(store.told).as("calls").isEqualTo(1);
  }

  @Test
  void theStoreIsClosedWithTheTask() {
    SinkWalk walk = SinkWalk.deduplicating(store).open(ORDERS_0);

    walk.engine.stop();

    assertThat(store.closed).isTrue();
  }

  private static SinkRecord replay(long offset, String label, String value) {
    return Records.raw(ORDERS_0, offset, Records.body(label), "bq-replay-bypass", value);
  }
}
