package com.babelqueue.connect.broker.pulsar;

import com.babelqueue.connect.broker.BrokerBinding;
import com.babelqueue.connect.broker.NativeHeader;
import com.babelqueue.connect.envelope.AttemptsRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.apache.pulsar.client.api.Message;

/**
 * The Pulsar binding of the contract (section 3.5): which properties carry which field, and what
 * Pulsar says about a message beside them. Stateless.
 */
public final class PulsarBinding {
  /** The property that the version gate looks at (PUL-5). */
  public static final String SCHEMA_VERSION = "bq-schema-version";

  /** What the runtimes need to know; {@code bq-attempts} is no input (PUL-3). */
  public static final BrokerBinding BINDING =
      new BrokerBinding(
          "pulsar",
          Set.of(
              "bq-job",
              "bq-trace-id",
              "bq-message-id",
              SCHEMA_VERSION,
              "bq-source-lang",
              "bq-attempts",
              "bq-delay"),
          AttemptsRule.PULSAR,
          true);

  private PulsarBinding() {}

  /** A message's properties, contract ones included, in the order of their names. */
  public static List<NativeHeader> headers(Message<?> message) {
    List<NativeHeader> headers = new ArrayList<>();
    new TreeMap<>(message.getProperties())
        .forEach((name, value) -> headers.add(new NativeHeader(name, value)));
    return headers;
  }

  /**
   * Pulsar's own metadata of a message under names that begin with {@code pulsar.}: times in ms and
   * sequence numbers as {@code Long}, the redelivery count as {@code Integer}, ordering key and
   * schema version as bytes, everything else as text. What a message lacks is left out.
   */
  public static List<NativeHeader> metadata(Message<?> message) {
    List<NativeHeader> metadata = new ArrayList<>();
    add(metadata, "pulsar.message.id", message.getMessageId().toString());
    add(metadata, "pulsar.topic", message.getTopicName());
    add(metadata, "pulsar.publish.time", message.getPublishTime());
    // Zero is how the client says that there is none (PUL-1 sets none).
    add(metadata, "pulsar.event.time", message.getEventTime() == 0 ? null : message.getEventTime());
    add(metadata, "pulsar.producer.name", message.getProducerName());
    add(metadata, "pulsar.sequence.id", message.getSequenceId());
    add(metadata, "pulsar.key", group(message));
    add(
        metadata,
        "pulsar.ordering.key",
        message.hasOrderingKey() ? message.getOrderingKey() : null);
    add(metadata, AttemptsRule.PULSAR.countHeader(), message.getRedeliveryCount());
    byte[] schema = message.getSchemaVersion();
    add(metadata, "pulsar.schema.version", schema == null || schema.length == 0 ? null : schema);
    add(metadata, "pulsar.replicated.from", message.getReplicatedFrom());
    return metadata;
  }

  /** The text that the version gate looks at; null when absent (GATE-2). */
  public static String versionField(Message<?> message) {
    return message.getProperty(SCHEMA_VERSION);
  }

  /** How often the message was delivered before; what attempts are reconciled with (PUL-3). */
  public static int redeliveries(Message<?> message) {
    return message.getRedeliveryCount();
  }

  /** The message key, in Base64 where it was set as bytes; null where there is none. */
  public static String group(Message<?> message) {
    return message.hasKey() ? message.getKey() : null;
  }

  private static void add(List<NativeHeader> metadata, String name, Object value) {
    if (value != null) {
      metadata.add(new NativeHeader(name, value));
    }
  }
}
