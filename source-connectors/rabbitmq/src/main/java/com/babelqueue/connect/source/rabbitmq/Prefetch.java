package com.babelqueue.connect.source.rabbitmq;

/**
 * How many messages the broker may push: as many as may be in flight, but no more than their usual
 * size allows within the bound on bytes, which AMQP cannot be told.
 *
 * <p>A consumer's prefetch is fixed once it has begun, so the answer counts when consumers are
 * begun again. Owned by the engine's thread.
 */
final class Prefetch {
  /** Taken for the size of a message until one has been seen. */
  static final int ASSUMED_BYTES = 64 * 1024;

  /** Weight of the newest message in the moving mean of sizes. */
  private static final double NEWEST = 1.0 / 16;

  /** The mean is no bound, so part of the bytes stays free for what is larger. */
  private static final double USED_PART = 0.75;

  private final int maxMessages;
  private final long maxBytes;
  private final int queues;
  private double meanBytes;

  /**
   * @param maxMessages the bound on unsettled messages, at least {@code queues}
   * @param maxBytes the bound on their bytes
   * @param queues how many consumers share it
   */
  Prefetch(int maxMessages, long maxBytes, int queues) {
    this.maxMessages = Math.max(maxMessages, queues);
    this.maxBytes = maxBytes;
    this.queues = queues;
  }

  /** Learns the size of a message. */
  void seen(int bytes) {
    meanBytes = meanBytes == 0 ? bytes : meanBytes + (bytes - meanBytes) * NEWEST;
  }

  /** How many messages may be unsettled at once, as far as is known; at least one per queue. */
  int slots() {
    double fitting =
        meanBytes == 0 ? (double) maxBytes / ASSUMED_BYTES : maxBytes * USED_PART / meanBytes;
    return (int) Math.max(queues, Math.min(maxMessages, fitting));
  }

  /**
   * Whether beginning again would let the broker push twice as much, or from more queues.
   *
   * @param current the prefetch of the consumers that run, all together
   * @param earlier unsettled messages that those do not count, being older than they
   */
  boolean outgrows(int current, int earlier) {
    int allowed = slots() - earlier;
    return allowed / 2 >= current || (current < queues && allowed > current);
  }

  /**
   * The share of one queue.
   *
   * @param total what all queues may have together
   * @param index the place of the queue among them
   * @return zero when there is not enough for each
   */
  int share(int total, int index) {
    return total / queues + (index < total % queues ? 1 : 0);
  }
}
