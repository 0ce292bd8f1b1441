package com.babelqueue.connect.source.pulsar;

import com.babelqueue.connect.broker.NativeHeader;
import com.babelqueue.connect.broker.pulsar.PulsarTopic;
import com.babelqueue.connect.source.Delivery;
import com.babelqueue.connect.source.pulsar.Receipt.Origin;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.pulsar.client.api.MessageId;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.TypedMessageBuilder;

/**
 * Copies rejected messages to the dead-letter topic beside theirs, since Pulsar's own dead-letter
 * policy only knows messages that were delivered too often (PUL-4, GATE-7). Body, properties, keys
 * and event time stay as they were; the reason is one more property.
 *
 * <p>Producers are made when first needed and live as long as the client. Owned by the engine's
 * thread.
 */
final class DeadLetterProducers {
  /** As on a dead-letter topic of Kafka. */
  private static final String REASON = "bq-error-reason";

  private final PulsarClient client;
  private final Map<String, CompletableFuture<Producer<byte[]>>> producers = new HashMap<>();

  DeadLetterProducers(PulsarClient client) {
    this.client = client;
  }

  /** Sends a copy; the answer comes when the cluster has stored it. */
  CompletableFuture<MessageId> send(Delivery delivery, String reason) {
    String topic = PulsarTopic.of(Receipt.of(delivery).origin().topic()).deadLetterTopic();
    CompletableFuture<Producer<byte[]>> producer = producers.get(topic);
    if (producer == null || producer.isCompletedExceptionally()) {
      producer = client.newProducer().topic(topic).createAsync();
      producers.put(topic, producer);
    }
    return producer.thenCompose(made -> copy(made, delivery, reason).sendAsync());
  }

  private static TypedMessageBuilder<byte[]> copy(
      Producer<byte[]> producer, Delivery delivery, String reason) {
    TypedMessageBuilder<byte[]> copy = producer.newMessage().value(delivery.body());
    for (NativeHeader header : delivery.headers()) {
      copy.property(header.name(), (String) header.value());
    }
    copy.property(REASON, reason);
    Origin origin = Receipt.of(delivery).origin();
    if (origin.binaryKey()) {
      copy.keyBytes(Base64.getDecoder().decode(origin.key()));
    } else if (origin.key() != null) {
      copy.key(origin.key());
    }
    if (origin.orderingKey() != null) {
      copy.orderingKey(origin.orderingKey().array());
    }
    if (origin.eventTime() != 0) {
      copy.eventTime(origin.eventTime());
    }
    return copy;
  }
}
