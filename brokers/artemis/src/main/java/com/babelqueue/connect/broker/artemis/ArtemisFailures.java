package com.babelqueue.connect.broker.artemis;

import com.babelqueue.connect.broker.BrokerException;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.ResourceAllocationException;
import java.io.EOFException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.apache.qpid.jms.JmsSendTimedOutException;
import org.apache.qpid.jms.exceptions.JMSSecuritySaslException;
import org.apache.qpid.jms.provider.exceptions.ProviderDeliveryModifiedException;
import org.apache.qpid.jms.provider.exceptions.ProviderDeliveryReleasedException;

/**
 * Artemis' failure table: which failures time can cure, and which setting to change for the others.
 *
 * <p>Messages carry what the broker said, which names queues and users, and never what was sent to
 * it. Stateless; for any thread.
 */
public final class ArtemisFailures {
  private static final String CONDITION = "[condition = ";

  /** Conditions that end a connection, session or link, and say nothing about one message. */
  private static final List<String> ENDINGS =
      List.of("amqp:connection:", "amqp:session:", "amqp:link:", "amqp:resource-deleted");

  /** How Artemis, which gives no condition of its own then, says that a queue has gone. */
  private static final String NO_ADDRESS = "AMQ119002";

  private final ArtemisSettings settings;

  ArtemisFailures(ArtemisSettings settings) {
    this.settings = settings;
  }

  /**
   * Judges a failed attempt to connect and log in.
   *
   * @param unproven whether these settings never worked so far: an unknown host is then taken for a
   *     mistake, later for an outage
   */
  BrokerException connecting(Throwable failure, boolean unproven) {
    if (find(failure, IllegalArgumentException.class).isPresent()) {
      // Without its cause, which quotes the options.
      return BrokerException.misconfigured(
          ArtemisSettings.URI,
          "the client does not take an option given there or under "
              + ArtemisSettings.CLIENT_PREFIX,
          null);
    }
    if (find(failure, JMSSecurityException.class).isPresent() && !isPassing(failure)) {
      return BrokerException.misconfigured(
          settings.passwordKey(), "the broker refuses user or password", failure);
    }
    Optional<SSLException> tls = find(failure, SSLException.class);
    if (tls.isPresent() && !isBrokenOff(tls.get())) {
      return tls(tls.get(), failure);
    }
    if (unproven && find(failure, UnknownHostException.class).isPresent()) {
      return BrokerException.misconfigured(
          ArtemisSettings.URI, "the broker's host name is unknown", failure);
    }
    return outage("cannot connect to the broker given by " + ArtemisSettings.URI, failure);
  }

  /**
   * Judges a failed attempt to consume from a queue or to send to one.
   *
   * @param queueSetting the key that names the queue
   */
  public BrokerException queue(String queue, String queueSetting, Throwable failure) {
    String what = "queue " + queue + ": " + failure.getMessage();
    if (find(failure, InvalidDestinationException.class).isPresent()) {
      return BrokerException.misconfigured(queueSetting, what, failure);
    }
    if (find(failure, JMSSecurityException.class).isPresent()) {
      return BrokerException.misconfigured(settings.usernameKey(), what, failure);
    }
    return outage("cannot open queue " + queue, failure);
  }

  /**
   * Judges a failure while a session was in use. All of them pass: what a new session does not cure
   * is found out when its consumers are opened.
   *
   * @param doing what was attempted
   */
  public BrokerException inUse(String doing, Throwable failure) {
    return outage(doing, failure);
  }

  /** Says what a send that failed means for its message. */
  public static Undelivered undelivered(Throwable failure) {
    if (find(failure, JmsSendTimedOutException.class).isPresent()) {
      return Undelivered.TIMED_OUT;
    }
    if (find(failure, ResourceAllocationException.class).isPresent()) {
      return Undelivered.FULL;
    }
    if (find(failure, InvalidDestinationException.class).isPresent()) {
      return Undelivered.NO_DESTINATION;
    }
    if (find(failure, JMSSecurityException.class).isPresent()) {
      return Undelivered.FORBIDDEN;
    }
    if (find(failure, ProviderDeliveryModifiedException.class).isPresent()
        || find(failure, ProviderDeliveryReleasedException.class).isPresent()) {
      return Undelivered.REFUSED;
    }
    String condition = condition(failure);
    if (condition == null || ENDINGS.stream().anyMatch(condition::startsWith)) {
      return Undelivered.LOST;
    }
    return failure.getMessage().contains(NO_ADDRESS)
        ? Undelivered.NO_DESTINATION
        : Undelivered.REFUSED;
  }

  /** AMQP's error condition, which the client tells in the text only; null when there is none. */
  private static String condition(Throwable failure) {
    String text = String.valueOf(failure.getMessage());
    int from = text.lastIndexOf(CONDITION);
    return from < 0 ? null : text.substring(from + CONDITION.length());
  }

  /** SASL's word for a broker that cannot check credentials just now. */
  private static boolean isPassing(Throwable failure) {
    return find(failure, JMSSecuritySaslException.class)
        .filter(JMSSecuritySaslException::isSysTempFailure)
        .isPresent();
  }

  private BrokerException tls(SSLException tls, Throwable failure) {
    String setting =
        tls instanceof SSLHandshakeException
            ? ArtemisSettings.TLS.trustStoreKey()
            : ArtemisSettings.TLS.enabledKey();
    return BrokerException.misconfigured(
        setting, "TLS with the broker failed: " + tls.getMessage(), failure);
  }

  /** A peer that goes away or says nothing in a handshake looks like a TLS failure and is none. */
  private static boolean isBrokenOff(SSLException tls) {
    return tls instanceof SslHandshakeTimeoutException
        || tls.getCause() instanceof EOFException
        || tls.getCause() instanceof SocketException;
  }

  private static BrokerException outage(String doing, Throwable failure) {
    String said = failure == null ? "" : " (" + failure.getClass().getSimpleName() + ")";
    return BrokerException.outage(doing + said, failure);
  }

  private static <T extends Throwable> Optional<T> find(Throwable failure, Class<T> type) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (type.isInstance(cause)) {
        return Optional.of(type.cast(cause));
      }
    }
    return Optional.empty();
  }

  /** What became of a message that was not confirmed. */
  public enum Undelivered {
    /** The address holds as much as it may, and its policy is to fail. */
    FULL,
    /** There is no such address or queue, and none is created by use. */
    NO_DESTINATION,
    /** The user may not send there. */
    FORBIDDEN,
    /** The broker refused this delivery for another reason, such as an interceptor of its own. */
    REFUSED,
    /** Time was up: without credit, or without an answer. */
    TIMED_OUT,
    /** Nobody knows: the connection or the link ended first. */
    LOST
  }
}
