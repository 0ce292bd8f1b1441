package com.babelqueue.connect.sink;

import static com.babelqueue.connect.sink.Records.ORDERS_0;
import static com.babelqueue.connect.sink.Records.ORDERS_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.babelqueue.connect.broker.BrokerException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

/** A faulty record goes where the user said, with its reason, and those behind it flow on. */
class SinkEngineFaultsTest {
  private final Reporter reporter = new Reporter();

  @Test
  void aRejectedRecordIsReportedAndTheOthersFlowOn() {
    SinkWalk walk = SinkWalk.reportingTo(reporter).open(ORDERS_0);
    walk.sender.script("b", send -> send.rejected("too_large", "300 KiB are too many"));
    List<SinkRecord> records = Records.of(ORDERS_0, 0, "a", "b", "c");
    reporter.next = CompletableFuture.completedFuture(null);

    walk.put(records);

    assertThat(walk.sender.holds).containsExactly("orders:a", "orders:c");
    assertThat(reporter.records).hasSize(1);
    assertThat(reporter.records.get(0)).isSameAs(records.get(1));
    assertThat(reporter.errors.get(0))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("topic orders, partition 0, offset 1")
        .hasMessageContaining("too_large (300 KiB are too many)");
    assertThat(walk.committable(ORDERS_0)).isEqualTo(3);
    assertThat(walk.metrics.getFaults()).isEqualTo(1);
  }

  @Test
  void theOffsetOfAFaultyRecordCountsOnlyOnceItsReportIsWritten() {
    SinkWalk walk = SinkWalk.reportingTo(reporter).open(ORDERS_0);
    walk.sender.script("a", send -> send.rejected("too_large", "no"));
    CompletableFuture<Void> written = new ImpatientFuture();
    reporter.next = written;

    walk.put(Records.of(ORDERS_0, 0, "a", "b"));
    assertThat(walk.committable(ORDERS_0)).isZero();
    assertThat(walk.context.timeout).isPositive();
    written.complete(null);
    walk.putAgain();

    assertThat(walk.committable(ORDERS_0)).isEqualTo(2);
  }

  @Test
  void aReportThatFailsFailsTheTaskAndItsOffsetStays() {
    SinkWalk walk = SinkWalk.reportingTo(reporter).open(ORDERS_0);
    walk.sender.script("a", send -> send.rejected("too_large", "no"));
    reporter.next = CompletableFuture.failedFuture(new IllegalStateException("no such topic"));

    assertThatThrownBy(() -> walk.putAndCallAgain(Records.of(ORDERS_0, 0, "a", "b")))
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("topic orders, partition 0, offset 0")
        .hasRootCauseMessage("no such topic");
    assertThat(walk.committable(ORDERS_0)).isZero();
  }

  @Test
  void aReportGivenUpWithItsPartitionDoesNotConcernTheTask() {
    SinkWalk walk = SinkWalk.reportingTo(reporter).open(ORDERS_0, ORDERS_1);
    CompletableFuture<Void> never = new ImpatientFuture();
    reporter.next = never;
    walk.put(List.of(Records.raw(ORDERS_0, 0, "no json")));

    assertThat(walk.close(ORDERS_0)).isZero();
    never.cancel(false);

    assertThat(walk.put(Records.of(ORDERS_1, 0, "x"))).isTrue();
    assertThat(walk.context.timeout).as("nothing is open").isEqualTo(-1);
  }

  @Test
  void aReporterThatToleratesNothingFailsTheTask() {
    SinkWalk walk =
        SinkWalk.reportingTo(
                (record, error) -> {
                  throw new ConnectException("Tolerance exceeded in error handler");
                })
            .open(ORDERS_0);

    assertThatThrownBy(() -> walk.putAndCallAgain(List.of(Records.raw(ORDERS_0, 0, "no json"))))
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("malformed_json")
        .hasMessageContaining("errors.tolerance");
  }

  @Test
  void withoutAReporterTheTaskFailsAndSaysWhatWouldLetItGoOn() {
    SinkWalk walk = SinkWalk.over().open(ORDERS_0);
    walk.sender.script("b", send -> send.rejected("too_large", "no"));

    assertThatThrownBy(() -> walk.putAndCallAgain(Records.of(ORDERS_0, 0, "a", "b", "c")))
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("topic orders, partition 0, offset 1")
        .hasMessageContaining("too_large")
        .hasMessageContaining("errors.tolerance=all");
    assertThat(walk.sender.holds).containsExactly("orders:a", "orders:c");
    assertThat(walk.committable(ORDERS_0)).isEqualTo(1);
  }

  @Test
  void aFaultFoundInACommitFailsTheNextPut() {
    SinkWalk walk = SinkWalk.over().open(ORDERS_0);
    walk.sender.mute = true;
    walk.put(Records.of(ORDERS_0, 0, "a", "b", "c"));
    walk.sender.confirm(walk.sender.open.remove());
    walk.sender.open.remove().rejected("too_large", "no");
    walk.whileWaiting = walk.sender::confirmOpen;

    assertThat(walk.committable(ORDERS_0)).isEqualTo(1);
    assertThat(walk.sender.holds).as("others were waited for").endsWith("orders:c");
    assertThatThrownBy(walk::putAgain).hasMessageContaining("too_large");
  }

