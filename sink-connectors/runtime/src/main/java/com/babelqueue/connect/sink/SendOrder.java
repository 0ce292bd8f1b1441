package com.babelqueue.connect.sink;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.PriorityQueue;
import java.util.function.Predicate;

/**
 * Messages in the order in which they were taken in, into which those that came back are put where
 * they were. New ones, which most are, cost no search. Owned by the task's thread.
 */
final class SendOrder {
  /** Each with a higher sequence than the one before. */
  private final Deque<Pending> fresh = new ArrayDeque<>();

  private final PriorityQueue<Pending> back =
      new PriorityQueue<>(Comparator.comparingLong((Pending pending) -> pending.sequence));

  void add(Pending pending) {
    if (fresh.isEmpty() || fresh.peekLast().sequence < pending.sequence) {
      fresh.addLast(pending);
    } else {
      back.add(pending);
    }
  }

  boolean isEmpty() {
    return fresh.isEmpty() && back.isEmpty();
  }

  /** The oldest; null when there is none. */
  Pending peek() {
    return isFreshNext() ? fresh.peekFirst() : back.peek();
  }

  /** Takes the oldest, which there must be. */
  Pending remove() {
    return isFreshNext() ? fresh.removeFirst() : back.remove();
  }

  private boolean isFreshNext() {
    return back.isEmpty()
        || (!fresh.isEmpty() && fresh.peekFirst().sequence < back.peek().sequence);
  }

  /** Whether it was there. */
  boolean remove(Pending pending) {
    return back.remove(pending) || fresh.remove(pending);
  }

  /** Adds those that satisfy a condition. */
  void select(Predicate<Pending> condition, Collection<Pending> selected) {
    back.stream().filter(condition).forEach(selected::add);
    fresh.stream().filter(condition).forEach(selected::add);
  }
}
