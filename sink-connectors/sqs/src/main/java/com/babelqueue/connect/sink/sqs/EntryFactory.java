package com.babelqueue.connect.sink.sqs;

import com.babelqueue.connect.broker.sqs.ResolvedQueue;
import com.babelqueue.connect.broker.sqs.SqsProjection;
import com.babelqueue.connect.broker.sqs.SqsText;
import com.babelqueue.connect.sink.OutboundMessage;
import com.babelqueue.connect.sink.Send;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/**
 * Gives messages the form in which SQS takes them, and rejects those that it never takes before
 * they can spoil a batch. Owned by the task's thread.
 */
final class EntryFactory {
  /** SQS's longest delay. */
  private static final long MAX_DELAY_SECONDS = 900;

  private static final String DELAY = "delay";

  private static final Logger LOG = LoggerFactory.getLogger(EntryFactory.class);

  private final SqsSinkConfig config;
  private long droppedHeaders;

  EntryFactory(SqsSinkConfig config) {
    this.config = config;
  }

  /**
   * Makes the entry of a message.
   *
   * @return null when the message has been rejected
   */
  Entry entry(Send send, ResolvedQueue queue) {
    OutboundMessage message = send.message();
    String body = SqsText.ofBody(message.body());
    if (body == null) {
      return reject(send, "illegal_characters", "the body holds a character that SQS refuses");
    }
    if (body.isEmpty()) {
      return reject(send, "empty_body", "SQS takes no message without a body");
    }
    SqsProjection projection = SqsProjection.of(message.envelope(), message.headers());
    if (projection.illegal() != null) {
      return reject(
          send, "illegal_characters", projection.illegal() + " holds a character that SQS refuses");
    }
    int bytes = message.body().length + projection.size();
    if (bytes > queue.maxMessageBytes()) {
      return reject(
          send,
          "too_large",
          bytes + " bytes with attributes, and the queue takes " + queue.maxMessageBytes());
    }
    SendMessageBatchRequestEntry.Builder request =
        SendMessageBatchRequestEntry.builder()
            .messageBody(body)
            .messageAttributes(projection.attributes());
    Entry entry =
        queue.fifo()
            ? ordered(send, queue, request, bytes)
            : unordered(send, queue, request, bytes);
    if (entry != null) {
      count(message, projection);
    }
    return entry;
  }

  private static Entry unordered(
      Send send, ResolvedQueue queue, SendMessageBatchRequestEntry.Builder request, int bytes) {
    if (isDelayed(send.message())) {
      long seconds = secondsUp(send.message().delay());
      if (seconds > MAX_DELAY_SECONDS) {
        return reject(send, DELAY, "SQS delays a message by at most 900 s, not by " + seconds);
      }
      request.delaySeconds((int) seconds);
    }
    return new Entry(send, queue, null, request, bytes);
  }

  private Entry ordered(
      Send send, ResolvedQueue queue, SendMessageBatchRequestEntry.Builder request, int bytes) {
    if (isDelayed(send.message())) {
      return reject(send, DELAY, "a FIFO queue delays no single message");
    }
    String group = group(send.message(), queue);
    if (!FifoIds.isLegal(group)) {
      return reject(
          send,
          "message_group",
          SqsSinkConfig.GROUP_ID
              + " gives this record a group of other than 1 to 128 printable ASCII characters");
    }
    request.messageGroupId(group);
    if (!config.contentBasedDeduplication()) {
      request.messageDeduplicationId(FifoIds.deduplication(send.message()));
    }
    return new Entry(send, queue, group, request, bytes);
  }

  private String group(OutboundMessage message, ResolvedQueue queue) {
    String group = config.groupId() == null ? null : message.render(config.groupId());
    return group == null ? queue.name() : group;
  }

  /** A delay of 0 or less is a plain publish (DLY-1). */
  private static boolean isDelayed(OutboundMessage message) {
    Duration delay = message.delay();
    return delay != null && !delay.isZero() && !delay.isNegative();
  }

  private static long secondsUp(Duration delay) {
    return delay.getSeconds() + (delay.getNano() == 0 ? 0 : 1);
  }

  private static Entry reject(Send send, String reason, String detail) {
    send.rejected(reason, detail);
    return null;
  }

  private void count(OutboundMessage message, SqsProjection projection) {
    if (droppedHeaders == 0 && !projection.dropped().isEmpty()) {
      SqsProjection.Dropped first = projection.dropped().get(0);
      LOG.warn(
          "SQS cannot carry every header: {} of record {} {}. Further ones are only counted",
          first.name(),
          message.location(),
          first.reason());
    }
    droppedHeaders += projection.dropped().size();
  }

  /** How many headers did not travel. */
  long droppedHeaders() {
    return droppedHeaders;
  }
}
