package com.babelqueue.connect.source.pulsar;

/**
 * How many messages the client may hold of one subscription that nobody has taken, and the size of
 * its queues that follows from it.
 *
 * <p>A topic without partitions has one queue, and the client asks for no more than fits. One with
 * partitions has a queue for each and a common one before them, which takes a message or half a
 * queue of every partition beyond its own size. What is in any of them counts as delivered at the
 * cluster.
 *
 * @param size the client's own setting, for each queue
 * @param reserve the most messages in all of them; a producer's batch, which comes whole, may
 *     exceed it
 */
record ReceiverQueues(int size, int reserve) {
  /** The client makes the common queue no smaller. */
  private static final int LEAST_COMMON = 2;

  /**
   * The largest queues that keep within a share, or the smallest possible.
   *
   * @param share the most messages to hold untaken
   * @param partitions how many partitions the topic has; 0 where it is not partitioned
   */
  static ReceiverQueues within(int share, int partitions) {
    int size = Math.max(1, share / Math.max(1, partitions));
    while (size > 1 && reserve(size, partitions) > share) {
      size--;
    }
    return new ReceiverQueues(size, reserve(size, partitions));
  }

  /** Whether there is a common queue, which only the client's own thread may take from. */
  boolean hasCommon() {
    return reserve > size;
  }

  /** The fewest messages that a topic with so many partitions needs room for. */
  static int least(int partitions) {
    return reserve(1, partitions);
  }

  private static int reserve(int size, int partitions) {
    if (partitions == 0) {
      return size;
    }
    // No partition is asked while the common queue is full, but all of them while it is not, each
    // for half its queue, whose place it fills again.
    int common = Math.max(LEAST_COMMON, Math.max(size, partitions));
    return common - 1 + partitions * (Math.max(1, size / 2) + size);
  }
}
