package com.babelqueue.connect.broker.idempotency;

import static com.babelqueue.connect.broker.idempotency.Deduplicator.Verdict.DUPLICATE;
import static com.babelqueue.connect.broker.idempotency.Deduplicator.Verdict.RUN;
import static com.babelqueue.connect.broker.idempotency.Deduplicator.Verdict.WAIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.idempotency.Deduplicator.Verdict;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeduplicatorTest {
  private final BreakableStore store = new BreakableStore();
  private final Deduplicator<String> deduplicator = new Deduplicator<>(store);

  @Test
  void whatTheStoreRemembersIsADuplicateWithoutBeingMarkedAnew() throws Exception {
    store.remembered.add("a");

    assertThat(arrives("a", "second")).isEqualTo(DUPLICATE);
    assertThat(arrives("b", "first")).isEqualTo(RUN);
    deduplicator.flush();
    assertThat(store.writes).isEmpty();
  }

  @Test
  void onlySuccessIsRemembered() throws Exception {
    arrives("a", "ok");
    arrives("b", "refused");
    arrives("c", "under way");

    deduplicator.succeeded("a");
    deduplicator.failed("b");
    deduplicator.flush();

    assertThat(store.remembered).containsExactly("a");
    assertThat(arrives("b", "again")).isEqualTo(RUN);
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", " "})
  void withoutAnIdEveryMessageRunsAndNothingIsRemembered(String id) throws Exception {
    for (int i = 0; i < 2; i++) {
      deduplicator.lookUp(Arrays.asList(id, null));
      assertThat(deduplicator.admit(id, "m")).isEqualTo(RUN);
      assertThat(deduplicator.admitAnyway(id, "m")).isEqualTo(RUN);
    }
    assertThat(deduplicator.succeeded(id)).isEmpty();
    assertThat(deduplicator.failed(id)).isNull();
    deduplicator.forget(id);
    deduplicator.flush();

    assertThat(store.looks).isEmpty();
    assertThat(store.writes).isEmpty();
    assertThat(deduplicator.waiting()).isZero();
  }

  @Test
  void oneLookAsksForAllAndOneWriteTellsAll() throws Exception {
    deduplicator.lookUp(List.of("b", "a", "b", ""));
    for (String id : List.of("b", "a")) {
      deduplicator.admit(id, "m");
      deduplicator.succeeded(id);
    }
    deduplicator.flush();
    deduplicator.flush();

    assertThat(store.looks).containsExactly(Set.of("a", "b"));
    assertThat(store.writes).containsExactly(List.of("b", "a"));
  }

  @Test
  void aSecondMessageWaitsForTheFirstAndIsADuplicateOfItsSuccess() throws Exception {
    assertThat(arrives("a", "1")).isEqualTo(RUN);
    assertThat(arrives("a", "2")).isEqualTo(WAIT);
    assertThat(arrives("a", "3")).isEqualTo(WAIT);
    assertThat(deduplicator.waiting()).isEqualTo(2);

    assertThat(deduplicator.succeeded("a")).containsExactly("2", "3");

    assertThat(deduplicator.waiting()).isZero();
    assertThat(deduplicator.admit("a", "2")).isEqualTo(DUPLICATE);
  }

  @Test
  void afterAFailureThoseThatWaitRunOneByOne() throws Exception {
    arrives("a", "1");
    arrives("a", "2");
    arrives("a", "3");

    assertThat(deduplicator.failed("a")).isEqualTo("2");
    assertThat(deduplicator.waiting()).isEqualTo(1);
    assertThat(arrives("a", "4")).isEqualTo(WAIT);
    assertThat(deduplicator.succeeded("a")).containsExactly("3", "4");

    deduplicator.flush();
    assertThat(store.remembered).containsExactly("a");
  }

  @Test
  void afterTheLastFailureTheNextMessageRuns() throws Exception {
    arrives("a", "1");
    arrives("a", "2");

    assertThat(deduplicator.failed("a")).isEqualTo("2");
    assertThat(deduplicator.failed("a")).isNull();
    assertThat(deduplicator.succeeded("a")).isEmpty();
    assertThat(arrives("a", "3")).isEqualTo(RUN);

    deduplicator.flush();
    assertThat(store.remembered).isEmpty();
  }

  @Test
  void whatAnotherTaskHasDoneMeanwhileIsADuplicateEvenBehindOneUnderWay() throws Exception {
    arrives("a", "1");
    store.remembered.add("a");

    assertThat(arrives("a", "2")).isEqualTo(DUPLICATE);
  }

  @Test
  void whatSucceededIsADuplicateBeforeAndAfterTheStoreWasTold() throws Exception {
    deduplicator.lookUp(List.of("a"));
    deduplicator.admit("a", "1");
    deduplicator.succeeded("a");
    assertThat(deduplicator.admit("a", "2")).isEqualTo(DUPLICATE);

    deduplicator.flush();

    // Of the same look, which was before the success.
    assertThat(deduplicator.admit("a", "3")).isEqualTo(DUPLICATE);
    assertThat(arrives("a", "4")).isEqualTo(DUPLICATE);
  }

  @Test
  void aReplayRunsWhateverIsRememberedAndItsFailureChangesNothing() throws Exception {
    store.remembered.add("stored");
    arrives("fresh", "1");
    deduplicator.succeeded("fresh");

    for (String id : List.of("stored", "fresh")) {
      deduplicator.lookUp(List.of(id));
      assertThat(deduplicator.admitAnyway(id, "replay")).isEqualTo(RUN);
      assertThat(deduplicator.admit(id, "plain")).isEqualTo(DUPLICATE);
      assertThat(deduplicator.failed(id)).isNull();
      assertThat(deduplicator.admit(id, "plain")).isEqualTo(DUPLICATE);
    }
    deduplicator.flush();
    assertThat(store.remembered).containsExactly("fresh", "stored");
  }

  @Test
  void aReplayWaitsForItsLikeAndRunsAfterItsSuccess() throws Exception {
    arrives("a", "1");

    assertThat(deduplicator.admitAnyway("a", "replay")).isEqualTo(WAIT);
    assertThat(deduplicator.succeeded("a")).containsExactly("replay");
    assertThat(deduplicator.admitAnyway("a", "replay")).isEqualTo(RUN);
    deduplicator.succeeded("a");
    deduplicator.flush();

    assertThat(store.writes).containsExactly(List.of("a"));
  }

  @Test
  void whatWaitsCanBeDropped() throws Exception {
    arrives("a", "1");
    arrives("a", "mine");
    arrives("a", "lost");
    arrives("b", "1");
    arrives("b", "lost");

    deduplicator.removeWaiting("lost"::equals);

    assertThat(deduplicator.waiting()).isEqualTo(1);
    assertThat(deduplicator.failed("a")).isEqualTo("mine");
    assertThat(deduplicator.failed("b")).isNull();
  }

  @Test
  void forgettingLetsTheNextMessageRun() throws Exception {
    arrives("a", "1");
    deduplicator.succeeded("a");
    deduplicator.forget("a");
    assertThat(arrives("a", "2")).isEqualTo(RUN);
    deduplicator.succeeded("a");
    deduplicator.flush();
    assertThat(deduplicator.admit("a", "3")).isEqualTo(DUPLICATE);

    deduplicator.forget("a");

    assertThat(deduplicator.admit("a", "3")).isEqualTo(RUN);
    assertThat(store.remembered).isEmpty();
  }

  @Test
  void aStoreThatCannotBeAskedIsReportedAndAskedAgain() throws Exception {
    store.remembered.add("a");
    store.away = true;
    assertOutage(() -> deduplicator.lookUp(List.of("a")));
    assertOutage(() -> deduplicator.forget("a"));

    store.away = false;

    assertThat(arrives("a", "1")).isEqualTo(DUPLICATE);
  }

  @Test
  void aSuccessThatTheStoreCouldNotBeToldStaysOneAndIsToldLater() throws Exception {
    arrives("a", "1");
    deduplicator.succeeded("a");
    store.away = true;
    assertOutage(deduplicator::flush);
    assertThat(deduplicator.admit("a", "2")).isEqualTo(DUPLICATE);
    store.away = false;

    assertThat(arrives("a", "3")).isEqualTo(DUPLICATE);
    arrives("b", "1");
    deduplicator.succeeded("b");
    deduplicator.flush();

    assertThat(store.writes).containsExactly(List.of("a", "b"));
  }

  @Test
  void aStoreThatNeverTakesAnythingCostsALimitedMemory() throws Exception {
    List<String> ids =
        IntStream.rangeClosed(0, Deduplicator.MAX_UNWRITTEN).mapToObj(Integer::toString).toList();
    deduplicator.lookUp(ids);
    for (String id : ids) {
      deduplicator.admit(id, "m");
      deduplicator.succeeded(id);
    }

    deduplicator.flush();

    assertThat(store.writes).containsExactly(ids.subList(1, ids.size()));
  }

  @Test
  void closingClosesTheStore() {
    deduplicator.close();

    assertThat(store.closed).isTrue();
  }

  private Verdict arrives(String id, String message) throws BrokerException {
    deduplicator.lookUp(List.of(id));
    return deduplicator.admit(id, message);
  }

  private static void assertOutage(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(BrokerException.class).hasMessageContaining("away");
  }
}
