package com.babelqueue.connect.broker.artemis;

import jakarta.jms.JMSException;
import jakarta.jms.Session;
import org.apache.qpid.jms.message.JmsTextMessage;
import org.apache.qpid.jms.message.facade.JmsTextMessageFacade;

/**
 * A text message whose time is {@code meta.created_at}, and absent where the envelope has none
 * (PRJ-2).
 *
 * <p>JMS lets a provider only stamp the time of the send, or nothing at all; so the stamp that the
 * client sets on its way out is replaced here.
 */
final class EnvelopeMessage extends JmsTextMessage {
  private final long createdAt;

  private EnvelopeMessage(JmsTextMessageFacade facade, long createdAt) {
    super(facade);
    this.createdAt = createdAt;
  }

  /**
   * Makes a message.
   *
   * @param createdAt ms since the epoch; none when not positive
   */
  static EnvelopeMessage of(Session session, String text, long createdAt) throws JMSException {
    JmsTextMessage made = (JmsTextMessage) session.createTextMessage(text);
    return new EnvelopeMessage((JmsTextMessageFacade) made.getFacade(), createdAt);
  }

  /** Sets the envelope's time, whatever the caller's is. */
  @Override
  public void setJMSTimestamp(long ignored) throws JMSException {
    super.setJMSTimestamp(Math.max(0, createdAt));
  }
}
