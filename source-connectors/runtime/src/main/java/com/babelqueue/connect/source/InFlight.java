package com.babelqueue.connect.source;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The deliveries that are received and not settled, in the order in which they came, and the bounds
 * on them. Owned by the engine's thread.
 */
final class InFlight {
  private final int maxMessages;
  private final long maxBytes;
  private final SourceMetrics metrics;

  /** Identity semantics: {@link Delivery} does not override equality. */
  private final Set<Delivery> open = new LinkedHashSet<>();

  private long bytes;

  InFlight(int maxMessages, long maxBytes, SourceMetrics metrics) {
    this.maxMessages = maxMessages;
    this.maxBytes = maxBytes;
    this.metrics = metrics;
  }

  void add(Delivery delivery) {
    open.add(delivery);
    bytes += delivery.size();
    publish();
  }

  /** Frees the slot; a delivery that is closed already changes nothing. */
  void close(Delivery delivery) {
    if (open.remove(delivery)) {
      delivery.close();
      bytes -= delivery.size();
      publish();
    }
  }

  int freeMessages() {
    return maxMessages - open.size();
  }

  /** Zero or less when the bound is reached. */
  long freeBytes() {
    return maxBytes - bytes;
  }

  int size() {
    return open.size();
  }

  boolean isEmpty() {
    return open.isEmpty();
  }

  /** Those that match, oldest first. */
  List<Delivery> select(Predicate<Delivery> condition) {
    List<Delivery> selected = new ArrayList<>();
    for (Delivery delivery : open) {
      if (condition.test(delivery)) {
        selected.add(delivery);
      }
    }
    return selected;
  }

  /** All, newest first: the order in which they are handed back. */
  List<Delivery> newestFirst() {
    List<Delivery> all = new ArrayList<>(open);
    Collections.reverse(all);
    return all;
  }

  private void publish() {
    // Gauges need not be seen at once, which would cost more than the rest of this class.
    metrics.inFlightMessages.lazySet(open.size());
    metrics.inFlightBytes.lazySet(bytes);
  }
}
