package com.babelqueue.connect.source.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.babelqueue.connect.broker.redis.HashSlots;
import java.util.List;

/**
 * The keys of the three lists that reading a queue needs.
 *
 * @param queue what producers push to
 * @param processing what one reader has received and not settled
 * @param deadLetter what takes rejected messages (RED-10)
 */
record QueueLists(String queue, String processing, String deadLetter) {
  byte[] queueKey() {
    return queue.getBytes(UTF_8);
  }

  byte[] processingKey() {
    return processing.getBytes(UTF_8);
  }

  byte[] deadLetterKey() {
    return deadLetter.getBytes(UTF_8);
  }

  /** Whether a cluster can move an element between the queue and this other list of it. */
  boolean sharesSlot(String other) {
    return HashSlots.same(List.of(queue, other));
  }
}