  @Test
  void aMisconfigurationBehindAFaultIsNotHidden() {
    SinkWalk walk = SinkWalk.over().open(ORDERS_0);
    walk.put(List.of());
    walk.sender.breakWith = BrokerException.misconfigured("scripted.queue", "gone", null);
    walk.sender.breakAfter = 0;

    assertThatThrownBy(
            () ->
                walk.putAndCallAgain(
                    List.of(
                        Records.envelope(ORDERS_0, 0, "a"), Records.raw(ORDERS_0, 1, "no json"))))
        .hasMessageContaining("malformed_json")
        .satisfies(
            failure ->
                assertThat(failure.getSuppressed()[0]).hasMessageContaining("scripted.queue"));
    assertThat(walk.committable(ORDERS_0)).isZero();
  }

  @Test
  void poisonIsReportedByDefault() {
    SinkWalk walk = SinkWalk.reportingTo(reporter).open(ORDERS_0);

    walk.put(
        List.of(
            Records.raw(ORDERS_0, 0, "no json"),
            Records.raw(ORDERS_0, 1, 42),
            Records.raw(ORDERS_0, 2, Records.body("gated"), "bq-schema-version", "2"),
            Records.envelope(ORDERS_0, 3, "good")));

    assertThat(walk.sender.holds).containsExactly("orders:good");
    assertThat(reporter.errors).hasSize(3);
    assertThat(reporter.errors.get(0)).hasMessageContaining("malformed_json");
    assertThat(reporter.errors.get(1)).hasMessageContaining("value_type");
    assertThat(reporter.errors.get(2)).hasMessageContaining("schema_version_gate");
    assertThat(walk.metrics.getPoison()).isEqualTo(2);
    assertThat(walk.metrics.getGateRefusals()).isEqualTo(1);
    assertThat(walk.committable(ORDERS_0)).isEqualTo(4);
  }

  @Test
  void aRecordThatTripsOverAFaultOfOursIsReportedToo() {
    SinkWalk walk = SinkWalk.reportingTo(reporter).open(ORDERS_0);
    Object unreadable =
        new Object() {
          @Override
          public String toString() {
            throw new IllegalStateException("no text");
          }
        };

    walk.put(
        List.of(
            Records.raw(ORDERS_0, 0, Records.body("a"), "odd", unreadable),
            Records.envelope(ORDERS_0, 1, "b")));

    assertThat(reporter.errors.get(0)).hasMessageContaining("internal_error");
    assertThat(walk.sender.holds).containsExactly("orders:b");
    assertThat(walk.committable(ORDERS_0)).isEqualTo(2);
  }

  @Test
  void poisonFailsTheTaskWhenToldSoEvenWithAReporter() {
    SinkWalk walk = SinkWalk.reportingTo(reporter, SinkConfig.POISON_POLICY, "fail").open(ORDERS_0);

    assertThatThrownBy(() -> walk.putAndCallAgain(List.of(Records.raw(ORDERS_0, 0, "no json"))))
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("topic orders, partition 0, offset 0")
        .hasMessageContaining("malformed_json")
        .hasMessageContaining(SinkConfig.POISON_POLICY);
    assertThat(reporter.records).isEmpty();
  }

  @Test
  void whatLiesBeforeARecordThatFailsTheTaskIsSentAndCommittedAndNothingBehindIt() {
    SinkWalk walk = SinkWalk.over().open(ORDERS_0, ORDERS_1);
    List<SinkRecord> records = new ArrayList<>(Records.of(ORDERS_0, 0, "a", "b"));
    records.add(Records.raw(ORDERS_0, 2, "no json"));
    records.addAll(Records.of(ORDERS_0, 3, "c"));
    records.addAll(Records.of(ORDERS_1, 0, "x"));

    assertThatThrownBy(() -> walk.putAndCallAgain(records)).hasMessageContaining("offset 2");

    assertThat(walk.sender.holds).containsExactly("orders:a", "orders:b");
    assertThat(walk.committable(ORDERS_0)).isEqualTo(2);
    assertThat(walk.committable(ORDERS_1)).isZero();
  }

  @Test
  void tombstonesAreReportedWhenToldSo() {
    SinkWalk walk =
        SinkWalk.reportingTo(reporter, SinkConfig.NULL_VALUES, "dead-letter").open(ORDERS_0);

    walk.put(List.of(Records.raw(ORDERS_0, 0, null)));

    assertThat(reporter.errors.get(0)).hasMessageContaining("null_value");
    assertThat(walk.committable(ORDERS_0)).isEqualTo(1);
  }

  @Test
  void tombstonesFailTheTaskWhenToldSo() {
    SinkWalk walk = SinkWalk.over(SinkConfig.NULL_VALUES, "fail").open(ORDERS_0);

    assertThatThrownBy(() -> walk.putAndCallAgain(List.of(Records.raw(ORDERS_0, 0, null))))
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining(SinkConfig.NULL_VALUES);
    assertThat(walk.committable(ORDERS_0)).isZero();
  }

  /** Not done until told, and lets no test wait in real time. */
  private static final class ImpatientFuture extends CompletableFuture<Void> {
    @Override
    public Void get(long timeout, TimeUnit unit)
        throws InterruptedException, ExecutionException, TimeoutException {
      return super.get(0, unit);
    }
  }

  private static final class Reporter implements ErrantRecordReporter {
    private final List<SinkRecord> records = new ArrayList<>();
    private final List<Throwable> errors = new ArrayList<>();
    private Future<Void> next = CompletableFuture.completedFuture(null);

    @Override
    public Future<Void> report(SinkRecord record, Throwable error) {
      records.add(record);
      errors.add(error);
      return next;
    }
  }
}
