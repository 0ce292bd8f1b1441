package com.babelqueue.connect.sink.artemis;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.artemis.ArtemisFailures;
import com.babelqueue.connect.broker.artemis.ArtemisFailures.Undelivered;
import com.babelqueue.connect.sink.Send;
import jakarta.jms.CompletionListener;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.qpid.jms.JmsConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The producer of one destination, in a session of its own: the client matches confirmations to
 * sends by a number that is unique within a producer only, and looks for it in the whole session.
 *
 * <p>Owned by the task's thread. Confirmations come on the session's thread, which makes no JMS
 * call.
 */
final class DestinationProducer {
  static final String NO_CREDIT = "the broker grants no credit: address or disk is full";

  private static final Logger LOG = LoggerFactory.getLogger(DestinationProducer.class);

  private final String name;
  private final ArtemisSinkConfig config;
  private final ArtemisFailures failures;
  private final Losses losses;
  private final Session session;
  private final MessageProducer producer;

  /** Sends without an answer; counted up by the task's thread, down by the session's. */
  private final AtomicInteger pending = new AtomicInteger();

  private DestinationProducer(
      String name,
      ArtemisSinkConfig config,
      ArtemisFailures failures,
      Losses losses,
      Session session)
      throws JMSException {
    this.name = name;
    this.config = config;
    this.failures = failures;
    this.losses = losses;
    this.session = session;
    this.producer =
        session.createProducer(
            config.multicast() ? session.createTopic(name) : session.createQueue(name));
    this.producer.setDeliveryMode(DeliveryMode.PERSISTENT);
  }

  /**
   * Attaches to a destination.
   *
   * @throws JMSException such as that there is none, which {@link ArtemisFailures} judges
   */
  static DestinationProducer open(
      JmsConnection connection,
      String name,
      ArtemisSinkConfig config,
      ArtemisFailures failures,
      Losses losses)
      throws JMSException {
    Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
    boolean opened = false;
    try {
      DestinationProducer made = new DestinationProducer(name, config, failures, losses, session);
      opened = true;
      return made;
    } finally {
      if (!opened) {
        closeQuietly(session);
      }
    }
  }

  /** What makes messages for {@link #send}. */
  Session session() {
    return session;
  }

  boolean isIdle() {
    return pending.get() == 0;
  }

  /**
   * Hands a message to the client, which writes it at once when there is credit.
   *
   * @return false when there was none in time; the send has been told to be retried then
   * @throws JMSException when the connection is over
   */
  boolean send(Message message, Send send) throws JMSException {
    Duration delay = send.message().delay();
    producer.setDeliveryDelay(delay == null ? 0 : delay.toMillis());
    pending.incrementAndGet();
    boolean handedOver = false;
    try {
      producer.send(message, new Completion(send));
      handedOver = true;
      return true;
    } catch (JMSException e) {
      // Thrown, and not told to the listener, means that it never left.
      if (ArtemisFailures.undelivered(e) == Undelivered.TIMED_OUT) {
        send.retry(NO_CREDIT);
        return false;
      }
      throw e;
    } finally {
      if (!handedOver) {
        pending.decrementAndGet();
      }
    }
  }

  /** Detaches; never throws. */
  void close() {
    closeQuietly(session);
  }

  private static void closeQuietly(Session session) {
    try {
      session.close();
    } catch (JMSException e) {
      LOG.debug("A session did not close cleanly", e);
    }
  }

  /** Reports one send's outcome on the session's thread. */
  private final class Completion implements CompletionListener {
    private final Send send;

    Completion(Send send) {
      this.send = send;
    }

    @Override
    public void onCompletion(Message message) {
      pending.decrementAndGet();
      send.sent();
    }

    @Override
    public void onException(Message message, Exception failure) {
      pending.decrementAndGet();
      switch (ArtemisFailures.undelivered(failure)) {
        case FULL -> send.refused("queue_full", failure.getMessage());
        case REFUSED -> send.refused("refused", failure.getMessage());
        case NO_DESTINATION, FORBIDDEN -> destinationFailed(failure);
        case TIMED_OUT ->
            losses.report(
                BrokerException.outage(
                    "no confirmation of a message to " + name + " in time", failure));
        case LOST -> losses.lost(failure);
      }
    }

    /** Gone, or closed to the user, since it was opened. */
    private void destinationFailed(Exception failure) {
      if (config.destination().isFixed()) {
        losses.report(failures.queue(name, ArtemisSinkConfig.QUEUE, failure));
      } else {
        send.rejected("destination", failure.getMessage());
      }
    }
  }
}
