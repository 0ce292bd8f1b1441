package com.babelqueue.connect.source;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** A monotonic clock that only a test moves. */
final class TestTicker implements LongSupplier {
  private final AtomicLong now = new AtomicLong(1_000_000_000L);

  void advance(Duration by) {
    now.addAndGet(by.toNanos());
  }

  @Override
  public long getAsLong() {
    return now.get();
  }
}
