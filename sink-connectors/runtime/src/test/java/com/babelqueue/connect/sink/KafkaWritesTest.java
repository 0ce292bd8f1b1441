package com.babelqueue.connect.sink;

import static com.babelqueue.connect.sink.Records.INVOICES_0;
import static com.babelqueue.connect.sink.Records.ORDERS_0;
import static com.babelqueue.connect.sink.Records.ORDERS_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.babelqueue.connect.broker.BrokerException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

/** An offset counts only once Kafka has acknowledged; a write that fails is repeated or fatal. */
class KafkaWritesTest {
  private static final Duration BACKOFF = Duration.ofMinutes(1);

  private final ScriptedKafka kafka = new ScriptedKafka();
  private final SinkWalk walk =
      SinkWalk.writingTo(kafka, SinkConfig.RETRY_TIERS, "5s").open(ORDERS_0, ORDERS_1, INVOICES_0);

  @Test
  void theOffsetWaitsForTheAcknowledgement() {
    kafka.mute = true;
    walk.sender.script("b", send -> send.refused("full", "no room"));
    walk.put(
        List.of(
            Records.envelope(ORDERS_0, 0, "a"),
            Records.raw(ORDERS_0, 1, "no json"),
            Records.envelope(ORDERS_0, 2, "b"),
            Records.envelope(ORDERS_0, 3, "c")));

    assertThat(walk.committable(ORDERS_0)).isEqualTo(1);
    assertThat(walk.context.timeout).as("Connect calls again soon").isPositive();
    assertThat(walk.metrics.getDeadLettered()).isEmpty();
    kafka.acknowledge();

    assertThat(kafka.topics()).containsExactly("orders.dlq", "orders.retry.1");
    assertThat(walk.committable(ORDERS_0)).isEqualTo(4);
  }

  @Test
  void aCommitWaitsForWhatIsUnderWay() {
    kafka.mute = true;
    walk.put(List.of(poison(ORDERS_0, 0)));
    walk.whileWaiting = kafka::acknowledge;

    assertThat(walk.committable(ORDERS_0)).isEqualTo(1);
    assertThat(walk.waits).isZero();
  }

  @Test
  void aRecordWhoseOffsetIsDoneDoesNotWaitForAnEarlierOneOfAnotherPartition() {
    kafka.mute = true;
    walk.put(List.of(poison(ORDERS_0, 0), poison(INVOICES_0, 0)));
    ScriptedKafka.Write second = kafka.open.remove(1);
    second.result().accept(null);

    assertThat(walk.committable(INVOICES_0)).isEqualTo(1);
    assertThat(walk.committable(ORDERS_0)).isZero();
  }

  @Test
  void aWriteThatFailsIsRepeatedAfterABackoffInTheOrderOfTheRecords() {
    kafka.mute = true;
    walk.put(List.of(poison(ORDERS_0, 0), poison(ORDERS_0, 1)));
    kafka.fail(ScriptedKafka.outage());
    walk.putAgain();
    assertThat(kafka.begun).as("not before the backoff is over").isEqualTo(2);
    assertThat(walk.committable(ORDERS_0)).isZero();

    kafka.mute = false;
    walk.pass(BACKOFF);
    walk.putAgain();

    assertThat(kafka.holds)
        .extracting(record -> ScriptedKafka.header(record, "bq-error-message-id"))
        .containsExactly("0-0", "0-1");
    assertThat(walk.committable(ORDERS_0)).isEqualTo(2);
  }

  @Test
  void nothingIsRepeatedBeforeAllThatWasUnderWayHasComeBack() {
    kafka.mute = true;
    walk.put(List.of(poison(ORDERS_0, 0), poison(ORDERS_0, 1)));
    kafka.open.remove(0).result().accept(ScriptedKafka.outage());
    walk.putAgain();
    walk.pass(BACKOFF);
    walk.putAgain();
    assertThat(kafka.begun).isEqualTo(2);

    kafka.fail(ScriptedKafka.outage());
    kafka.mute = false;
    walk.putAgain();

    assertThat(kafka.holds)
        .extracting(record -> ScriptedKafka.header(record, "bq-error-message-id"))
        .containsExactly("0-0", "0-1");
  }

  @Test
  void aTopicThatTakesNothingIsTriedOnceAndHoldsUpNoOther() {
    kafka.refused = record -> record.topic().equals("orders.dlq");

    walk.put(
        List.of(
            poison(ORDERS_0, 0),
            poison(ORDERS_0, 1),
            poison(INVOICES_0, 0),
            Records.envelope(ORDERS_1, 0, "x")));

    assertThat(kafka.begun).as("one of each topic").isEqualTo(2);
    assertThat(kafka.topics()).containsExactly("invoices.dlq");
    assertThat(walk.sender.holds).containsExactly("orders:x");
    assertThat(walk.committable(INVOICES_0)).isEqualTo(1);
    assertThat(walk.committable(ORDERS_1)).isEqualTo(1);
    assertThat(walk.committable(ORDERS_0)).isZero();

    kafka.refused = record -> false;
    walk.pass(BACKOFF);
    walk.putAgain();

    assertThat(kafka.topics()).containsExactly("invoices.dlq", "orders.dlq", "orders.dlq");
    assertThat(walk.committable(ORDERS_0)).isEqualTo(2);
  }

  @Test
  void writesGoOnWhileTheSinksBrokerIsAway() {
    kafka.refused = record -> true;
    walk.put(List.of(poison(ORDERS_0, 0)));
    kafka.refused = record -> false;
    walk.sender.breakDown();
    walk.sender.openFailures.add(BrokerException.outage("still away", null));
    assertThat(walk.putAgain()).as("the loss is noticed").isFalse();
    walk.pass(BACKOFF);

    assertThat(walk.putAgain()).isFalse();

    assertThat(kafka.topics()).containsExactly("orders.dlq");
    assertThat(walk.committable(ORDERS_0)).isEqualTo(1);
  }

