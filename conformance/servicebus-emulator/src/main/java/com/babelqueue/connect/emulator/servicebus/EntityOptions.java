package com.babelqueue.connect.emulator.servicebus;

import java.time.Duration;

/**
 * How a queue or subscription behaves.
 *
 * @param lockDuration how long a message, or a session, stays locked without renewal
 * @param maxDeliveryCount after so many failed deliveries a message goes to the dead-letter
 *     sub-queue
 * @param sessions whether messages are read session by session, and have to name one
 * @param maxMessageBytes the most bytes of one message, and of one batch
 */
public record EntityOptions(
    Duration lockDuration, int maxDeliveryCount, boolean sessions, int maxMessageBytes) {
  private static final Duration LOCK_DURATION = Duration.ofSeconds(30);
  private static final int MAX_DELIVERY_COUNT = 10;
  private static final int MAX_MESSAGE_BYTES = 1024 * 1024;

  /** Locks of 30 s, ten deliveries, no sessions, 1 MiB. */
  public static EntityOptions standard() {
    return new EntityOptions(LOCK_DURATION, MAX_DELIVERY_COUNT, false, MAX_MESSAGE_BYTES);
  }

  /** The same with another lock. */
  public EntityOptions withLockDuration(Duration duration) {
    return new EntityOptions(duration, maxDeliveryCount, sessions, maxMessageBytes);
  }

  /** The same with another number of deliveries. */
  public EntityOptions withMaxDeliveryCount(int count) {
    return new EntityOptions(lockDuration, count, sessions, maxMessageBytes);
  }

  /** The same with sessions. */
  public EntityOptions withSessions() {
    return new EntityOptions(lockDuration, maxDeliveryCount, true, maxMessageBytes);
  }

  /** The same for messages of another size. */
  public EntityOptions withMaxMessageBytes(int bytes) {
    return new EntityOptions(lockDuration, maxDeliveryCount, sessions, bytes);
  }
}
