package com.babelqueue.connect.broker.servicebus;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.azure.core.amqp.models.AmqpMessageBody;
import com.azure.core.amqp.models.AmqpMessageBodyType;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.babelqueue.connect.broker.BrokerBinding;
import com.babelqueue.connect.broker.NativeHeader;
import com.babelqueue.connect.broker.NativeText;
import com.babelqueue.connect.envelope.AttemptsRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The Service Bus binding of the contract: which application properties and message fields carry
 * what (ASB-1 to ASB-5). Stateless; for any thread.
 */
public final class ServiceBusBinding {
  /** The application property that the version gate looks at. */
  public static final String SCHEMA_VERSION = "bq-schema-version";

  /** What the runtimes need to know: the four names of the binding, ASB-3's rule, and the gate. */
  public static final BrokerBinding BINDING =
      new BrokerBinding(
          "servicebus",
          Set.of(SCHEMA_VERSION, "bq-source-lang", "bq-created-at", "bq-delay"),
          AttemptsRule.SERVICEBUS,
          true);

  private static final String PREFIX = "servicebus.";

  private ServiceBusBinding() {}

  /**
   * The bytes of a body. A data section is taken as it is, of several the SDK gives the first. A
   * body that is an AMQP value or sequence becomes the UTF-8 text of it, which for anything but a
   * string makes no envelope and keeps what can be kept.
   */
  public static byte[] body(ServiceBusReceivedMessage message) {
    AmqpMessageBody body = message.getRawAmqpMessage().getBody();
    if (body.getBodyType() == AmqpMessageBodyType.DATA) {
      return body.getFirstData();
    }
    Object value =
        AmqpValues.plain(
            body.getBodyType() == AmqpMessageBodyType.SEQUENCE
                ? body.getSequence()
                : body.getValue());
    if (value instanceof byte[] bytes) {
      return bytes;
    }
    return value == null ? new byte[0] : NativeText.of(value).getBytes(UTF_8);
  }

  /**
   * A message's application properties, contract ones included, in the order of their names, since
   * the SDK keeps none, and in plain types.
   */
  public static List<NativeHeader> headers(ServiceBusReceivedMessage message) {
    Map<String, Object> properties = message.getApplicationProperties();
    List<NativeHeader> headers = new ArrayList<>(properties.size());
    new TreeMap<>(properties)
        .forEach((name, value) -> headers.add(new NativeHeader(name, AmqpValues.plain(value))));
    return headers;
  }

  /**
   * What Service Bus says about a message beside its application properties, under names that begin
   * with {@code servicebus.}: times as {@code Instant}, numbers as {@code Long}, everything else as
   * text. What a message lacks is left out.
   */
  public static List<NativeHeader> metadata(ServiceBusReceivedMessage message) {
    List<NativeHeader> metadata = new ArrayList<>();
    add(metadata, "message.id", message.getMessageId());
    add(metadata, "subject", message.getSubject());
    add(metadata, "correlation.id", message.getCorrelationId());
    add(metadata, "content.type", message.getContentType());
    add(metadata, "session.id", message.getSessionId());
    add(metadata, "partition.key", message.getPartitionKey());
    add(metadata, "sequence.number", message.getSequenceNumber());
    add(metadata, "enqueued.time", message.getEnqueuedTime());
    add(metadata, "scheduled.enqueue.time", message.getScheduledEnqueueTime());
    add(metadata, "to", message.getTo());
    add(metadata, "reply.to", message.getReplyTo());
    add(metadata, "reply.to.session.id", message.getReplyToSessionId());
    add(metadata, "dead.letter.source", message.getDeadLetterSource());
    metadata.add(
        new NativeHeader(
            BINDING.attemptsRule().countHeader(), Long.valueOf(deliveryCount(message))));
    return metadata;
  }

  private static void add(List<NativeHeader> metadata, String name, Object value) {
    if (value != null) {
      metadata.add(new NativeHeader(PREFIX + name, AmqpValues.plain(value)));
    }
  }

  /** The typed value that the version gate looks at; null when absent (GATE-2, GATE-5). */
  public static Object versionField(ServiceBusReceivedMessage message) {
    return AmqpValues.plain(message.getApplicationProperties().get(SCHEMA_VERSION));
  }

  /**
   * How often Service Bus has delivered the message, this time included, which is the contract's
   * DeliveryCount (ASB-3). AMQP's header counts the deliveries before, and the SDK for Java hands
   * that out as it is.
   */
  public static int deliveryCount(ServiceBusReceivedMessage message) {
    return (int) Math.min(Integer.MAX_VALUE, message.getDeliveryCount() + 1);
  }

  /** The session, or the partition key where there is none; null without either. */
  public static String group(ServiceBusReceivedMessage message) {
    return message.getSessionId() == null ? message.getPartitionKey() : message.getSessionId();
  }
}
