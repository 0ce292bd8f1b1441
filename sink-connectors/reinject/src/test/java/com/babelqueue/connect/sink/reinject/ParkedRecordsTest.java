package com.babelqueue.connect.sink.reinject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.babelqueue.connect.broker.Backoff;
import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.kafka.RetryTiers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Order, repetition and offsets of what a task holds, with a scripted producer and clock. */
class ParkedRecordsTest {
  private static final long TIER = 5_000;
  private static final TopicPartition ZERO = new TopicPartition("orders.retry.1", 0);
  private static final TopicPartition ONE = new TopicPartition("orders.retry.1", 1);
  private static final TopicPartition OTHER = new TopicPartition("invoices.retry.1", 0);

  private final SettableClock clock = new SettableClock();
  private final ScriptedWriter writer = new ScriptedWriter();
  private final ReinjectMetrics metrics = new ReinjectMetrics();
  private final ParkedRecords parked =
      new ParkedRecords(
          new Reinjection(RetryTiers.parse("retry.tiers", List.of("5s")), Set.of(), clock),
          writer,
          new TargetOutages("Task 0 of test", ParkedRecordsTest::backoff),
          metrics,
          clock);

  @Test
  void recordsLeaveInTheirOrderOnceTheirTierIsOver() {
    parked.take(List.of(record(ZERO, 0, clock.now), record(ZERO, 1, clock.now - TIER)));

    parked.write();
    assertThat(writer.open).as("a record that is due waits for the one before it").isEmpty();
    assertThat(parked.nextDue()).hasValue(clock.now + TIER);
    clock.now += TIER - 1;
    parked.write();
    assertThat(writer.open).as("not early").isEmpty();

    clock.now += 1;
    parked.write();
    assertThat(writer.openValues()).containsExactly("0@0", "0@1");
  }

  @Test
  void partitionsWaitIndependently() {
    parked.take(List.of(record(ZERO, 0, clock.now), record(ONE, 0, clock.now - TIER)));

    parked.write();

    assertThat(writer.openValues()).containsExactly("1@0");
    assertThat(parked.isHeld(ZERO)).isTrue();
    assertThat(parked.isHeld(ONE)).isFalse();
  }

  @Test
  void offsetsFollowAcknowledgements() {
    parked.take(List.of(old(ZERO, 10), old(ZERO, 11), old(ZERO, 12)));
    parked.write();

    assertThat(committable(ZERO, 13)).isEqualTo(10);
    writer.acknowledge(1);
    parked.settle();
    assertThat(committable(ZERO, 13)).as("10 is open").isEqualTo(10);
    writer.acknowledge(0);
    parked.settle();
    assertThat(committable(ZERO, 13)).isEqualTo(12);
    writer.acknowledge(0);
    parked.settle();
    assertThat(committable(ZERO, 13)).isEqualTo(13);
    assertThat(metrics.getReinjected()).isEqualTo(Map.of("orders", 3L));
  }

  @Test
  void whatConnectHandsOverAgainIsNotTakenTwice() {
    parked.take(List.of(old(ZERO, 0), old(ZERO, 1)));
    parked.take(List.of(old(ZERO, 0), old(ZERO, 1), old(ZERO, 2)));
    parked.write();

    assertThat(writer.openValues()).containsExactly("0@0", "0@1", "0@2");
  }

  @Test
  void aFailedWriteIsRepeatedInOrderAndNeverSkipped() {
    parked.take(List.of(old(ZERO, 0), old(ZERO, 1), old(ZERO, 2), old(ZERO, 3)));
    parked.write();
    writer.fail(0, ScriptedWriter.outage());
    writer.fail(1, ScriptedWriter.outage());
    parked.settle();
    assertThat(parked.isHeld(ZERO)).as("nothing more is read meanwhile").isTrue();
    parked.take(List.of(old(ZERO, 4)));
    clock.now += 60_000;
    parked.write();
    assertThat(writer.openValues())
        .as("1 and 3 are still on their way")
        .containsExactly("0@1", "0@3");
    assertThat(committable(ZERO, 5)).isZero();

    writer.acknowledgeAll();
    parked.settle();
    parked.write();

    assertThat(writer.openValues()).containsExactly("0@0", "0@2", "0@4");
    assertThat(committable(ZERO, 5)).isZero();
    writer.acknowledgeAll();
    parked.settle();
    assertThat(committable(ZERO, 5)).isEqualTo(5);
    assertThat(metrics.getWriteFailures()).isEqualTo(2);
  }

  @Test
  void aTopicThatRefusesHoldsUpNoOther() {
    writer.refused = record -> record.topic().equals("orders");
    parked.take(List.of(old(ZERO, 0), old(ZERO, 1), old(ONE, 0), old(OTHER, 0)));

    parked.write();

    assertThat(writer.openValues()).containsExactly("i@0");
    assertThat(writer.open.get(0).record().topic()).isEqualTo("invoices");
    assertThat(writer.begun).as("orders is tried once, not by every partition").isEqualTo(2);
    parked.write();
    assertThat(writer.begun).as("not before the backoff is over").isEqualTo(2);

    writer.refused = record -> false;
    writer.acknowledgeAll();
    clock.now += 1_000;
    parked.write();
    assertThat(writer.openValues()).containsExactlyInAnyOrder("0@0", "0@1", "1@0");
  }

