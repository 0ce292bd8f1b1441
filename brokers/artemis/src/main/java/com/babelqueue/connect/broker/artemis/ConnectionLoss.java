package com.babelqueue.connect.broker.artemis;

import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.net.URI;
import org.apache.qpid.jms.JmsConnectionListener;
import org.apache.qpid.jms.message.JmsInboundMessageDispatch;

/**
 * Hears of the end of a connection, and of anything in it, as one and the same: what was under way
 * there cannot be settled or confirmed any more. Called on the client's threads.
 */
public abstract class ConnectionLoss implements JmsConnectionListener {
  /**
   * The connection, or a session, consumer or producer of it, is over. May come more than once.
   *
   * @param cause what the client said; null where it said nothing
   */
  protected abstract void lost(Throwable cause);

  @Override
  public final void onConnectionFailure(Throwable error) {
    lost(error);
  }

  @Override
  public final void onConnectionInterrupted(URI remoteUri) {
    lost(new JMSException("the connection was interrupted"));
  }

  @Override
  public final void onSessionClosed(Session session, Throwable cause) {
    lost(cause);
  }

  @Override
  public final void onConsumerClosed(MessageConsumer consumer, Throwable cause) {
    lost(cause);
  }

  @Override
  public final void onProducerClosed(MessageProducer producer, Throwable cause) {
    lost(cause);
  }

  @Override
  public void onConnectionEstablished(URI remoteUri) {}

  @Override
  public void onConnectionRestored(URI remoteUri) {}

  @Override
  public void onInboundMessage(JmsInboundMessageDispatch envelope) {}
}
