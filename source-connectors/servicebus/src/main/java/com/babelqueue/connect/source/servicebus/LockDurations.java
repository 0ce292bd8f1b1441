package com.babelqueue.connect.source.servicebus;

import com.babelqueue.connect.broker.servicebus.EntityPath;
import java.time.Clock;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/**
 * Learns how long locks last from the time until which a message says that it is locked. Of an
 * entity the longest seen counts, since what is seen is shorter by the time the message took; of
 * several entities the shortest. Owned by the engine's thread.
 */
final class LockDurations {
  /** Service Bus's own default, halved: until the first message tells, nothing is locked anyway. */
  private static final Duration UNKNOWN = Duration.ofSeconds(30);

  /** A clock that is far off must not make renewals spin. */
  private static final Duration SHORTEST = Duration.ofSeconds(1);

  private final Duration configured;
  private final Clock clock;
  private final Map<EntityPath, Duration> seen = new HashMap<>();

  /**
   * @param configured zero to learn
   */
  LockDurations(Duration configured, Clock clock) {
    this.configured = configured;
    this.clock = clock;
  }

  /** A message came. */
  void observe(EntityPath entity, OffsetDateTime lockedUntil) {
    if (lockedUntil != null && configured.isZero()) {
      Duration lock = Duration.between(clock.instant(), lockedUntil.toInstant());
      seen.merge(entity, lock, (a, b) -> a.compareTo(b) > 0 ? a : b);
    }
  }

  Duration shortest() {
    if (!configured.isZero()) {
      return configured;
    }
    Duration learned = seen.values().stream().min(Comparator.naturalOrder()).orElse(UNKNOWN);
    return learned.compareTo(SHORTEST) < 0 ? SHORTEST : learned;
  }
}
