package com.babelqueue.connect.source;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Carries what Kafka said about a record from the producer's thread to the engine's, which is all
 * that {@code commitRecord} may do (DESIGN section 3, fact 3).
 */
final class Outcomes {
  private final Queue<Delivery> acknowledged = new ConcurrentLinkedQueue<>();
  private final Queue<Delivery> dropped = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();

  /** How many are worth waking the engine for; written by the engine's thread. */
  private volatile int worthwhile = 1;

  /**
   * Any thread.
   *
   * @return whether the engine should be woken
   */
  boolean add(Delivery delivery, boolean inKafka) {
    (inKafka ? acknowledged : dropped).add(delivery);
    return waiting.incrementAndGet() == worthwhile;
  }

  /**
   * Says how many are worth a look: one, or what a batch lacks that is being gathered and goes
   * before long by itself. Those that came in before have woken nobody, so a look at {@link
   * #areWorthwhile} follows before any wait. Engine's thread.
   *
   * @param count at least 1
   */
  void wakeAt(int count) {
    worthwhile = count;
  }

  /** Whether so many are here that a wait would be wrong. Engine's thread. */
  boolean areWorthwhile() {
    return waiting.get() >= worthwhile;
  }

  /** Engine's thread. */
  void drain(Consumer<Delivery> ifAcknowledged, Consumer<Delivery> ifDropped) {
    if (waiting.getAndSet(0) == 0) {
      return;
    }
    for (Delivery done = acknowledged.poll(); done != null; done = acknowledged.poll()) {
      ifAcknowledged.accept(done);
    }
    for (Delivery gone = dropped.poll(); gone != null; gone = dropped.poll()) {
      ifDropped.accept(gone);
    }
  }
}
