package com.babelqueue.connect.source;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * Carries records from the engine's thread to the task's thread, and the engine's failure behind
 * them. Its size is bounded by the engine, which reads ahead no further than one batch.
 */
final class HandOver {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition filled = lock.newCondition();

  /** Guarded by {@link #lock}. */
  private final Deque<BridgeSourceRecord> records = new ArrayDeque<>();

  /** Written by the engine's thread under {@link #lock}; read under it by the task's. */
  private RuntimeException failure;

  /** Appends records in order. Engine's thread. */
  void add(List<BridgeSourceRecord> more) {
    if (more.isEmpty()) {
      return;
    }
    lock.lock();
    try {
      records.addAll(more);
      filled.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Fails the task once what stands before is taken; the first failure stays. Engine's thread. */
  void fail(RuntimeException cause) {
    lock.lock();
    try {
      if (failure == null) {
        failure = cause;
      }
      filled.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Whether the task has failed. Engine's thread, which alone decides it. */
  boolean hasFailed() {
    return failure != null;
  }

  /**
   * Takes what is there, waiting for the first record.
   *
   * @return null when nothing came in time, as {@code poll} is to return
   */
  List<SourceRecord> take(int max, Duration wait) throws InterruptedException {
    long nanos = wait.toNanos();
    lock.lock();
    try {
      while (records.isEmpty() && failure == null && nanos > 0) {
        nanos = filled.awaitNanos(nanos);
      }
      if (records.isEmpty()) {
        if (failure != null) {
          throw failure;
        }
        return null;
      }
      int count = Math.min(max, records.size());
      List<SourceRecord> taken = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        taken.add(records.removeFirst());
      }
      return taken;
    } finally {
      lock.unlock();
    }
  }

  /** How many records wait. Any thread. */
  int size() {
    lock.lock();
    try {
      return records.size();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes back records that are void before Connect has seen them. Engine's thread.
   *
   * @return what Connect will never see, in order
   */
  List<BridgeSourceRecord> removeIf(Predicate<Delivery> condition) {
    List<BridgeSourceRecord> removed = new ArrayList<>();
    lock.lock();
    try {
      for (Iterator<BridgeSourceRecord> all = records.iterator(); all.hasNext(); ) {
        BridgeSourceRecord record = all.next();
        if (condition.test(record.delivery())) {
          all.remove();
          removed.add(record);
        }
      }
      return removed;
    } finally {
      lock.unlock();
    }
  }
}
