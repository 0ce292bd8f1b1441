package com.babelqueue.connect.sink;

import java.util.Collection;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkTaskContext;

/**
 * Stops Connect from reading on while too much waits to be sent, without keeping the consumer from
 * polling. Owned by the task's thread.
 */
final class PartitionPause {
  private final SinkTaskContext context;
  private final int maxMessages;
  private final long maxBytes;
  private boolean paused;

  PartitionPause(SinkTaskContext context, int maxMessages, long maxBytes) {
    this.context = context;
    this.maxMessages = maxMessages;
    this.maxBytes = maxBytes;
  }

  /**
   * Pauses from the bound on, and resumes at half of it.
   *
   * @param messages how many messages wait
   * @param bytes how many bytes wait
   */
  void update(int messages, long bytes) {
    if (!paused && !isRoomFor(messages, bytes)) {
      paused = true;
      context.pause(array(context.assignment()));
    } else if (paused && messages <= maxMessages / 2 && bytes <= maxBytes / 2) {
      paused = false;
      context.resume(array(context.assignment()));
    }
  }

  /** Whether more may be read while so much waits. */
  boolean isRoomFor(int messages, long bytes) {
    return messages < maxMessages && bytes < maxBytes;
  }

  /** Partitions that were just assigned begin like the others, whatever Connect remembers. */
  void opened(Collection<TopicPartition> partitions) {
    if (paused) {
      context.pause(array(partitions));
    } else {
      context.resume(array(partitions));
    }
  }

  private static TopicPartition[] array(Collection<TopicPartition> partitions) {
    return partitions.toArray(new TopicPartition[0]);
  }
}
