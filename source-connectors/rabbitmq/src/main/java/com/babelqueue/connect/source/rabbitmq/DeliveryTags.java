package com.babelqueue.connect.source.rabbitmq;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * The delivery tags of one channel that are out and not settled, which decides how many of them one
 * frame may settle: AMQP's {@code multiple} means every unsettled tag up to the one named, so it
 * may be used only while all of those are meant.
 *
 * <p>Tags are added in the order in which the channel numbers them. Owned by the engine's thread.
 */
final class DeliveryTags {
  private final NavigableSet<Long> unsettled = new TreeSet<>();

  /** Takes note of a delivery. */
  void add(long tag) {
    unsettled.add(tag);
  }

  /** Forgets a tag that is settled by itself; false when it is not out. */
  boolean remove(long tag) {
    return unsettled.remove(tag);
  }

  /** How many are out. */
  int size() {
    return unsettled.size();
  }

  /** How many are out that are not newer than a tag. */
  int countUpTo(long tag) {
    return unsettled.headSet(tag, true).size();
  }

  /**
   * Takes tags out and says how to tell the broker in as few frames as are safe. Tags that are not
   * out are left out.
   */
  Frames settle(Collection<Long> tags) {
    Set<Long> meant = new HashSet<>(tags);
    long upTo = 0;
    int covered = 0;
    while (!unsettled.isEmpty() && meant.remove(unsettled.first())) {
      upTo = unsettled.pollFirst();
      covered++;
    }
    List<Long> singles = new ArrayList<>();
    for (Long tag : new TreeSet<>(meant)) {
      if (unsettled.remove(tag)) {
        singles.add(tag);
      }
    }
    return new Frames(upTo, covered > 1, singles);
  }

  /**
   * Frames that settle a set of tags and no other.
   *
   * @param first the tag of the first frame; zero when there is none
   * @param multiple whether the first frame means every unsettled tag up to its own
   * @param singles the tags of further frames, each for itself, in ascending order
   */
  record Frames(long first, boolean multiple, List<Long> singles) {}
}
