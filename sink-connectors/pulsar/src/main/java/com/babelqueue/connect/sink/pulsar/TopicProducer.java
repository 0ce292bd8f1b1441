package com.babelqueue.connect.sink.pulsar;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.pulsar.PulsarProjection;
import com.babelqueue.connect.broker.pulsar.SendRefusal;
import com.babelqueue.connect.sink.OutboundMessage;
import com.babelqueue.connect.sink.Send;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.pulsar.client.api.MessageId;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.TypedMessageBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends to one topic and tells the engine what became of each message.
 *
 * <p>The cluster, and the client, refuse a batch as a whole. A message that may have had company in
 * one is therefore tried again, and from then on no message of the topic shares a batch, so that
 * only the one at fault is rejected in the end.
 *
 * <p>Owned by the task's thread; outcomes are reported on the client's.
 */
final class TopicProducer {
  /** The reason's code for a topic that a record names in vain; the engine's own word too. */
  static final String DESTINATION = "destination";

  private static final Logger LOG = LoggerFactory.getLogger(TopicProducer.class);

  private final SendingSession session;
  private final String topic;
  private final boolean batched;
  private final CompletableFuture<Producer<byte[]>> making;

  /** Null until {@link #awaitReady} has seen it. */
  private Producer<byte[]> producer;

  /** Done when every send so far has its outcome. */
  private CompletableFuture<Void> answered = CompletableFuture.completedFuture(null);

  /** In ms. */
  private long lastUsed;

  /** Whether it must not be used any more; set by any thread. */
  private volatile boolean worn;

  /** Whether a batch was refused that a message at fault may share with others; any thread. */
  private volatile boolean batchRefused;

  /** Whether it was closed on purpose; set by the task's thread before the client hears of it. */
  private volatile boolean retired;

  private TopicProducer(
      SendingSession session,
      String topic,
      boolean batched,
      CompletableFuture<Producer<byte[]>> making) {
    this.session = session;
    this.topic = topic;
    this.batched = batched;
    this.making = making;
  }

  /**
   * Begins to make a producer. A missing topic is looked for first, unless it may be made, since
   * the cluster may make topics for whoever wants to produce.
   *
   * @param topic its full name
   */
  static TopicProducer begin(SendingSession session, String topic, boolean batched) {
    CompletableFuture<List<String>> found =
        session.config().createsTopics()
            ? CompletableFuture.completedFuture(List.of())
            : session.client().getPartitionsForTopic(topic, false);
    return new TopicProducer(
        session,
        topic,
        batched,
        found.thenCompose(
            any -> session.config().producer(session.client(), topic, batched).createAsync()));
  }

  /** Whether waiting for it takes no time. */
  boolean isReady() {
    return making.isDone();
  }

  boolean isWorn() {
    return worn;
  }

  /** Whether its successor may put several messages into one batch. */
  boolean mayBatch() {
    return batched && !batchRefused;
  }

  boolean isIdle() {
    return answered.isDone();
  }

  /** In ms. */
  long lastUsed() {
    return lastUsed;
  }

  void usedAt(long millis) {
    lastUsed = millis;
  }

  /**
   * Waits until messages can be sent.
   *
   * @throws BrokerException as the failure table says
   */
  void open(Duration limit) throws BrokerException {
    if (producer == null) {
      producer = session.clients().await(making, limit, "making a producer for " + topic);
      session.clients().failures().prove();
    }
  }

  /**
   * Waits until messages can be sent.
   *
   * @return why this topic takes none, where that is no matter of the settings
   * @throws BrokerException for whatever else keeps it from being ready
   */
  Optional<SendRefusal> awaitReady(Duration limit) throws BrokerException {
    try {
      open(limit);
      return Optional.empty();
    } catch (BrokerException e) {
      worn = true;
      Optional<SendRefusal> refusal = SendRefusal.of(e);
      if (refusal.isEmpty() || (session.isFixed() && refusal.get() != SendRefusal.QUOTA)) {
        throw e;
      }
      return refusal;
    }
  }

