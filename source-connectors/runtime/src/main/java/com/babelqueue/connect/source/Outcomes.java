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
  private final int batch;

  /** Whether the engine looks here soon by itself; written by the engine's thread. */
  private volatile boolean expected;

  /**
   * @param batch how many outcomes are worth waking the engine for in any case
   */
  Outcomes(int batch) {
    this.batch = batch;
  }

  /**
   * Any thread.
   *
   * @return whether the engine should be woken: for the first one, unless it will look by itself,
   *     and for a full batch
   */
  boolean add(Delivery delivery, boolean inKafka) {
    (inKafka ? acknowledged : dropped).add(delivery);
    int now = waiting.incrementAndGet();
    return (now == 1 && !expected) || now == batch;
  }

  /** Says whether the engine gathers a batch already and so comes back by itself. */
  void expect(boolean soon) {
    expected = soon;
  }

  boolean isEmpty() {
    return waiting.get() == 0;
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
