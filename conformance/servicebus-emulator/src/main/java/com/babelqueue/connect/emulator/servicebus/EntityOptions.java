package com.babelqueue.connect.emulator.servicebus;

import java.time.Duration;

/**
 * How a queue or subscription behaves.
 *
 * @param lockDuration how long a message, or a session, stays locked without renewal
 * @param maxDeliveryCount after so many failed deliveries a message goes to the dead-letter
 *     sub-queue
 * @param sessions whether messages are read session by session
 */
public record EntityOptions(Duration lockDuration, int maxDeliveryCount, boolean sessions) {
  private static final Duration LOCK_DURATION = Duration.ofSeconds(30);
  private static final int MAX_DELIVERY_COUNT = 10;

  /** Locks of 30 s, ten deliveries, no sessions. */
  public static EntityOptions standard() {
    return new EntityOptions(LOCK_DURATION, MAX_DELIVERY_COUNT, false);
  }

  /** The same with another lock. */
  public EntityOptions withLockDuration(Duration duration) {
    return new EntityOptions(duration, maxDeliveryCount, sessions);
  }

  /** The same with another number of deliveries. */
  public EntityOptions withMaxDeliveryCount(int count) {
    return new EntityOptions(lockDuration, count, sessions);
  }

  /** The same with sessions. */
  public EntityOptions withSessions() {
    return new EntityOptions(lockDuration, maxDeliveryCount, true);
  }
}
