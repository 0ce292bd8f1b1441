package com.babelqueue.connect.sink.reinject;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.HeaderFilter;
import com.babelqueue.connect.sink.reinject.Passage.Decision;
import com.babelqueue.connect.sink.reinject.Passage.Outcome;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.Test;

/** Which dead letters are meant, and where a redrive ends; the cases are in the suite. */
class RedriveTest {
  private static final TopicPartition DLQ = new TopicPartition("orders.dlq", 0);
  private static final long CREATED = 1_700_000_000_000L;

  private final SettableClock clock = new SettableClock();

  @Test
  void onlyTheReasonsThatAreNamed() {
    Redrive redrive = redrive(selection(Set.of("failed", "poison"), "*", null, null, 0, false));

    assertThat(outcome(redrive, 0, dead("failed", "urn:a"), 5)).isEqualTo(Outcome.REDRIVEN);
    assertThat(outcome(redrive, 1, dead("unknown_urn", "urn:a"), 5)).isEqualTo(Outcome.RESTORED);
    assertThat(outcome(redrive, 2, alive("urn:a"), 5)).isEqualTo(Outcome.RESTORED);
  }

  @Test
  void onlyTheUrnsThatAreNamed() {
    Redrive redrive = redrive(selection(Set.of(), "urn:orders:*", null, null, 0, false));

    assertThat(outcome(redrive, 0, dead("failed", "urn:orders:created"), 5))
        .isEqualTo(Outcome.REDRIVEN);
    assertThat(outcome(redrive, 1, dead("failed", "urn:users:created"), 5))
        .isEqualTo(Outcome.RESTORED);
  }

  @Test
  void onlyTheTimeThatIsNamedWithItsStartAndWithoutItsEnd() {
    Redrive redrive =
        redrive(
            selection(
                Set.of(), "*", Instant.ofEpochMilli(100), Instant.ofEpochMilli(200), 0, false));

    assertThat(outcome(redrive, 0, alive("u"), 99)).isEqualTo(Outcome.RESTORED);
    assertThat(outcome(redrive, 1, alive("u"), 100)).isEqualTo(Outcome.REDRIVEN);
    assertThat(outcome(redrive, 2, alive("u"), 199)).isEqualTo(Outcome.REDRIVEN);
    assertThat(outcome(redrive, 3, alive("u"), 200)).isEqualTo(Outcome.RESTORED);
    assertThat(redrive.decide(DLQ, parcel(4, alive("u")).timestamp(null).record()).outcome())
        .isEqualTo(Outcome.RESTORED);
  }

  @Test
  void theRestStaysOnceEnoughHaveComeBack() {
    Redrive redrive = redrive(selection(Set.of("failed"), "*", null, null, 2, false));

    assertThat(outcome(redrive, 0, dead("failed", "u"), 5)).isEqualTo(Outcome.REDRIVEN);
    assertThat(outcome(redrive, 1, dead("poison", "u"), 5)).isEqualTo(Outcome.RESTORED);
    Decision second = redrive.decide(DLQ, parcel(2, dead("failed", "u")).record());
    assertThat(redrive.decide(DLQ, parcel(3, dead("failed", "u")).record())).isNull();

    redrive.revoked(second);

    assertThat(redrive.decide(DLQ, parcel(3, dead("failed", "u")).record()))
        .as("what another task has taken over does not count here")
        .isNotNull();
  }

  @Test
  void itEndsWhereTheTopicEndedEvenIfThePartitionReturns() throws Exception {
    Map<TopicPartition, Long> ends = new HashMap<>(Map.of(DLQ, 2L));
    Redrive redrive =
        new Redrive(
            selection(Set.of(), "*", null, null, 0, false),
            target("", false, true),
            p -> ends,
            clock);
    redrive.begin(List.of(DLQ));
    ends.put(DLQ, 9L);
    redrive.begin(List.of(DLQ));

    assertThat(redrive.decide(DLQ, parcel(1, alive("u")).record())).isNotNull();
    assertThat(redrive.decide(DLQ, parcel(2, alive("u")).record())).isNull();
  }

