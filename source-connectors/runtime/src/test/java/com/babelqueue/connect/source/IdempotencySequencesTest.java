package com.babelqueue.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The six sequences of deliveries on which all implementations agree (IDM-2, IDM-3), through the
 * engine. The effect is the record in Kafka, and it can fail in two ways: the record is dropped and
 * its message handed back, or the task dies before Kafka has it.
 */
class IdempotencySequencesTest {
  private final TestTicker ticker = new TestTicker();
  private final ScriptedBroker broker = new ScriptedBroker(ticker);
  private final ScriptedStore store = new ScriptedStore();
  private EngineWalk walk;

  private enum Failure {
    DROPPED,
    DIED
  }

  /** An id, and what is expected: {@code ok}, {@code throw}, {@code skip}, {@code forgotten}. */
  static Stream<Arguments> sequences() {
    return Stream.of(Failure.values())
        .flatMap(
            failure ->
                Stream.of(
                    Arguments.of(failure, "duplicate delivery", List.of("A:ok", "A:skip"), 1),
                    Arguments.of(
                        failure, "redelivery", List.of("A:ok", "A:skip", "A:skip", "A:skip"), 1),
                    Arguments.of(failure, "distinct ids", List.of("A:ok", "B:ok", "C:ok"), 3),
                    Arguments.of(
                        failure, "a throw", List.of("A:throw", "A:throw", "A:ok", "A:skip"), 3),
                    Arguments.of(failure, "missing id", List.of(":ok", ":ok"), 2),
                    Arguments.of(failure, "forget", List.of("A:ok", "A:skip", "A:forgotten"), 2)));
  }

  @ParameterizedTest(name = "{1}, failures are {0}")
  @MethodSource("sequences")
  void sequenceHasItsEffects(Failure failure, String name, List<String> deliveries, int effects)
      throws Exception {
    start();
    int ran = 0;
    int settled = 0;
    boolean comesAgain = false;
    for (String delivery : deliveries) {
      String id = delivery.substring(0, delivery.indexOf(':'));
      String expected = delivery.substring(id.length() + 1);
      if (expected.equals("forgotten")) {
        store.forget(id);
      }
      if (!comesAgain) {
        broker.send(TestEnvelopes.identified(id, 0));
      }
      List<SourceRecord> records = walk.poll();
      assertThat(records).as("%s of %s", delivery, name).hasSize(expected.equals("skip") ? 0 : 1);
      ran += records.size();
      comesAgain = expected.equals("throw");
      if (comesAgain) {
        fail(failure, records);
      } else {
        walk.acknowledge(records);
        settled++;
      }
      walk.settleDue();
      assertThat(broker.settled).as("settled after %s of %s", delivery, name).hasSize(settled);
    }
    assertThat(ran).isEqualTo(effects);
  }

  private void start() {
    walk = new EngineWalk(ticker, broker, store, SourceConfig.DROPPED_RECORDS, "release");
  }

  private void fail(Failure failure, List<SourceRecord> records) {
    if (failure == Failure.DROPPED) {
      walk.drop(records);
    } else {
      broker.loseSession();
      ticker.advance(Duration.ofSeconds(1));
      start();
    }
  }
}
