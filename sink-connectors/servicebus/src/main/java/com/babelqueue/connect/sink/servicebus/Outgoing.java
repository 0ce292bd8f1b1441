package com.babelqueue.connect.sink.servicebus;

import com.azure.messaging.servicebus.ServiceBusMessage;
import com.babelqueue.connect.sink.Send;

/**
 * A send in the form in which Service Bus takes it.
 *
 * @param group what keeps its order: messages of one entity whose groups are equal follow each
 *     other, and only they may share a batch
 */
record Outgoing(Send send, ServiceBusMessage message, Object group) {
  /** What a message takes beside body and carried headers, about. */
  private static final int OVERHEAD = 512;

  String entity() {
    return send.message().destination();
  }

  /** The bytes it takes in a batch, about. */
  int size() {
    return send.message().size() + OVERHEAD;
  }
}
