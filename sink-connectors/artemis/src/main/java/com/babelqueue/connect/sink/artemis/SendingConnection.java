package com.babelqueue.connect.sink.artemis;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.artemis.ArtemisConnections;
import com.babelqueue.connect.broker.artemis.ArtemisFailures;
import com.babelqueue.connect.broker.artemis.ArtemisProjection;
import com.babelqueue.connect.broker.artemis.ArtemisProjection.Fields;
import com.babelqueue.connect.broker.artemis.OutboundHeaders;
import com.babelqueue.connect.sink.OutboundMessage;
import com.babelqueue.connect.sink.Send;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.qpid.jms.JmsConnection;

/**
 * One connection, from its opening to its loss, with a producer for each destination in use. Owned
 * by the task's thread.
 */
final class SendingConnection {
  /** More are kept open only while they wait for confirmations. */
  private static final int MOST_PRODUCERS = 50;

  /** AMQP gives delivery times as a signed 64-bit number of ms. */
  private static final Duration LONGEST_DELAY = Duration.ofDays(100 * 365L);

  /** In ms; the client takes zero for no limit. */
  private static final long NO_TIME = 1;

  private final ArtemisSinkConfig config;
  private final ArtemisFailures failures;
  private final ArtemisProjection projection;
  private final Losses losses;
  private final JmsConnection connection;

  /** By name, the one used last at the end. */
  private final Map<String, DestinationProducer> producers = new LinkedHashMap<>(16, 0.75f, true);

  private SendingConnection(
      ArtemisSinkConfig config,
      ArtemisFailures failures,
      OutboundHeaders headers,
      Losses losses,
      JmsConnection connection) {
    this.config = config;
    this.failures = failures;
    this.projection = new ArtemisProjection(headers);
    this.losses = losses;
    this.connection = connection;
  }

  /**
   * Connects, and attaches to the destination where the settings fix one.
   *
   * @param lost takes the first failure outside of any call
   */
  static SendingConnection open(
      ArtemisSinkConfig config,
      ArtemisConnections connections,
      OutboundHeaders headers,
      Consumer<BrokerException> lost)
      throws BrokerException {
    Losses losses = new Losses(connections.failures(), lost);
    JmsConnection connection =
        connections.open(
            factory -> factory.setSendTimeout(config.sendTimeout().toMillis()), losses);
    SendingConnection opened =
        new SendingConnection(config, connections.failures(), headers, losses, connection);
    boolean attached = false;
    try {
      if (config.destination().isFixed()) {
        String queue = config.destination().render(variable -> null);
        opened.attachFixed(queue);
      }
      attached = true;
      return opened;
    } finally {
      if (!attached) {
        opened.close();
      }
    }
  }

  private void attachFixed(String queue) throws BrokerException {
    try {
      attach(queue);
    } catch (JMSException e) {
      throw failures.queue(queue, ArtemisSinkConfig.QUEUE, e);
    }
  }

  /** See {@link com.babelqueue.connect.sink.Sender#send}. */
  void send(List<Send> sends) throws BrokerException, InterruptedException {
    // What follows a message that got no credit must not overtake it.
    Set<String> withoutCredit = new HashSet<>();
    for (Send send : sends) {
      if (Thread.interrupted()) {
        throw new InterruptedException("while sending to Artemis");
      }
      losses.check();
      OutboundMessage message = send.message();
      if (withoutCredit.contains(message.destination())) {
        send.retry(DestinationProducer.NO_CREDIT);
      } else if (isTakable(send)) {
        DestinationProducer producer = producer(send);
        if (producer != null && !transmit(producer, send)) {
          withoutCredit.add(message.destination());
        }
      }
    }
  }

  private static boolean isTakable(Send send) {
    OutboundMessage message = send.message();
    if (message.destination().isBlank()) {
      send.rejected("destination", "the queue's name is blank");
      return false;
    }
    if (message.delay() != null && message.delay().compareTo(LONGEST_DELAY) > 0) {
      send.rejected("delay", "longer than " + LONGEST_DELAY.toDays() + " days");
      return false;
    }
    return true;
  }

  /** Null when there is none, which has been reported then. */
  private DestinationProducer producer(Send send) throws BrokerException, InterruptedException {
    String name = send.message().destination();
    DestinationProducer known = producers.get(name);
    if (known != null) {
      return known;
    }
    closeIdleProducers();
    try {
      return attach(name);
    } catch (JMSException e) {
      throwIfInterrupted(e);
      switch (ArtemisFailures.undelivered(e)) {
        case NO_DESTINATION, FORBIDDEN -> {
          if (!config.destination().isFixed()) {
            send.rejected("destination", e.getMessage());
            return null;
          }
        }
        default -> {
          // Whatever it was, it says nothing about the destination.
        }
      }
      throw failures.queue(name, ArtemisSinkConfig.QUEUE, e);
    }
  }

  private DestinationProducer attach(String name) throws JMSException {
    DestinationProducer producer =
        DestinationProducer.open(connection, name, config, failures, losses);
    producers.put(name, producer);
    return producer;
  }

  private void closeIdleProducers() {
    int tooMany = producers.size() - MOST_PRODUCERS + 1;
    if (tooMany <= 0) {
      return;
    }
    List<String> idle =
        producers.entrySet().stream()
            .filter(entry -> entry.getValue().isIdle())
            .map(Map.Entry::getKey)
            .limit(tooMany)
            .toList();
    for (String name : idle) {
      producers.remove(name).close();
    }
  }

  /** Whether there was credit. */
  private boolean transmit(DestinationProducer producer, Send send)
      throws BrokerException, InterruptedException {
    OutboundMessage message = send.message();
    String group = config.group() == null ? null : message.render(config.group());
    try {
      return producer.send(
          projection.message(
              producer.session(),
              message.body(),
              new Fields(
                  message.envelope(),
                  message.attempts(),
                  message.headers(),
                  message.delay(),
                  group)),
          send);
    } catch (JMSException e) {
      throwIfInterrupted(e);
      throw failures.inUse("cannot send to " + message.destination(), e);
    }
  }

  /** The client clears the flag and wraps the exception. */
  private static void throwIfInterrupted(Throwable failure) throws InterruptedException {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof InterruptedException) {
        InterruptedException interrupted = new InterruptedException("while sending to Artemis");
        interrupted.initCause(failure);
        throw interrupted;
      }
    }
  }

  /**
   * Ends the connection, after a moment for confirmations under way unless it is lost. Never
   * throws.
   */
  void close() {
    if (losses.ignore()) {
      // Each session would wait for what cannot come.
      connection.setCloseTimeout(NO_TIME);
    }
    ArtemisConnections.close(connection);
  }
}
