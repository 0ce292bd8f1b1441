package com.babelqueue.connect.source.rabbitmq;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.NativeHeader;
import com.babelqueue.connect.broker.rabbitmq.RabbitMqBinding;
import com.babelqueue.connect.broker.rabbitmq.RabbitMqHeaders;
import com.babelqueue.connect.broker.rabbitmq.RabbitMqMetadata;
import com.babelqueue.connect.source.Delivery;
import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Takes what the broker pushes from one queue and puts it into the channel's buffer.
 *
 * <p>The client calls it on a thread of its own, one call at a time and in the order of the wire.
 */
final class QueueConsumer extends DefaultConsumer {
  /** What quorum queues count failed deliveries in, 0 before the first. */
  private static final String DELIVERY_COUNT_HEADER = "x-delivery-count";

  /** Java objects around a message: roughly what a Delivery with its lists takes. */
  private static final int FIXED_OVERHEAD = 512;

  private final String queue;
  private final long epoch;
  private final DeliveryBuffer buffer;
  private final CountDownLatch ended = new CountDownLatch(1);

  /** Owned by the engine's thread. */
  private String tag;

  /**
   * @param queue as the settings name it
   * @param epoch the channel's
   * @param buffer takes deliveries, and the end of the consumer when the broker brings it about
   */
  QueueConsumer(Channel channel, String queue, long epoch, DeliveryBuffer buffer) {
    super(channel);
    this.queue = queue;
    this.epoch = epoch;
    this.buffer = buffer;
  }

  String queue() {
    return queue;
  }

  /**
   * Lets the broker push. Engine's thread.
   *
   * @param prefetch how many messages may be unsettled at once
   */
  void begin(int prefetch) throws IOException {
    getChannel().basicQos(prefetch);
    tag = getChannel().basicConsume(queue, false, this);
  }

  /** Stops the broker; {@link #awaitEnd} says when all is in the buffer. Engine's thread. */
  void end() throws IOException {
    getChannel().basicCancel(tag);
  }

  @Override
  public void handleDelivery(
      String consumerTag, Envelope envelope, AMQP.BasicProperties properties, byte[] body) {
    List<NativeHeader> headers = RabbitMqHeaders.read(properties.getHeaders());
    int overhead = FIXED_OVERHEAD + weight(headers);
    Delivery delivery =
        Delivery.of(queue, body, envelope.getDeliveryTag(), epoch)
            .messageId(properties.getMessageId())
            .headers(headers)
            .metadata(RabbitMqMetadata.of(envelope, properties, consumerTag))
            .group(envelope.getRoutingKey().isEmpty() ? null : envelope.getRoutingKey())
            .versionField(value(headers, RabbitMqBinding.VERSION_HEADER))
            .attemptsField(value(headers, RabbitMqBinding.ATTEMPTS_HEADER))
            .deliveryCount(deliveryCount(envelope, headers))
            .overhead(overhead)
            .build();
    buffer.add(delivery, body.length + overhead);
  }

  /** The broker ended it: its queue was deleted, or moved to another node. */
  @Override
  public void handleCancel(String consumerTag) {
    buffer.fail(
        BrokerException.outage("the broker cancelled the consumer of queue " + queue, null));
    ended.countDown();
  }

  @Override
  public void handleCancelOk(String consumerTag) {
    ended.countDown();
  }

  @Override
  public void handleShutdownSignal(String consumerTag, ShutdownSignalException signal) {
    ended.countDown();
  }

  /**
   * Waits until everything pushed before the consumer ended is in the buffer; the broker's word
   * that it ended may overtake deliveries inside the client.
   *
   * @return false when the time is up
   */
  boolean awaitEnd(Duration wait) throws InterruptedException {
    return ended.await(wait.toNanos(), TimeUnit.NANOSECONDS);
  }

  /**
   * Only a redelivery is looked at: the header of a first delivery can but come from the publisher,
   * who republished a message of some other queue.
   */
  private static int deliveryCount(Envelope envelope, List<NativeHeader> headers) {
    if (envelope.isRedeliver()
        && value(headers, DELIVERY_COUNT_HEADER) instanceof Number failures
        && failures.longValue() >= 0
        && failures.longValue() < Integer.MAX_VALUE) {
      return failures.intValue() + 1;
    }
    return 0;
  }

  private static Object value(List<NativeHeader> headers, String name) {
    for (NativeHeader header : headers) {
      if (header.name().equals(name)) {
        return header.value();
      }
    }
    return null;
  }

  private static int weight(List<NativeHeader> headers) {
    int bytes = 0;
    for (NativeHeader header : headers) {
      bytes += weight(header.name()) + weight(header.value());
    }
    return bytes;
  }

  private static int weight(Object value) {
    int slot = Long.BYTES;
    if (value instanceof String text) {
      return slot + text.length();
    }
    if (value instanceof byte[] raw) {
      return slot + raw.length;
    }
    if (value instanceof List<?> list) {
      return slot + list.stream().mapToInt(QueueConsumer::weight).sum();
    }
    if (value instanceof Map<?, ?> table) {
      return slot
          + table.entrySet().stream()
              .mapToInt(entry -> weight(entry.getKey()) + weight(entry.getValue()))
              .sum();
    }
    return slot;
  }
}