  @Test
  void aWriteThatNoRepetitionHelpsFailsTheTaskAndNamesRecordAndSettings() {
    kafka.mute = true;
    walk.put(List.of(poison(ORDERS_0, 0), Records.envelope(ORDERS_0, 1, "a")));
    kafka.fail(BrokerException.misconfigured("kafka.client.max.request.size", "too large", null));

    assertThatThrownBy(walk::putAgain)
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("topic orders, partition 0, offset 0")
        .hasMessageContaining(SinkConfig.DEAD_LETTER_TOPIC)
        .hasMessageContaining("kafka.client.max.request.size");
    assertThat(walk.committable(ORDERS_0)).isZero();
  }

  @Test
  void aFatalFailureFoundInACommitFailsTheNextPut() {
    kafka.mute = true;
    walk.put(List.of(poison(ORDERS_0, 0)));
    walk.whileWaiting =
        () -> kafka.fail(BrokerException.misconfigured("kafka.client.*", "not allowed", null));

    assertThat(walk.committable(ORDERS_0)).isZero();
    assertThatThrownBy(walk::putAgain).hasMessageContaining("kafka.client.*");
  }

  @Test
  void partitionsThatGoElsewhereTakeTheirWritesAlong() {
    kafka.mute = true;
    walk.put(List.of(poison(ORDERS_0, 0), poison(ORDERS_1, 0)));

    assertThat(walk.close(ORDERS_0)).isZero();
    kafka.fail(ScriptedKafka.outage());
    walk.putAgain();
    kafka.mute = false;
    walk.pass(BACKOFF);
    walk.putAgain();

    assertThat(kafka.holds)
        .extracting(record -> ScriptedKafka.header(record, "bq-error-message-id"))
        .containsExactly("1-0");
    assertThat(walk.committable(ORDERS_1)).isEqualTo(1);
    walk.putAgain();
    assertThat(walk.context.timeout).as("nothing is open").isEqualTo(-1);
  }

  @Test
  void aPartitionThatComesBackIsWrittenAgainAndCountsOnlyThen() {
    kafka.mute = true;
    walk.put(List.of(poison(ORDERS_0, 0)));
    ScriptedKafka.Write before = kafka.open.remove(0);
    walk.close(ORDERS_0);
    walk.open(ORDERS_0, 0);
    walk.put(List.of(poison(ORDERS_0, 0)));

    before.result().accept(null);

    assertThat(walk.committable(ORDERS_0)).isZero();
    kafka.acknowledge();
    assertThat(walk.committable(ORDERS_0)).isEqualTo(1);
  }

  @Test
  void readingPausesWhileTooMuchWaitsForKafka() {
    SinkWalk small =
        SinkWalk.writingTo(kafka, SinkConfig.MAX_IN_FLIGHT_MESSAGES, "2").open(ORDERS_0);
    kafka.refused = record -> true;
    small.put(List.of(poison(ORDERS_0, 0), poison(ORDERS_0, 1)));
    assertThat(small.context.paused).containsExactly(ORDERS_0);

    kafka.refused = record -> false;
    small.pass(BACKOFF);
    small.putAgain();
    small.putAgain();

    assertThat(small.context.paused).isEmpty();
    assertThat(small.committable(ORDERS_0)).isEqualTo(2);
  }

  @Test
  void readingPausesForBytesToo() {
    SinkWalk small =
        SinkWalk.writingTo(kafka, SinkConfig.MAX_IN_FLIGHT_BYTES, "1024").open(ORDERS_0);
    kafka.mute = true;
    small.put(List.of(Records.raw(ORDERS_0, 0, "x".repeat(1024))));
    assertThat(small.context.paused).containsExactly(ORDERS_0);

    kafka.acknowledge();
    small.putAgain();

    assertThat(small.context.paused).isEmpty();
  }

  @Test
  void aListThatComesAgainIsNotWrittenTwice() {
    walk.sender.breakAfter = 0;
    walk.sender.script("a", send -> {});

    boolean taken = walk.put(List.of(poison(ORDERS_0, 0), Records.envelope(ORDERS_0, 1, "b")));
    walk.pass(BACKOFF);
    walk.putAgain();

    assertThat(taken).isFalse();
    assertThat(kafka.holds).extracting(ProducerRecord::topic).containsExactly("orders.dlq");
    assertThat(walk.committable(ORDERS_0)).isEqualTo(2);
  }

  @Test
  void theTaskDoesNotWaitForWhatItsOwnThreadCompletes() {
    FaultyRecords faulty = new FaultyRecords("bridge-0", new OwnPath(), null, walk.metrics);
    SinkRecord record = poison(ORDERS_0, 0);
    RecordOrigin origin = RecordOrigin.of(record);
    faulty.add(
        new FaultyRecord(record, origin, null, 0, new Fault("reason", "detail")),
        new OffsetLedger().take(origin, false));

    assertThat(faulty.awaitFirst(Duration.ofSeconds(1))).isFalse();
  }

  private static SinkRecord poison(TopicPartition partition, long offset) {
    return Records.raw(partition, offset, "no json");
  }

  private static final class OwnPath implements FaultPath {
    @Override
    public Future<?> take(FaultyRecord faulty) {
      return new CompletableFuture<Void>() {
        @Override
        public Void get(long timeout, TimeUnit unit) {
          throw new AssertionError("nobody else completes it");
        }
      };
    }

    @Override
    public boolean isCompletedByOthers() {
      return false;
    }
  }
}