  @Test
  void aDryRunWritesAndCommitsNothingButCounts() {
    Redrive redrive = redrive(selection(Set.of("failed"), "*", null, null, 1, true));

    Decision wanted = redrive.decide(DLQ, parcel(0, dead("failed", "u")).record());
    assertThat(wanted.target()).isNull();
    assertThat(wanted.outcome()).isEqualTo(Outcome.REDRIVEN);
    assertThat(redrive.decide(DLQ, parcel(1, dead("failed", "u")).record())).isNull();
    assertThat(redrive.commits()).isFalse();
    assertThat(redrive.epilogue()).contains("would bring 1 dead letters back");
  }

  @Test
  void theBypassIsOneMoreHeader() {
    Redrive redrive =
        new Redrive(
            selection(Set.of(), "*", null, null, 0, false),
            target("", true, true),
            endingAt(9),
            clock);
    begin(redrive, DLQ);

    Decision decision =
        redrive.decide(DLQ, parcel(0, alive("u")).header("traceparent", "old").record());

    assertThat(decision.target().headers())
        .extracting(Header::key)
        .containsExactly(
            "bq-job", "bq-trace-id", "bq-schema-version", "bq-attempts", "bq-replay-bypass");
    assertThat(decision.target().headers().lastHeader("bq-replay-bypass").value())
        .containsExactly('1');
  }

  @Test
  void theTimestampIsTheProductionTimeUnlessItIsAheadOrNowIsAskedFor() {
    RedriveTarget created = target("", false, true);

    assertThat(timestamp(created)).isEqualTo(CREATED);
    assertThat(timestamp(target("", false, false))).isNull();
    clock.now = CREATED - 1;
    assertThat(timestamp(created)).as("Kafka refuses times ahead").isNull();
  }

  @Test
  void anExplicitTopicWinsOverEveryOther() {
    Redrive redrive =
        new Redrive(
            selection(Set.of(), "*", null, null, 0, false),
            target("repaired", false, true),
            endingAt(9),
            clock);
    begin(redrive, DLQ);

    assertThat(redrive.decide(DLQ, parcel(0, dead("failed", "u")).record()).target().topic())
        .isEqualTo("repaired");
  }

  private Long timestamp(RedriveTarget target) {
    Redrive redrive =
        new Redrive(selection(Set.of(), "*", null, null, 0, false), target, endingAt(9), clock);
    begin(redrive, DLQ);
    return redrive.decide(DLQ, parcel(0, alive("u")).record()).target().timestamp();
  }

  private static Outcome outcome(Redrive redrive, long offset, String body, long timestamp) {
    return redrive.decide(DLQ, parcel(offset, body).timestamp(timestamp).record()).outcome();
  }

  private static Parcel parcel(long offset, String body) {
    return Parcel.at(DLQ.topic(), DLQ.partition(), offset).value(body);
  }

  private static String alive(String urn) {
    return "{\"job\":\""
        + urn
        + "\",\"trace_id\":\"t\",\"data\":{},\"meta\":{\"schema_version\":1,\"created_at\":"
        + CREATED
        + "},\"attempts\":2}";
  }

  private static String dead(String reason, String urn) {
    String alive = alive(urn);
    return alive.substring(0, alive.length() - 1)
        + ",\"dead_letter\":{\"reason\":\""
        + reason
        + "\"}}";
  }

  private Redrive redrive(RedriveSelection selection) {
    Redrive redrive = new Redrive(selection, target("", false, true), endingAt(100), clock);
    begin(redrive, DLQ);
    return redrive;
  }

  private static RedriveTarget target(String topic, boolean bypass, boolean createdAt) {
    return new RedriveTarget(topic, Set.of("orders"), bypass, createdAt);
  }

  private static RedriveSelection selection(
      Set<String> reasons, String urns, Instant from, Instant until, int max, boolean dryRun) {
    return new RedriveSelection(
        reasons, new HeaderFilter(List.of(urns), List.of()), from, until, max, dryRun);
  }

  static Redrive.Ends endingAt(long offset) {
    return partitions -> {
      Map<TopicPartition, Long> ends = new HashMap<>();
      partitions.forEach(partition -> ends.put(partition, offset));
      return ends;
    };
  }

  static void begin(Redrive redrive, TopicPartition partition) {
    try {
      redrive.begin(List.of(partition));
    } catch (BrokerException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
