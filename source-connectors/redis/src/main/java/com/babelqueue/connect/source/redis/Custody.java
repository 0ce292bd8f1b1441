package com.babelqueue.connect.source.redis;

import com.babelqueue.connect.source.Delivery;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Knows which elements of a processing list the task has in hand, so that after a lost connection
 * those can be told apart from what the server moved or removed without our hearing of it.
 *
 * <p>Owned by the engine's thread.
 */
final class Custody {
  /** Identity semantics: {@link Delivery} does not override equality. */
  private final Set<Delivery> held = new LinkedHashSet<>();

  /** Done, and told so to a server that has not answered. */
  private final Set<Delivery> doubtful = new LinkedHashSet<>();

  /** The engine has them and will settle them one way or the other. */
  void take(List<Delivery> deliveries) {
    held.addAll(deliveries);
  }

  /** The engine has decided on them; wherever they are found now is where they belong. */
  void letGo(Collection<Delivery> deliveries) {
    deliveries.forEach(held::remove);
  }

  /** They are done, and the server is about to be told. */
  void settling(Collection<Delivery> deliveries) {
    letGo(deliveries);
    doubtful.addAll(deliveries);
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
    Map<ByteBuffer, Integer> ours = count(held);
    Map<ByteBuffer, Integer> done = count(doubtful);
    List<byte[]> settled = new ArrayList<>();
    List<byte[]> strays = new ArrayList<>();
    for (byte[] element : contents) {
      ByteBuffer key = ByteBuffer.wrap(element);
      if (takeOne(ours, key)) {
        continue;
      }
      (takeOne(done, key) ? settled : strays).add(element);
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

  /**
   * What a processing list holds beside what is in hand.
   *
   * @param settled elements that are done and only have to be removed
   * @param strays elements that nobody here knows of, in the order of their receipt
   */
  record Findings(List<byte[]> settled, List<byte[]> strays) {}
}
