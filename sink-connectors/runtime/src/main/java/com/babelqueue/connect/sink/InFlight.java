package com.babelqueue.connect.sink;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Holds the attempts under way, oldest first, within the bounds on count and bytes. Owned by the
 * task's thread.
 */
final class InFlight {
  private final int maxMessages;
  private final long maxBytes;
  private final long timeoutNanos;
  private final SinkMetrics metrics;
  private final Set<Attempt> attempts = new LinkedHashSet<>();
  private long bytes;

  InFlight(int maxMessages, long maxBytes, Duration timeout, SinkMetrics metrics) {
    this.maxMessages = maxMessages;
    this.maxBytes = maxBytes;
    this.timeoutNanos = timeout.toNanos();
    this.metrics = metrics;
  }

  /** Whether a message of this size may be sent now; a single one always may. */
  boolean hasRoomFor(int size) {
    return attempts.isEmpty() || (attempts.size() < maxMessages && bytes + size <= maxBytes);
  }

  void add(Attempt attempt) {
    attempts.add(attempt);
    bytes += attempt.pending.size;
    show();
  }

  /** Whether the attempt was under way. */
  boolean remove(Attempt attempt) {
    if (!attempts.remove(attempt)) {
      return false;
    }
    bytes -= attempt.pending.size;
    show();
    return true;
  }

  /** All attempts under way, oldest first. */
  Iterable<Attempt> all() {
    return attempts;
  }

  /** Gives up all attempts, as a lost connection does. */
  List<Attempt> removeAll() {
    List<Attempt> all = new ArrayList<>(attempts);
    attempts.clear();
    bytes = 0;
    show();
    return all;
  }

  boolean isEmpty() {
    return attempts.isEmpty();
  }

  /** The oldest attempt if its confirmation is overdue; else null. */
  Attempt overdue(long now) {
    Iterator<Attempt> oldest = attempts.iterator();
    if (!oldest.hasNext()) {
      return null;
    }
    Attempt first = oldest.next();
    return now - first.sentAt >= timeoutNanos ? first : null;
  }

  private void show() {
    // Gauges need not be seen at once, which would cost more than the rest of this class.
    metrics.inFlightMessages.lazySet(attempts.size());
    metrics.inFlightBytes.lazySet(bytes);
  }
}
