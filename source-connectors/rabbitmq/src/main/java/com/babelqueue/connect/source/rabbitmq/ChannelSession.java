package com.babelqueue.connect.source.rabbitmq;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.rabbitmq.QueueDeclaration;
import com.babelqueue.connect.broker.rabbitmq.RabbitMqFailures;
import com.babelqueue.connect.source.Delivery;
import com.babelqueue.connect.source.rabbitmq.DeliveryBuffer.Sized;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;

/**
 * One channel from its opening to its end, which is also the life of its delivery tags: an epoch.
 *
 * <p>All calls come from the engine's thread, which therefore is the only one that uses the
 * channel; {@link #wakeup} may come from any.
 */
final class ChannelSession {
  /** Between the broker's word that a consumer ended and the last callback to it. */
  private static final Duration CANCEL_WAIT = Duration.ofSeconds(5);

  /** Bounds the farewell, in ms. */
  private static final int CLOSE_TIMEOUT_MS = 2_000;

  private final List<String> queues;
  private final RabbitMqFailures failures;
  private final Prefetch prefetch;
  private final long epoch;
  private final Connection connection;
  private final Channel channel;
  private final DeliveryBuffer buffer = new DeliveryBuffer();
  private final DeliveryTags tags = new DeliveryTags();
  private final List<QueueConsumer> consumers = new ArrayList<>();

  /** What the consumers may have unsettled together. */
  private int credit;

  /** The last tag that came before the consumers began. */
  private long boundary;

  private long lastTag;
  private boolean drained;

  private ChannelSession(
      RabbitMqSourceConfig config,
      RabbitMqFailures failures,
      Prefetch prefetch,
      long epoch,
      Connection connection)
      throws BrokerException {
    this.queues = config.queues();
    this.failures = failures;
    this.prefetch = prefetch;
    this.epoch = epoch;
    this.connection = connection;
    try {
      channel = connection.createChannel();
    } catch (IOException | ShutdownSignalException e) {
      throw failures.inUse("cannot open a channel", e);
    }
    if (channel == null) {
      throw failures.inUse("the broker allows no further channel", null);
    }
    channel.addShutdownListener(
        signal -> buffer.fail(failures.inUse("the channel was closed", signal)));
  }

  /**
   * Opens a channel on a connection and looks for the queues. Closes the connection when that
   * fails.
   *
   * @param epoch the number of this session
   * @throws BrokerException as the failure table says
   */
  static ChannelSession open(
      RabbitMqSourceConfig config,
      RabbitMqFailures failures,
      Prefetch prefetch,
      long epoch,
      Connection connection)
      throws BrokerException {
    boolean opened = false;
    try {
      ChannelSession session = new ChannelSession(config, failures, prefetch, epoch, connection);
      for (String queue : session.queues) {
        config.declaration().apply(session.channel, queue, RabbitMqSourceConfig.QUEUES, failures);
      }
      opened = true;
      return session;
    } finally {
      if (!opened) {
        connection.abort(CLOSE_TIMEOUT_MS);
      }
    }
  }

  void wakeup() {
    buffer.wakeup();
  }

  /** See {@link com.babelqueue.connect.source.Receiver#receive}. */
  List<Delivery> receive(int maxMessages, long maxBytes, Duration wait)
      throws BrokerException, InterruptedException {
    buffer.check();
    if (credit > 0 && isTooSmall()) {
      cancel();
    }
    if (credit == 0 && buffer.bytes() < maxBytes) {
      consume();
    }
    buffer.await(wait);
    List<Delivery> taken = take(maxMessages, maxBytes);
    // Larger messages than expected: what is on its way still comes, but no more.
    if (credit > 0 && buffer.bytes() > maxBytes) {
      cancel();
    }
    return taken;
  }

  /** Takes away the broker's leave to push. What it pushed stays in the buffer. Idempotent. */
  void cancel() throws BrokerException, InterruptedException {
    buffer.check();
    for (QueueConsumer consumer : consumers) {
      try {
        consumer.end();
      } catch (IOException | ShutdownSignalException e) {
        throw failures.inUse("cannot stop consuming queue " + consumer.queue(), e);
      }
    }
    for (QueueConsumer consumer : consumers) {
      if (!consumer.awaitEnd(CANCEL_WAIT)) {
        throw failures.inUse("consuming queue " + consumer.queue() + " did not stop", null);
      }
    }
    consumers.clear();
    credit = 0;
    buffer.check();
  }

