package com.babelqueue.connect.broker.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.broker.NativeHeader;
import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Envelope;
import java.time.Instant;
import java.util.Date;
import org.junit.jupiter.api.Test;

class RabbitMqMetadataTest {
  private static final Envelope ENVELOPE = new Envelope(7, true, "shop", "orders.created");

  @Test
  void everyPropertyIsNamedUnderTheBrokersPrefix() {
    AMQP.BasicProperties properties =
        new AMQP.BasicProperties.Builder()
            .messageId("m-1")
            .correlationId("c-1")
            .type("urn:babel:orders:created")
            .appId("babelqueue")
            .userId("guest")
            .timestamp(Date.from(Instant.ofEpochSecond(1_700_000_000)))
            .priority(3)
            .expiration("60000")
            .replyTo("answers")
            .contentType("application/json")
            .contentEncoding("utf-8")
            .deliveryMode(2)
            .build();

    assertThat(RabbitMqMetadata.of(ENVELOPE, properties, "tag-1"))
        .containsExactly(
            new NativeHeader("rabbitmq.exchange", "shop"),
            new NativeHeader("rabbitmq.routing.key", "orders.created"),
            new NativeHeader("rabbitmq.redelivered", true),
            new NativeHeader("rabbitmq.message.id", "m-1"),
            new NativeHeader("rabbitmq.correlation.id", "c-1"),
            new NativeHeader("rabbitmq.type", "urn:babel:orders:created"),
            new NativeHeader("rabbitmq.app.id", "babelqueue"),
            new NativeHeader("rabbitmq.user.id", "guest"),
            new NativeHeader("rabbitmq.timestamp", Instant.ofEpochSecond(1_700_000_000)),
            new NativeHeader("rabbitmq.priority", 3),
            new NativeHeader("rabbitmq.expiration", "60000"),
            new NativeHeader("rabbitmq.reply.to", "answers"),
            new NativeHeader("rabbitmq.content.type", "application/json"),
            new NativeHeader("rabbitmq.content.encoding", "utf-8"),
            new NativeHeader("rabbitmq.delivery.mode", 2),
            new NativeHeader("rabbitmq.consumer.tag", "tag-1"));
  }

  @Test
  void whatAMessageLacksIsLeftOut() {
    assertThat(RabbitMqMetadata.of(ENVELOPE, new AMQP.BasicProperties.Builder().build(), null))
        .extracting(NativeHeader::name)
        .containsExactly("rabbitmq.exchange", "rabbitmq.routing.key", "rabbitmq.redelivered");
  }
}
