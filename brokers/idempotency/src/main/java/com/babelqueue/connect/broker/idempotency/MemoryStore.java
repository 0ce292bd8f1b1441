package com.babelqueue.connect.broker.idempotency;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Remembers in the task's own memory, up to a number of ids, the oldest being forgotten first.
 * Never fails; for the one thread that owns its deduplicator.
 */
final class MemoryStore implements IdempotencyStore {
  private final long life;
  private final int maxEntries;
  private final LongSupplier ticker;

  /** When each id was told, in ns; the one told longest ago is the first. */
  private final Map<String, Long> told = new LinkedHashMap<>();

  /**
   * @param life how long an id is remembered
   * @param maxEntries at least 1
   * @param ticker nanoseconds from an arbitrary origin, such as {@link System#nanoTime}
   */
  MemoryStore(Duration life, int maxEntries, LongSupplier ticker) {
    this.life = life.toNanos();
    this.maxEntries = maxEntries;
    this.ticker = ticker;
  }

  @Override
  public Set<String> seen(Collection<String> ids) {
    removeExpired();
    Set<String> seen = new HashSet<>();
    for (String id : ids) {
      if (told.containsKey(id)) {
        seen.add(id);
      }
    }
    return seen;
  }

  @Override
  public void remember(Collection<String> ids) {
    removeExpired();
    long now = ticker.getAsLong();
    for (String id : ids) {
      told.remove(id);
      told.put(id, now);
    }
    Iterator<String> oldest = told.keySet().iterator();
    for (int excess = told.size() - maxEntries; excess > 0; excess--) {
      oldest.next();
      oldest.remove();
    }
  }

  private void removeExpired() {
    long now = ticker.getAsLong();
    Iterator<Long> oldest = told.values().iterator();
    while (oldest.hasNext() && now - oldest.next() >= life) {
      oldest.remove();
    }
  }

  @Override
  public void forget(String id) {
    told.remove(id);
  }

  @Override
  public void close() {
    told.clear();
  }
}
