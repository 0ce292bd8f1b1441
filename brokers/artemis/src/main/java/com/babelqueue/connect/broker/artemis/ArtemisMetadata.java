package com.babelqueue.connect.broker.artemis;

import com.babelqueue.connect.broker.NativeHeader;
import com.babelqueue.connect.envelope.AttemptsRule;
import jakarta.jms.Message;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.qpid.jms.JmsDestination;
import org.apache.qpid.jms.provider.amqp.message.AmqpJmsMessageFacade;

/**
 * Names what AMQP says about a message beside its properties, under the prefix {@code artemis.};
 * the delivery count goes by its JMS name, by which the transforms look for it. What a message
 * lacks is left out.
 *
 * <p>The URN is read from the annotation, then from the subject (ART-8), and surfaced here only:
 * the body says what a message is (PRJ-4, POI-3). Stateless; for any thread.
 */
public final class ArtemisMetadata {
  private static final String PREFIX = ArtemisBinding.BROKER + ".";

  /** The broker's id of the message. */
  public static final String MESSAGE_ID = PREFIX + "message.id";

  /** The message group, the broker's own ordering key. */
  public static final String GROUP_ID = PREFIX + "group.id";

  private ArtemisMetadata() {}

  /** Lists the metadata of a message as the client delivers it. */
  public static List<NativeHeader> of(Message message) {
    AmqpJmsMessageFacade facade = ArtemisHeaders.facade(message);
    List<NativeHeader> metadata = new ArrayList<>();
    add(metadata, MESSAGE_ID, facade.getMessageId());
    add(metadata, PREFIX + "correlation.id", facade.getCorrelationId());
    add(metadata, PREFIX + "type", type(facade));
    add(metadata, PREFIX + "timestamp", instant(facade.getTimestamp()));
    add(metadata, PREFIX + "expiration", instant(facade.getExpiration()));
    add(metadata, PREFIX + "priority", facade.getPriority());
    add(metadata, PREFIX + "durable", facade.isPersistent());
    add(metadata, PREFIX + "redelivered", facade.isRedelivered());
    add(metadata, AttemptsRule.ARTEMIS_JMS.countHeader(), facade.getDeliveryCount());
    add(metadata, GROUP_ID, facade.getGroupId());
    add(metadata, PREFIX + "user.id", facade.getUserId());
    add(metadata, PREFIX + "reply.to", address(facade.getReplyTo()));
    add(
        metadata,
        PREFIX + "content.type",
        facade.getContentType() == null ? null : facade.getContentType().toString());
    return metadata;
  }

  private static Object type(AmqpJmsMessageFacade facade) {
    Object annotated = facade.getTracingAnnotation(ArtemisBinding.TYPE_ANNOTATION);
    return annotated == null ? facade.getType() : ArtemisHeaders.plain(annotated);
  }

  /** AMQP's times are ms since the epoch; zero is none. */
  private static Instant instant(long millis) {
    return millis == 0 ? null : Instant.ofEpochMilli(millis);
  }

  private static String address(JmsDestination destination) {
    return destination == null ? null : destination.getAddress();
  }

  private static void add(List<NativeHeader> metadata, String name, Object value) {
    if (value != null) {
      metadata.add(new NativeHeader(name, value));
    }
  }
}
