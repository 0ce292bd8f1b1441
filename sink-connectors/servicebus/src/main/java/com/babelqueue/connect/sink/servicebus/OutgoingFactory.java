package com.babelqueue.connect.sink.servicebus;

import com.azure.messaging.servicebus.ServiceBusMessage;
import com.babelqueue.connect.broker.servicebus.EntityPath;
import com.babelqueue.connect.broker.servicebus.ServiceBusProjection;
import com.babelqueue.connect.broker.servicebus.ServiceBusProjection.Fields;
import com.babelqueue.connect.config.NameTemplate;
import com.babelqueue.connect.sink.OutboundMessage;
import com.babelqueue.connect.sink.Send;
import java.time.Clock;

/**
 * Gives messages the form in which Service Bus takes them, and rejects those that it never takes
 * before they can spoil a batch. Owned by the task's thread.
 */
final class OutgoingFactory {
  private static final String WHOLE_ENTITY = "";

  private final ServiceBusSinkConfig config;
  private final Clock clock;

  /**
   * @param clock says when delays begin
   */
  OutgoingFactory(ServiceBusSinkConfig config, Clock clock) {
    this.config = config;
    this.clock = clock;
  }

  /**
   * Makes what is sent.
   *
   * @return null when the message has been rejected
   */
  Outgoing outgoing(Send send) {
    OutboundMessage message = send.message();
    if (!EntityPath.isName(message.destination())) {
      send.rejected(
          "destination",
          ServiceBusSinkConfig.ENTITY + " gives this record what is no name of a queue or topic");
      return null;
    }
    ServiceBusProjection projection =
        ServiceBusProjection.of(
            message.body(),
            new Fields(
                message.envelope(),
                message.headers(),
                render(message, config.sessionId()),
                render(message, config.partitionKey()),
                message.delay(),
                clock.instant()));
    if (projection.unfit() != null) {
      send.rejected(projection.unfit().reason(), projection.unfit().detail());
      return null;
    }
    return new Outgoing(send, projection.message(), group(projection.message()));
  }

  private static String render(OutboundMessage message, NameTemplate template) {
    return template == null ? null : message.render(template);
  }

  /**
   * A message that comes later is in nobody's order, and travels alone, since a batch carries the
   * schedule of its first message for all.
   */
  private static Object group(ServiceBusMessage message) {
    if (message.getScheduledEnqueueTime() != null) {
      return new Object();
    }
    if (message.getSessionId() != null) {
      return message.getSessionId();
    }
    return message.getPartitionKey() == null ? WHOLE_ENTITY : message.getPartitionKey();
  }
}
