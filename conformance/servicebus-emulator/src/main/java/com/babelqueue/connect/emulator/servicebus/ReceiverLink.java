package com.babelqueue.connect.emulator.servicebus;

import com.babelqueue.connect.emulator.servicebus.BrokeredMessage.Lock;
import java.time.Instant;
import java.util.UUID;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.transport.ErrorCondition;
import org.apache.qpid.proton.amqp.transport.SenderSettleMode;
import org.apache.qpid.proton.engine.Delivery;
import org.apache.qpid.proton.engine.EndpointState;
import org.apache.qpid.proton.engine.Sender;

/**
 * A receiver of an entity, seen from the server, which sends on this link. Owned by the server's
 * thread.
 */
final class ReceiverLink {
  private final Sender link;
  private final boolean settlesOnDelivery;

  /** The session that it holds; null on entities without sessions, and before one is given. */
  private String sessionId;

  ReceiverLink(Sender link) {
    this.link = link;
    this.settlesOnDelivery = link.getRemoteSenderSettleMode() == SenderSettleMode.SETTLED;
  }

  Sender link() {
    return link;
  }

  String sessionId() {
    return sessionId;
  }

  void sessionId(String id) {
    sessionId = id;
  }

  boolean hasCredit() {
    return link.getLocalState() == EndpointState.ACTIVE && link.getCredit() > 0;
  }

  /**
   * Sends a message.
   *
   * @return the lock that the receiver now holds; null where it takes messages without one
   */
  Lock deliver(BrokeredMessage message, Instant lockedUntil) {
    UUID token = UUID.randomUUID();
    byte[] bytes = MessageCodec.outgoing(message, settlesOnDelivery ? null : lockedUntil);
    Delivery delivery = link.delivery(MessageCodec.deliveryTag(token));
    delivery.setContext(message);
    link.send(bytes, 0, bytes.length);
    if (settlesOnDelivery) {
      delivery.settle();
    }
    link.advance();
    return settlesOnDelivery ? null : new Lock(token, lockedUntil, this, delivery);
  }

  void detach(String condition, String description) {
    link.setCondition(new ErrorCondition(Symbol.valueOf(condition), description));
    link.close();
  }
}
