package com.babelqueue.connect.broker.rabbitmq;

import com.babelqueue.connect.broker.BrokerException;
import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.AuthenticationFailureException;
import com.rabbitmq.client.Method;
import com.rabbitmq.client.PossibleAuthenticationFailureException;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.EOFException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;

/**
 * RabbitMQ's failure table: which failures time can cure, and which setting to change for the
 * others.
 *
 * <p>Messages carry what the broker said, which names queues and virtual hosts, and never what was
 * sent to it. Stateless; for any thread.
 */
public final class RabbitMqFailures {
  private final RabbitMqSettings settings;

  RabbitMqFailures(RabbitMqSettings settings) {
    this.settings = settings;
  }

  /**
   * Judges a failed attempt to connect and log in.
   *
   * @param unproven whether these settings never worked so far: an unknown host or a connection
   *     that ends during login is then taken for a mistake, later for an outage
   */
  BrokerException connecting(Exception failure, boolean unproven) {
    Optional<Refusal> refusal = Refusal.in(failure);
    if (find(failure, AuthenticationFailureException.class).isPresent()
        || refusal.filter(r -> r.code() == AMQP.ACCESS_REFUSED).isPresent()) {
      return BrokerException.misconfigured(
          settings.passwordKey(), "the broker refuses user or password", failure);
    }
    if (refusal.filter(r -> r.code() == AMQP.NOT_ALLOWED && !r.says("limit")).isPresent()) {
      return BrokerException.misconfigured(
          settings.virtualHostKey(), refusal.orElseThrow().text(), failure);
    }
    Optional<SSLException> tls = find(failure, SSLException.class);
    if (tls.isPresent() && !isBrokenOff(tls.get())) {
      return tls(tls.get(), failure);
    }
    if (unproven && find(failure, UnknownHostException.class).isPresent()) {
      return BrokerException.misconfigured(
          settings.addressKey(), "the broker's host name is unknown", failure);
    }
    if (unproven && find(failure, PossibleAuthenticationFailureException.class).isPresent()) {
      return BrokerException.misconfigured(
          settings.passwordKey(),
          "the broker ended the connection during login; user or password may be wrong",
          failure);
    }
    return outage("cannot connect to the broker given by " + settings.addressKey(), failure);
  }

  /**
   * Judges a failed look for a queue, its declaration, or a failed attempt to consume from it.
   *
   * @param queueSetting the key that names the queue
   * @param declarationSetting the key to blame when the queue is there with other properties
   */
  public BrokerException queue(
      String queue, String queueSetting, String declarationSetting, Throwable failure) {
    Refusal refusal = Refusal.in(failure).orElse(Refusal.NONE);
    String what = "queue " + queue + ": " + refusal.text();
    return switch (refusal.code()) {
      case AMQP.NOT_FOUND ->
          // So says a cluster whose node with the queue is away for now.
          refusal.says("down or inaccessible")
              ? outage(what, failure)
              : BrokerException.misconfigured(queueSetting, what, failure);
      case AMQP.ACCESS_REFUSED ->
          refusal.says("exclusive use")
              ? outage(what, failure)
              : BrokerException.misconfigured(settings.usernameKey(), what, failure);
      case AMQP.RESOURCE_LOCKED -> BrokerException.misconfigured(queueSetting, what, failure);
      case AMQP.PRECONDITION_FAILED, AMQP.NOT_IMPLEMENTED, Refusal.INVALID_ARGUMENT ->
          BrokerException.misconfigured(declarationSetting, what, failure);
      default -> outage("cannot open queue " + queue, failure);
    };
  }

  /**
   * Judges a failure while a channel was in use. All of them pass: the broker closes a channel for
   * what a new one does not suffer from, such as deliveries that were unsettled for too long
   * (consumer_timeout).
   *
   * @param doing what was attempted
   */
  public BrokerException inUse(String doing, Throwable failure) {
    return outage(doing, failure);
  }

  private BrokerException tls(SSLException tls, Exception failure) {
    String setting =
        tls instanceof SSLHandshakeException
            ? RabbitMqSettings.TLS.trustStoreKey()
            : RabbitMqSettings.TLS.enabledKey();
    return BrokerException.misconfigured(
        setting, "TLS with the broker failed: " + tls.getMessage(), failure);
  }

  /** A peer that goes away during a handshake looks like a TLS failure and is none. */
  private static boolean isBrokenOff(SSLException tls) {
    Throwable cause = tls.getCause();
    return cause instanceof EOFException || cause instanceof SocketException;
  }

  private static BrokerException outage(String doing, Throwable failure) {
    String said = Refusal.in(failure).map(r -> ": " + r.text()).orElseGet(() -> name(failure));
    return BrokerException.outage(doing + said, failure);
  }

  private static String name(Throwable failure) {
    return failure == null ? "" : " (" + failure.getClass().getSimpleName() + ")";
  }

  private static <T extends Throwable> Optional<T> find(Throwable failure, Class<T> type) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (type.isInstance(cause)) {
        return Optional.of(type.cast(cause));
      }
    }
    return Optional.empty();
  }

  /**
   * What the broker said when it closed a channel or a connection.
   *
   * @param code AMQP's reply code
   * @param text the broker's words
   */
  private record Refusal(int code, String text) {
    static final Refusal NONE = new Refusal(0, "no answer");

    /** A code that Qpid uses and AMQP 0-9-1 does not define. */
    static final int INVALID_ARGUMENT = 542;

    static Optional<Refusal> in(Throwable failure) {
      return find(failure, ShutdownSignalException.class)
          .map(ShutdownSignalException::getReason)
          .flatMap(Refusal::of);
    }

    private static Optional<Refusal> of(Method reason) {
      if (reason instanceof AMQP.Connection.Close close) {
        return Optional.of(new Refusal(close.getReplyCode(), close.getReplyText()));
      }
      if (reason instanceof AMQP.Channel.Close close) {
        return Optional.of(new Refusal(close.getReplyCode(), close.getReplyText()));
      }
      return Optional.empty();
    }

    boolean says(String words) {
      return text.contains(words);
    }
  }
}