  /** Reports a message that was not sent, because its topic takes none. */
  void refuse(Send send, SendRefusal refusal) {
    if (refusal == SendRefusal.QUOTA) {
      overQuota(send);
    } else {
      send.rejected(DESTINATION, topic + " does not exist or takes no messages like these");
    }
  }

  /** Sends without waiting; what comes behind a failure is to be tried again behind it. */
  void send(Send send) {
    if (worn) {
      send.retry("an earlier message of topic " + topic + " failed");
      return;
    }
    CompletableFuture<MessageId> answer =
        message(send.message())
            .sendAsync()
            .whenComplete(
                (id, failure) -> {
                  if (failure == null) {
                    send.sent();
                  } else {
                    failed(send, failure);
                  }
                });
    answered = CompletableFuture.allOf(answered, answer);
  }

  private TypedMessageBuilder<byte[]> message(OutboundMessage from) {
    TypedMessageBuilder<byte[]> message =
        producer
            .newMessage()
            .value(from.body())
            .properties(
                PulsarProjection.properties(
                    from.envelope(), from.attempts(), from.headers(), from.delay()));
    PulsarProjection.key(message, from.key());
    PulsarProjection.delay(message, from.delay());
    return message;
  }

  /** Sends the batch that is not full. Its messages report for themselves. */
  void flush() {
    CompletableFuture<Void> flushed = producer.flushAsync();
    if (flushed.isCompletedExceptionally()) {
      LOG.debug("A flush of {} failed", topic);
    }
  }

  /** The client's thread, or the task's where the client fails at once. */
  private void failed(Send send, Throwable failure) {
    if (retired) {
      send.retry("the producer of topic " + topic + " was closed");
      return;
    }
    SendRefusal refusal = SendRefusal.of(failure).orElse(null);
    if (refusal == null || (refusal == SendRefusal.DESTINATION && session.isFixed())) {
      worn = true;
      session.lost(session.clients().failures().judge("sending to " + topic, failure));
    } else if (refusal == SendRefusal.QUOTA) {
      worn = true;
      overQuota(send);
    } else if (refusal == SendRefusal.DESTINATION) {
      worn = true;
      refuse(send, refusal);
    } else if (mayHaveHadCompany(send.message())) {
      unbatch(send, refusal);
    } else {
      reject(send, refusal);
    }
  }

  private boolean mayHaveHadCompany(OutboundMessage message) {
    return batched
        && !PulsarProjection.isDelay(message.delay())
        && message.body().length < PulsarSinkConfig.BATCH_BYTES;
  }

  private void unbatch(Send send, SendRefusal refusal) {
    worn = true;
    if (!batchRefused) {
      batchRefused = true;
      LOG.warn(
          "Topic {} refused a batch ({}); from now on its messages are sent one by one",
          topic,
          refusal);
    }
    send.retry("topic " + topic + " refused a batch");
  }

  private void reject(Send send, SendRefusal refusal) {
    switch (refusal) {
      case TOO_LARGE ->
          send.rejected(
              "too_large",
              "a body of "
                  + send.message().body().length
                  + " bytes, with what goes with it, is larger"
                  + " than topic "
                  + topic
                  + " takes");
      case DELAY -> send.rejected("delay", "topic " + topic + " keeps no message back so long");
      default -> send.rejected("not_allowed", "the policies of topic " + topic + " forbid it");
    }
  }

  private void overQuota(Send send) {
    send.refused(
        "quota", "topic " + topic + " has a full backlog or all the producers it may have");
  }

  /** Closes it; whatever is under way is to be tried again. */
  void retire() {
    retired = true;
    CompletableFuture<Void> closing = making.thenCompose(Producer::closeAsync);
    if (closing.isCompletedExceptionally()) {
      LOG.debug("A producer of {} was not closed in good order", topic);
    }
  }
}
