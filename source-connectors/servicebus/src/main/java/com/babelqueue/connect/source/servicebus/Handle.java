package com.babelqueue.connect.source.servicebus;

import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.babelqueue.connect.source.Delivery;

/**
 * What settles a message: the SDK's own object with its lock token, and the link that brought it.
 *
 * @param stream may have ended; the lock of a message without session is good all the same
 */
record Handle(ServiceBusReceivedMessage message, MessageStream stream) {
  static Handle of(Delivery delivery) {
    return (Handle) delivery.handle();
  }

  boolean ofSession() {
    return message.getSessionId() != null && stream.client().getSessionId() != null;
  }
}
