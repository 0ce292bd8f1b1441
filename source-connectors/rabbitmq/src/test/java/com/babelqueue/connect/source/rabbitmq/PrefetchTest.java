package com.babelqueue.connect.source.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrefetchTest {
  private static final long MIB = 1024 * 1024;

  @Test
  void assumesASizeUntilOneIsKnown() {
    Prefetch prefetch = new Prefetch(10_000, 64 * MIB, 1);

    assertThat(prefetch.slots()).isEqualTo(1024);
    prefetch.seen(330);
    assertThat(prefetch.slots()).isEqualTo(10_000);
    assertThat(prefetch.outgrows(1024, 0)).isTrue();
    assertThat(prefetch.outgrows(10_000, 0)).isFalse();
  }

  @Test
  void largeMessagesGetAsManySlotsAsTheirBytesAllow() {
    Prefetch prefetch = new Prefetch(1000, 64 * MIB, 1);
    for (int i = 0; i < 50; i++) {
      prefetch.seen((int) MIB);
    }

    assertThat(prefetch.slots()).isEqualTo(48);
  }

  @Test
  void everyQueueKeepsASlotHoweverLargeMessagesAre() {
    Prefetch prefetch = new Prefetch(10, MIB, 3);
    prefetch.seen((int) (900 * MIB));

    assertThat(prefetch.slots()).isEqualTo(3);
  }

  @Test
  void sharesAddUpToTheTotal() {
    Prefetch prefetch = new Prefetch(10, MIB, 3);

    assertThat(new int[] {prefetch.share(10, 0), prefetch.share(10, 1), prefetch.share(10, 2)})
        .containsExactly(4, 3, 3);
    assertThat(new int[] {prefetch.share(2, 0), prefetch.share(2, 1), prefetch.share(2, 2)})
        .containsExactly(1, 1, 0);
  }

  @Test
  void whatIsUnsettledFromBeforeLeavesNoRoomToGrow() {
    Prefetch prefetch = new Prefetch(1000, 64 * MIB, 1);
    prefetch.seen(330);

    assertThat(prefetch.outgrows(10, 985)).isFalse();
    assertThat(prefetch.outgrows(10, 980)).isTrue();
  }

  @Test
  void aQueueThatHadNoSlotGetsOneAsSoonAsThereIs() {
    Prefetch prefetch = new Prefetch(3, 64 * MIB, 3);
    prefetch.seen(330);

    assertThat(prefetch.outgrows(2, 1)).isFalse();
    assertThat(prefetch.outgrows(2, 0)).isTrue();
  }
}