  /**
   * Says that only settlements and the end follow. Consumers are left alone, since a quorum queue
   * without a delivery limit puts what is on its way to a cancelled consumer behind everything
   * else.
   */
  void drain() {
    drained = true;
  }

  /** Acknowledges exactly these. */
  void accept(List<Delivery> deliveries) throws BrokerException {
    buffer.check();
    DeliveryTags.Frames frames = tags.settle(tagsOf(deliveries));
    try {
      if (frames.first() > 0) {
        channel.basicAck(frames.first(), frames.multiple());
      }
      for (long tag : frames.singles()) {
        channel.basicAck(tag, false);
      }
    } catch (IOException | ShutdownSignalException e) {
      throw failures.inUse("cannot acknowledge", e);
    }
  }

  /** Rejects exactly these, without requeue: to the dead-letter exchange if the queue has one. */
  void reject(List<Delivery> deliveries) throws BrokerException {
    buffer.check();
    try {
      for (long tag : tagsOf(deliveries)) {
        if (tags.remove(tag)) {
          channel.basicReject(tag, false);
        }
      }
    } catch (IOException | ShutdownSignalException e) {
      throw failures.inUse("cannot reject", e);
    }
  }

  /**
   * Gives these back. Before {@link #drain} exactly these, oldest first whatever the order of the
   * list. After it, when everything unsettled goes back, by closing the channel: a quorum queue
   * without a delivery limit puts what is given back by name behind everything else, but what a
   * closed channel leaves, returned or not, into its old place, as a classic queue always does.
   */
  void release(List<Delivery> deliveries) throws BrokerException {
    buffer.check();
    try {
      if (drained) {
        channel.close();
        return;
      }
      DeliveryTags.Frames frames = tags.settle(tagsOf(deliveries));
      if (frames.first() > 0) {
        channel.basicNack(frames.first(), frames.multiple(), true);
      }
      for (long tag : frames.singles()) {
        channel.basicNack(tag, false, true);
      }
    } catch (IOException | TimeoutException | ShutdownSignalException e) {
      throw failures.inUse("cannot give back", e);
    }
  }

  /** Ends the session; what is unsettled goes back to its queues. Never throws. */
  void close() {
    connection.abort(CLOSE_TIMEOUT_MS);
  }

  /**
   * Whether consumers should begin again with more. Only those that have used up what they may have
   * are ended, since nothing is on its way to them then. Counting takes time, so it comes last.
   */
  private boolean isTooSmall() {
    if (!prefetch.outgrows(credit, 0)) {
      return false;
    }
    int earlier = tags.countUpTo(boundary);
    return prefetch.outgrows(credit, earlier) && tags.size() + buffer.size() - earlier >= credit;
  }

  /** Begins a consumer on each queue for what may be pushed beside what is unsettled already. */
  private void consume() throws BrokerException {
    int total = prefetch.slots() - tags.size() - buffer.size();
    boundary = lastTag + buffer.size();
    for (int i = 0; i < queues.size(); i++) {
      int share = total > 0 ? prefetch.share(total, i) : 0;
      if (share > 0) {
        consume(queues.get(i), share);
        credit += share;
      }
    }
  }

  private void consume(String queue, int share) throws BrokerException {
    QueueConsumer consumer = new QueueConsumer(channel, queue, epoch, buffer);
    try {
      consumer.begin(share);
    } catch (IOException | ShutdownSignalException e) {
      throw failures.queue(queue, RabbitMqSourceConfig.QUEUES, QueueDeclaration.DECLARE, e);
    }
    consumers.add(consumer);
  }

  private List<Delivery> take(int maxMessages, long maxBytes) {
    List<Sized> taken = buffer.take(maxMessages, maxBytes);
    List<Delivery> deliveries = new ArrayList<>(taken.size());
    for (Sized sized : taken) {
      prefetch.seen(sized.size());
      lastTag = tag(sized.delivery());
      tags.add(lastTag);
      deliveries.add(sized.delivery());
    }
    return deliveries;
  }

  private List<Long> tagsOf(List<Delivery> deliveries) {
    return deliveries.stream()
        .filter(delivery -> delivery.epoch() == epoch)
        .map(ChannelSession::tag)
        .sorted()
        .toList();
  }

  private static long tag(Delivery delivery) {
    return (Long) delivery.handle();
  }
}
