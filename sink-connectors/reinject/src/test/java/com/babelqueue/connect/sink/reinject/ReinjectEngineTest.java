package com.babelqueue.connect.sink.reinject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.babelqueue.connect.broker.Backoff;
import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.HeaderFilter;
import com.babelqueue.connect.broker.kafka.RetryTiers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

/** What the task asks of Connect between its calls. */
class ReinjectEngineTest {
  private static final TopicPartition RETRY = new TopicPartition("orders.retry.1", 0);
  private static final TopicPartition OTHER = new TopicPartition("orders.retry.1", 1);
  private static final TopicPartition DLQ = new TopicPartition("orders.dlq", 0);

  private final SettableClock clock = new SettableClock();
  private final ScriptedWriter writer = new ScriptedWriter();
  private final FakeContext context = new FakeContext();

  /** What looking up the end of the dead-letter topic answers; null for an end at 2. */
  private BrokerException noEnds;

  @Test
  void aPartitionWhoseRecordsWaitIsPausedUntilTheyAreWritten() {
    ReinjectEngine engine = reinjection();
    open(engine, RETRY, OTHER);

    engine.put(List.of(record(RETRY, 0, clock.now)));
    assertThat(context.paused).containsExactly(RETRY);
    assertThat(context.timeout).as("woken when the record is due").isEqualTo(1_000);

    clock.now += 1_000;
    engine.put(List.of());
    assertThat(writer.openValues()).hasSize(1);
    assertThat(context.paused).as("read on while the write is open").isEmpty();
    assertThat(context.timeout).as("looks for the result soon").isEqualTo(50);

    writer.acknowledgeAll();
    engine.put(List.of());
    assertThat(context.timeout).isEqualTo(5_000);
  }

  @Test
  void aPartitionThatComesBackIsReadAgain() {
    ReinjectEngine engine = reinjection();
    open(engine, RETRY);
    engine.put(List.of(record(RETRY, 0, clock.now)));
    engine.close(List.of(RETRY));
    assertThat(context.paused).as("Connect keeps the pause").containsExactly(RETRY);

    engine.open(List.of(RETRY));
    assertThat(context.paused).isEmpty();
    engine.put(List.of(record(RETRY, 0, 0), record(RETRY, 1, clock.now)));
    assertThat(writer.openValues()).as("and its record taken again").hasSize(1);
    assertThat(context.paused).as("and paused again for the next").containsExactly(RETRY);
  }

  @Test
  void aCommitWaitsForWhatIsBeingWritten() {
    ReinjectEngine engine = reinjection();
    open(engine, RETRY);
    engine.put(List.of(record(RETRY, 0, 0), record(RETRY, 1, clock.now)));
    new Thread(() -> writer.acknowledge(0), "producer").start();

    assertThat(engine.preCommit(Map.of(RETRY, new OffsetAndMetadata(2))))
        .isEqualTo(Map.of(RETRY, new OffsetAndMetadata(1)));
  }

  @Test
  void aCommitNeverThrowsAndTheFaultComesUpWithTheNextPut() {
    ReinjectEngine engine = reinjection();
    open(engine, RETRY);
    engine.put(List.of(record(RETRY, 0, 0)));
    writer.fail(0, BrokerException.misconfigured("kafka.client.*", "not authorized", null));

    assertThat(engine.preCommit(Map.of(RETRY, new OffsetAndMetadata(1))))
        .isEqualTo(Map.of(RETRY, new OffsetAndMetadata(0)));
    assertThatThrownBy(() -> engine.put(List.of()))
        .isInstanceOf(ConnectException.class)
        .isNotInstanceOf(RetriableException.class)
        .hasMessageContaining("kafka.client.*");
  }

  @Test
  void aRedriveWaitsForItsEndToBeKnown() {
    ReinjectEngine engine = redrive(false);
    open(engine, DLQ);
    noEnds = BrokerException.outage("listing offsets failed", null);
    assertThatThrownBy(() -> engine.put(List.of(record(DLQ, 0, 0))))
        .isInstanceOf(RetriableException.class);
    assertThat(context.timeout).isEqualTo(250);

    noEnds = null;
    engine.put(List.of(record(DLQ, 0, 0)));
    assertThat(writer.openValues()).hasSize(1);
  }

  @Test
  void aRedriveThatMayNotLookUpItsEndFails() {
    ReinjectEngine engine = redrive(false);
    open(engine, DLQ);
    noEnds = BrokerException.misconfigured("kafka.client.*", "not authorized", null);

    assertThatThrownBy(() -> engine.put(List.of()))
        .isNotInstanceOf(RetriableException.class)
        .hasMessageContaining("kafka.client.*");
  }

  @Test
  void aRedriveStopsAtItsEndAndCommitsUpToThere() {
    ReinjectEngine engine = redrive(false);
    open(engine, DLQ);

    engine.put(List.of(record(DLQ, 0, 0), record(DLQ, 1, 0), record(DLQ, 2, 0)));

    assertThat(writer.openValues()).hasSize(2);
    assertThat(context.paused).as("nothing more is read").containsExactly(DLQ);
    writer.acknowledgeAll();
    assertThat(engine.preCommit(Map.of(DLQ, new OffsetAndMetadata(3))))
        .isEqualTo(Map.of(DLQ, new OffsetAndMetadata(2)));
  }

  @Test
  void aDryRunReadsOnAndCommitsNothing() {
    ReinjectEngine engine = redrive(true);
    open(engine, DLQ);

    engine.put(List.of(record(DLQ, 0, 0), record(DLQ, 1, 0)));

    assertThat(writer.begun).isZero();
    assertThat(engine.preCommit(Map.of(DLQ, new OffsetAndMetadata(2)))).isEmpty();
  }

  private void open(ReinjectEngine engine, TopicPartition... partitions) {
    context.assignment.addAll(List.of(partitions));
    engine.open(List.of(partitions));
  }

  private static SinkRecord record(TopicPartition at, long offset, long timestamp) {
    return Parcel.at(at.topic(), at.partition(), offset).timestamp(timestamp).record();
  }

  private ReinjectEngine reinjection() {
    return engine(new Reinjection(RetryTiers.parse("retry.tiers", List.of("1s")), Set.of(), clock));
  }

  private ReinjectEngine redrive(boolean dryRun) {
    return engine(
        new Redrive(
            new RedriveSelection(
                Set.of(), new HeaderFilter(List.of("*"), List.of()), null, null, 0, dryRun),
            new RedriveTarget("", Set.of(), false, true),
            partitions -> {
              if (noEnds != null) {
                throw noEnds;
              }
              return Map.of(DLQ, 2L);
            },
            clock));
  }

  private ReinjectEngine engine(Passage passage) {
    ParkedRecords parked =
        new ParkedRecords(
            passage,
            writer,
            new TargetOutages("Task 0 of test", ReinjectEngineTest::backoff),
            new ReinjectMetrics(),
            clock);
    return new ReinjectEngine(
        "Task 0 of test", context, passage, parked, ReinjectEngineTest::backoff, clock);
  }

  private static Backoff backoff() {
    return new Backoff(Duration.ofMillis(250), Duration.ofMillis(250), () -> 0);
  }
}
