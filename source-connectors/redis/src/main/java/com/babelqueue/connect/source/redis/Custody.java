package com.babelqueue.connect.source.redis;

import com.babelqueue.connect.source.Delivery;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Knows which elements of a processing list the task has in hand, so that after a lost connection
 * those can be told apart from what the server moved or removed without our hearing of it, and so
 * that each is looked for from the end of the list that it is nearer to.
 *
 * <p>Owned by the engine's thread.
 */
final class Custody {
  /**
   * What is in hand, each with its number, in the order of the list. Identity semantics: {@link
   * Delivery} does not override equality.
   */
  private final Map<Delivery, Long> held = new LinkedHashMap<>();

  /** Done, and told so to a server that has not answered. */
  private final Set<Delivery> doubtful = new LinkedHashSet<>();

  /** The number of the delivery that is taken next. */
  private long next;

  /** The engine has them and will settle them one way or the other. */
  void take(List<Delivery> deliveries) {
    deliveries.forEach(delivery -> held.put(delivery, next++));
  }

  /** The engine has decided on them; wherever they are found now is where they belong. */
  void letGo(Collection<Delivery> deliveries) {
    deliveries.forEach(held::remove);
  }

  /**
   * They are done, and the server is about to be told.
   *
   * @return what to remove from the list, in this order
   */
  List<Removal> settling(Collection<Delivery> deliveries) {
    List<Removal> removals = new ArrayList<>(deliveries.size());
    for (Delivery delivery : deliveries) {
      removals.add(new Removal(element(delivery), isNearerToTail(delivery)));
      held.remove(delivery);
    }
    doubtful.addAll(deliveries);
    return removals;
  }

  /**
   * Messages that Kafka keeps waiting gather at the head, so that those behind them would be passed
   * by again and again from there. Both distances are the most that there can be, since what is
   * settled has left gaps.
   */
  private boolean isNearerToTail(Delivery delivery) {
    Long number = held.get(delivery);
    if (number == null) {
      return false;
    }
    long oldest = held.values().iterator().next();
    return next - 1 - number < Math.min(number - oldest, held.size() - 1L);
  }

  /** The server has answered. */
  void settled(Collection<Delivery> deliveries) {
    deliveries.forEach(doubtful::remove);
  }

  /** What a comparison found to be done has been removed. */
  void nothingInDoubt() {
    doubtful.clear();
  }

  boolean isEmpty() {
    return held.isEmpty() && doubtful.isEmpty();
  }

  /**
   * Says what to do with a processing list after a lost connection.
   *
   * @param contents what the list holds, from its head
   */
  Findings compare(List<byte[]> contents) {
    Map<ByteBuffer, Integer> ours = count(held.keySet());
    Map<ByteBuffer, Integer> done = count(doubtful);
    List<Removal> settled = new ArrayList<>();
    List<byte[]> strays = new ArrayList<>();
    for (byte[] element : contents) {
      ByteBuffer key = ByteBuffer.wrap(element);
      if (takeOne(ours, key)) {
        continue;
      }
      if (takeOne(done, key)) {
        settled.add(new Removal(element, false));
      } else {
        strays.add(element);
      }
    }
    return new Findings(settled, strays);
  }

  private static Map<ByteBuffer, Integer> count(Set<Delivery> deliveries) {
    Map<ByteBuffer, Integer> counts = new HashMap<>();
    for (Delivery delivery : deliveries) {
      counts.merge(ByteBuffer.wrap(element(delivery)), 1, Integer::sum);
    }
    return counts;
  }

  private static boolean takeOne(Map<ByteBuffer, Integer> counts, ByteBuffer key) {
    Integer left = counts.computeIfPresent(key, (element, count) -> count - 1);
    return left != null && left >= 0;
  }

  /** The element as the list stores it. */
  static byte[] element(Delivery delivery) {
    return (byte[]) delivery.handle();
  }

  /** An element that is done, and where to look for it. No record, since it holds an array. */
  static final class Removal {
    private final byte[] element;
    private final boolean fromTail;

    private Removal(byte[] element, boolean fromTail) {
      this.element = element;
      this.fromTail = fromTail;
    }

    /** The element as the list stores it. */
    byte[] element() {
      return element;
    }

    /** Whether to look for it from the list's tail. */
    boolean isFromTail() {
      return fromTail;
    }
  }

  /**
   * What a processing list holds beside what is in hand.
   *
   * @param settled elements that are done and only have to be removed
   * @param strays elements that nobody here knows of, in the order of their receipt
   */
  record Findings(List<Removal> settled, List<byte[]> strays) {}
}
