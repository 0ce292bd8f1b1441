package com.babelqueue.connect.benchmark.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

class CrossingTest {
  private static final long OWN_PID = ProcessHandle.current().pid();

  @Test
  void endsWhenAllHaveArrivedAndAreSettled() throws Exception {
    Scripted crossing = new Scripted(List.of(0L, 0L, 40L, 40L, 100L), List.of(false, false, true));

    Move move = crossing.watch(OWN_PID, () -> {});

    assertThat(crossing.arrivals.hasNext()).isFalse();
    assertThat(crossing.settlements.hasNext()).isFalse();
    assertThat(move.nanos()).isPositive();
    assertThat(move.firstNanos()).isPositive().isLessThanOrEqualTo(move.nanos());
    assertThat(move.cpu()).isGreaterThanOrEqualTo(Duration.ZERO);
  }

  @Test
  void extendsTheTimeToWhatWasMovedBefore() {
    Move move = new Move(30, Duration.ofNanos(9), 5).extended(75, 100);

    assertThat(move).isEqualTo(new Move(40, Duration.ofNanos(12), 5));
  }

  @Test
  void leavesTheTimeBeforeTheFirstOut() {
    assertThat(new Move(40, Duration.ofNanos(12), 5).sinceFirst().nanos()).isEqualTo(35);
  }

  /** Arrivals and settlements as a test tells them. */
  private static final class Scripted implements Crossing {
    private final Iterator<Long> arrivals;
    private final Iterator<Boolean> settlements;

    Scripted(List<Long> arrivals, List<Boolean> settlements) {
      this.arrivals = arrivals.iterator();
      this.settlements = settlements.iterator();
    }

    @Override
    public int count() {
      return 100;
    }

    @Override
    public long arrived() {
      return arrivals.next();
    }

    @Override
    public boolean settled() {
      return settlements.next();
    }
  }
}
