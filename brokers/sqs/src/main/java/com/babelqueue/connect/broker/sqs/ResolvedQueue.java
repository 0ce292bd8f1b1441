package com.babelqueue.connect.broker.sqs;

import java.time.Duration;

/**
 * A queue that SQS has confirmed to exist, with the attributes that matter to a client of it.
 *
 * @param name the queue's name, for logs and templates
 * @param url where calls about it go
 * @param fifo whether SQS keeps the order of each message group
 * @param visibilityTimeout how long a received message stays invisible unless the receive call says
 *     otherwise
 * @param redrives whether a redrive policy moves a message to a dead-letter queue in the end
 *     (SQS-7)
 * @param maxMessageBytes the largest message it takes, attributes included
 * @param contentDeduplication whether SQS makes a deduplication id from the body where a message
 *     has none; FIFO queues only (SQS-3)
 */
public record ResolvedQueue(
    String name,
    String url,
    boolean fifo,
    Duration visibilityTimeout,
    boolean redrives,
    int maxMessageBytes,
    boolean contentDeduplication) {
  /** The same queue for a reader that sets a visibility timeout of its own. */
  public ResolvedQueue withVisibilityTimeout(Duration timeout) {
    return new ResolvedQueue(
        name, url, fifo, timeout, redrives, maxMessageBytes, contentDeduplication);
  }
}
