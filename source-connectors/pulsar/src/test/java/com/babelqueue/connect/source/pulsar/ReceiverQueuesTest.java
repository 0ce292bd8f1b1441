package com.babelqueue.connect.source.pulsar;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How a share is dealt out to the client's queues. */
class ReceiverQueuesTest {
  @ParameterizedTest
  @CsvSource({
    "1,    0, 1,   1",
    "250,  0, 250, 250",
    // The common queue holds two and is asked for beyond its last place.
    "1,    1, 1,   3",
    "10,   4, 1,   11",
    "50,   4, 7,   46",
    "1000, 4, 143, 998",
    "1,  100, 1,   299"
  })
  void theQueuesAreTheLargestThatKeepWithinTheShare(
      int share, int partitions, int size, int reserve) {
    assertThat(ReceiverQueues.within(share, partitions))
        .isEqualTo(new ReceiverQueues(size, reserve));
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "1, 3", "4, 11"})
  void theSmallestQueuesSayWhatATopicNeeds(int partitions, int least) {
    assertThat(ReceiverQueues.least(partitions)).isEqualTo(least);
  }
}
