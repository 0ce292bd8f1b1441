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
import java.util.OptionalLong;
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
      case AMQP.ACCESS_REFUSED -> accessRefused(refusal, queueSetting, what, failure);
      case AMQP.RESOURCE_LOCKED -> BrokerException.misconfigured(queueSetting, what, failure);
      case AMQP.PRECONDITION_FAILED, AMQP.NOT_IMPLEMENTED, Refusal.INVALID_ARGUMENT ->
          BrokerException.misconfigured(declarationSetting, what, failure);
      default -> outage("cannot open queue " + queue, failure);
    };
  }

  private BrokerException accessRefused(
      Refusal refusal, String queueSetting, String what, Throwable failure) {
    if (refusal.says("exclusive use")) {
      return outage(what, failure);
    }
    return BrokerException.misconfigured(
        refusal.says("reserved prefix") ? queueSetting : settings.usernameKey(), what, failure);
  }

  /**
   * Judges a failed look for an exchange.
   *
   * @param exchangeSetting the key that names the exchange
   */
  public BrokerException exchange(String exchange, String exchangeSetting, Throwable failure) {
    Refusal refusal = Refusal.in(failure).orElse(Refusal.NONE);
    String what = "exchange " + exchange + ": " + refusal.text();
    return switch (refusal.code()) {
      case AMQP.NOT_FOUND, AMQP.PRECONDITION_FAILED, AMQP.COMMAND_INVALID, AMQP.NOT_ALLOWED ->
          BrokerException.misconfigured(exchangeSetting, what, failure);
      case AMQP.ACCESS_REFUSED ->
          BrokerException.misconfigured(settings.usernameKey(), what, failure);
      default -> outage("cannot look for exchange " + exchange, failure);
    };
  }

  /**
   * Whether a declaration was refused because what is there differs, but not in this.
   *
   * @param argument a property's name, such as {@code type}
   */
  public static boolean differsElsewhere(Throwable failure, String argument) {
    return Refusal.in(failure)
        .filter(refusal -> refusal.code() == AMQP.PRECONDITION_FAILED)
        .filter(refusal -> !refusal.says("inequivalent arg '" + argument + "'"))
        .isPresent();
  }

  /**
   * Judges the end of a channel that messages are published on.
   *
   * @param destinationSetting the key that says where messages go
   * @param fixed whether it names one place for all of them; a missing one is then a mistake, and
   *     otherwise one that has just been deleted, as the next look for it finds out
   */
  public BrokerException publishing(String destinationSetting, boolean fixed, Throwable failure) {
    Refusal refusal = Refusal.in(failure).orElse(Refusal.NONE);
    String what = "the broker refuses messages: " + refusal.text();
    return switch (refusal.code()) {
      case AMQP.NOT_FOUND ->
          fixed
              ? BrokerException.misconfigured(destinationSetting, what, failure)
              : outage("cannot publish", failure);
      case AMQP.ACCESS_REFUSED ->
          BrokerException.misconfigured(settings.usernameKey(), what, failure);
      case AMQP.PRECONDITION_FAILED ->
          largestMessage(failure).isPresent()
              ? outage("cannot publish", failure)
              : BrokerException.misconfigured(destinationSetting, what, failure);
      default -> outage("the connection was closed", failure);
    };
  }

  /**
   * The largest message in bytes that the broker is set to take, as it says when it closes a
   * channel for a larger one; AMQP has no way to ask for it.
   *
   * @return empty when the channel was closed for anything else
   */
  public static OptionalLong largestMessage(Throwable failure) {
    return Refusal.in(failure)
        .filter(refusal -> refusal.code() == AMQP.PRECONDITION_FAILED)
        .map(refusal -> refusal.numberAfter("larger than configured max size "))
        .orElse(OptionalLong.empty());
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

    /** Fewer than the longest long has. */
    private static final int MAX_DIGITS = 18;

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

    OptionalLong numberAfter(String words) {
      int from = text.indexOf(words);
      if (from < 0) {
        return OptionalLong.empty();
      }
      from += words.length();
      int to = from;
      while (to < text.length() && to - from < MAX_DIGITS && Character.isDigit(text.charAt(to))) {
        to++;
      }
      return to == from
          ? OptionalLong.empty()
          : OptionalLong.of(Long.parseLong(text.substring(from, to)));
    }
  }
}
