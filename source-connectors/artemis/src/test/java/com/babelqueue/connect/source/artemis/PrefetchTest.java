package com.babelqueue.connect.source.artemis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrefetchTest {
  private static final long PLENTY = 1L << 40;

  @ParameterizedTest
  @CsvSource({
    "60000,1,100",
    "60000,4,100",
    "1000,4,62",
    "200,1,50",
    "40,1,10",
    "4,1,1",
    "3,1,0",
    "40,11,0"
  })
  void aQuarterOfTheSlotsIsSharedByTheQueues(int slots, int queues, int each) {
    assertThat(new Prefetch(slots, PLENTY, queues).wanted()).isEqualTo(each);
  }

  @Test
  void aQuarterOfTheBytesIsTheOtherLimit() {
    Prefetch prefetch = new Prefetch(400, 64_000_000, 1);
    assertThat(prefetch.misfits(100)).isFalse();

    seen(prefetch, 1_000_000);
    assertThat(prefetch.wanted()).isEqualTo(16);
    assertThat(prefetch.misfits(100)).isTrue();

    seen(prefetch, 64_000_000);
    assertThat(prefetch.wanted()).isZero();
    assertThat(prefetch.misfits(16)).isTrue();
    assertThat(prefetch.misfits(0)).isFalse();

    seen(prefetch, 100);
    assertThat(prefetch.wanted()).isEqualTo(100);
    assertThat(prefetch.misfits(0)).isTrue();
  }

  @Test
  void theClientIsToldTheLatestGrant() {
    Prefetch prefetch = new Prefetch(100, PLENTY, 1);

    prefetch.grant(7);

    assertThat(prefetch.copy().getConfiguredPrefetch(null, null, false, false)).isEqualTo(7);
  }

  private static void seen(Prefetch prefetch, int size) {
    for (int i = 0; i < 1_000; i++) {
      prefetch.seen(size);
    }
  }
}
