package com.babelqueue.connect.source.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.source.rabbitmq.DeliveryTags.Frames;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeliveryTagsTest {
  @Test
  void aRunFromTheOldestIsOneFrame() {
    DeliveryTags tags = out(1, 5);

    assertThat(tags.settle(List.of(3L, 1L, 2L))).isEqualTo(new Frames(3, true, List.of()));
    assertThat(tags.settle(List.of(4L))).isEqualTo(new Frames(4, false, List.of()));
    assertThat(tags.size()).isEqualTo(1);
  }

  @Test
  void behindAGapEachIsAFrame() {
    DeliveryTags tags = out(1, 6);

    assertThat(tags.settle(List.of(1L, 2L, 4L, 6L)))
        .isEqualTo(new Frames(2, true, List.of(4L, 6L)));
    assertThat(tags.settle(List.of(5L))).isEqualTo(new Frames(0, false, List.of(5L)));
    assertThat(tags.settle(List.of(3L))).isEqualTo(new Frames(3, false, List.of()));
    assertThat(tags.size()).isZero();
  }

  @Test
  void whatIsSettledAlreadyIsNotSettledAgain() {
    DeliveryTags tags = out(1, 3);
    tags.settle(List.of(2L));

    assertThat(tags.remove(2)).isFalse();
    assertThat(tags.settle(List.of(2L))).isEqualTo(new Frames(0, false, List.of()));
    // 1 and 3 are out; a frame for both may span 2, which the broker has forgotten.
    assertThat(tags.settle(List.of(1L, 2L, 3L))).isEqualTo(new Frames(3, true, List.of()));
  }

  /** Plays the broker: whatever the order of settlements, frames settle exactly what was meant. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void framesMeanWhatWasMeantInAnyOrder(long seed) {
    Random random = new Random(seed);
    for (int round = 0; round < 100; round++) {
      List<Long> order = new ArrayList<>(LongStream.rangeClosed(1, 60).boxed().toList());
      DeliveryTags tags = out(1, 60);
      TreeSet<Long> atBroker = new TreeSet<>(order);
      Set<Long> meant = new TreeSet<>(order);
      Collections.shuffle(order, random);
      while (!order.isEmpty()) {
        List<Long> batch = order.subList(0, 1 + random.nextInt(order.size()));

        Frames frames = tags.settle(batch);

        if (frames.first() > 0) {
          assertThat(atBroker).contains(frames.first());
          if (frames.multiple()) {
            atBroker.headSet(frames.first(), true).clear();
          } else {
            atBroker.remove(frames.first());
          }
        }
        frames.singles().forEach(tag -> assertThat(atBroker.remove(tag)).isTrue());
        batch.forEach(meant::remove);
        batch.clear();
        assertThat(atBroker).isEqualTo(meant);
        assertThat(tags.size()).isEqualTo(meant.size());
      }
    }
  }

  private static DeliveryTags out(long from, long to) {
    DeliveryTags tags = new DeliveryTags();
    LongStream.rangeClosed(from, to).forEach(tags::add);
    return tags;
  }
}
