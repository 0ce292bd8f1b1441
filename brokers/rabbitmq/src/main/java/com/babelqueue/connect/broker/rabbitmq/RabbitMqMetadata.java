package com.babelqueue.connect.broker.rabbitmq;

import com.babelqueue.connect.broker.NativeHeader;
import com.rabbitmq.client.BasicProperties;
import com.rabbitmq.client.Envelope;
import java.util.ArrayList;
import java.util.List;

/**
 * Names what AMQP says about a message beside its header table: where it was routed and its basic
 * properties, under the prefix {@code rabbitmq.}. Properties that a message lacks are left out.
 *
 * <p>The {@code timestamp} property is surfaced here and read nowhere else (RMQ-2). Stateless; for
 * any thread.
 */
public final class RabbitMqMetadata {
  private static final String PREFIX = RabbitMqBinding.BROKER + ".";

  private RabbitMqMetadata() {}

  /**
   * Lists the metadata of a delivery.
   *
   * @param consumerTag the consumer that received it; null leaves it out
   */
  public static List<NativeHeader> of(
      Envelope envelope, BasicProperties properties, String consumerTag) {
    List<NativeHeader> metadata = new ArrayList<>();
    add(metadata, "exchange", envelope.getExchange());
    add(metadata, "routing.key", envelope.getRoutingKey());
    add(metadata, "redelivered", envelope.isRedeliver());
    add(metadata, "message.id", properties.getMessageId());
    add(metadata, "correlation.id", properties.getCorrelationId());
    add(metadata, "type", properties.getType());
    add(metadata, "app.id", properties.getAppId());
    add(metadata, "user.id", properties.getUserId());
    add(metadata, "timestamp", RabbitMqHeaders.plain(properties.getTimestamp()));
    add(metadata, "priority", properties.getPriority());
    add(metadata, "expiration", properties.getExpiration());
    add(metadata, "reply.to", properties.getReplyTo());
    add(metadata, "content.type", properties.getContentType());
    add(metadata, "content.encoding", properties.getContentEncoding());
    add(metadata, "delivery.mode", properties.getDeliveryMode());
    add(metadata, "consumer.tag", consumerTag);
    return metadata;
  }

  private static void add(List<NativeHeader> metadata, String name, Object value) {
    if (value != null) {
      metadata.add(new NativeHeader(PREFIX + name, value));
    }
  }
}