  @Test
  void aFailureThatAPersonMustMendNamesTheRecordAndSkipsNothing() {
    parked.take(List.of(old(ZERO, 41), old(ZERO, 42)));
    parked.write();
    writer.fail(
        1, BrokerException.misconfigured("kafka.client.max.request.size", "too large", null));

    assertThatThrownBy(parked::settle)
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("topic orders.retry.1, partition 0, offset 42")
        .hasMessageContaining("kafka.client.max.request.size");
    writer.acknowledgeAll();
    parked.awaitWrites(1_000);
    assertThat(committable(ZERO, 43)).isEqualTo(42);
  }

  @Test
  void resultsOfAPartitionThatHasGoneChangeNothing() {
    parked.take(List.of(old(ZERO, 0)));
    parked.write();
    parked.forget(List.of(ZERO));
    parked.take(List.of(old(ZERO, 0)));
    parked.write();
    assertThat(writer.openValues()).as("read again, written again").containsExactly("0@0", "0@0");

    writer.fail(0, BrokerException.misconfigured("x", "y", null));
    parked.settle();
    clock.now += 60_000;
    parked.write();
    assertThat(writer.openValues()).as("nor is it repeated").containsExactly("0@0");
    assertThat(committable(ZERO, 1)).as("the answer was for the earlier write").isZero();
    writer.acknowledge(0);
    parked.settle();
    assertThat(committable(ZERO, 1)).isEqualTo(1);
  }

  @Test
  void aStopWaitsForOpenWrites() {
    parked.take(List.of(old(ZERO, 0)));
    parked.write();
    new Thread(() -> writer.acknowledge(0), "producer").start();

    parked.awaitWrites(30_000);

    assertThat(committable(ZERO, 1)).isEqualTo(1);
  }

  /** Whatever fails and in whatever order answers come: all arrive, no offset runs ahead. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void offsetsNeverRunAheadOfAcknowledgements(long seed) {
    Random random = new Random(seed);
    List<TopicPartition> all = List.of(ZERO, ONE, OTHER);
    Map<TopicPartition, Long> consumed = new HashMap<>();
    all.forEach(partition -> consumed.put(partition, 0L));
    Map<String, Integer> first = new HashMap<>();
    for (int step = 0; step < 3_000; step++) {
      TopicPartition at = all.get(random.nextInt(all.size()));
      switch (random.nextInt(6)) {
        case 0, 1 -> {
          if (!parked.isHeld(at) && consumed.get(at) < 200) {
            long offset = consumed.merge(at, 1L, Long::sum) - 1;
            parked.take(List.of(record(at, offset, clock.now - random.nextInt(6_000))));
          }
        }
        case 2 -> {
          if (!writer.open.isEmpty()) {
            writer.fail(random.nextInt(writer.open.size()), ScriptedWriter.outage());
          }
        }
        case 3, 4 -> {
          if (!writer.open.isEmpty()) {
            writer.acknowledge(random.nextInt(writer.open.size()));
          }
        }
        default -> clock.now += random.nextInt(400);
      }
      parked.settle();
      parked.write();
      checkOffsets(consumed);
    }
    while (parked.size() > 0) {
      clock.now += 1_000;
      parked.write();
      writer.acknowledgeAll();
      parked.settle();
    }
    checkOffsets(consumed);
    consumed.forEach((at, end) -> assertThat(committable(at, end)).isEqualTo(end));
    writer.acknowledged.forEach(value -> first.merge(value, 1, Integer::sum));
    assertThat(first.values()).as("nothing is written again that was acknowledged").containsOnly(1);
  }

  private void checkOffsets(Map<TopicPartition, Long> consumed) {
    List<String> acknowledged = new ArrayList<>(writer.acknowledged);
    consumed.forEach(
        (at, end) -> {
          long committable = committable(at, end);
          for (long offset = 0; offset < committable; offset++) {
            assertThat(acknowledged.contains(value(at, offset))).as("%s@%s", at, offset).isTrue();
          }
        });
  }

  private long committable(TopicPartition at, long consumed) {
    return parked.committable(Map.of(at, new OffsetAndMetadata(consumed))).get(at).offset();
  }

  private SinkRecord old(TopicPartition at, long offset) {
    return record(at, offset, 0);
  }

  private static SinkRecord record(TopicPartition at, long offset, long timestamp) {
    return Parcel.at(at.topic(), at.partition(), offset)
        .timestamp(timestamp)
        .value(value(at, offset))
        .record();
  }

  private static String value(TopicPartition at, long offset) {
    return (at.equals(OTHER) ? "i" : at.partition()) + "@" + offset;
  }

  private static Backoff backoff() {
    return new Backoff(Duration.ofMillis(250), Duration.ofMillis(250), () -> 0);
  }
}
