package com.babelqueue.connect.source.artemis;

import org.apache.qpid.jms.JmsDestination;
import org.apache.qpid.jms.JmsSession;
import org.apache.qpid.jms.policy.JmsPrefetchPolicy;

/**
 * Says how many messages the broker may push to each consumer ahead of their receipt.
 *
 * <p>What is pushed is unsettled for the broker, so it counts as in flight: a quarter of the slots
 * and of the bytes is set aside for it, which is plenty, since the client asks for more long before
 * it has run out. Where that is less than one message per queue nothing is pushed and each message
 * is asked for. Owned by the engine's thread; the client asks on the thread that creates a
 * consumer.
 */
final class Prefetch implements JmsPrefetchPolicy {
  /** More for one consumer does not make the client faster. */
  private static final int MOST = 100;

  private static final int SET_ASIDE = 4;

  /** How slowly the mean follows a change of sizes. */
  private static final int SMOOTHING = 16;

  /** Sizes are unknown before the first message. */
  private static final double FIRST_GUESS = 2_048;

  /** A change of consumers takes round trips, so only a gross misfit is worth it. */
  private static final int GROSS = 4;

  private final int slots;
  private final long bytes;
  private final int queues;
  private double meanSize = FIRST_GUESS;

  /** What consumers created from now on get. */
  private int share;

  /**
   * @param slots {@code max.in.flight.messages}
   * @param bytes {@code max.in.flight.bytes}
   * @param queues how many consumers there are
   */
  Prefetch(int slots, long bytes, int queues) {
    this.slots = slots;
    this.bytes = bytes;
    this.queues = queues;
  }

  /** Takes note of a message's size. */
  void seen(int size) {
    meanSize += (size - meanSize) / SMOOTHING;
  }

  /** What each consumer should have by what is known now; zero where each message is asked for. */
  int wanted() {
    long fitting = (long) (bytes / (SET_ASIDE * Math.max(1, meanSize)));
    return (int) Math.min(MOST, Math.min(fitting, slots / SET_ASIDE) / queues);
  }

  /** Whether consumers with this much should be replaced. */
  boolean misfits(int current) {
    return current > wanted() * GROSS || current * GROSS < wanted();
  }

  /** Sets what consumers created from now on get. */
  void grant(int each) {
    share = each;
  }

  /** The same object, so that a grant reaches connections that are open already. */
  @Override
  public JmsPrefetchPolicy copy() {
    return this;
  }

  @Override
  public int getConfiguredPrefetch(
      JmsSession session, JmsDestination destination, boolean durable, boolean browser) {
    return share;
  }
}
