package com.babelqueue.connect.broker.servicebus;

import com.azure.core.amqp.exception.AmqpErrorCondition;
import com.azure.core.amqp.exception.AmqpException;
import com.azure.core.exception.ClientAuthenticationException;
import com.azure.messaging.servicebus.ServiceBusException;
import com.azure.messaging.servicebus.ServiceBusFailureReason;
import com.babelqueue.connect.broker.BrokerException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertificateException;
import java.util.Optional;
import java.util.Set;

/**
 * Judges what the Service Bus SDK throws: which failures pass by themselves, which one a person has
 * to cure, and by which setting. Immutable; for any thread.
 */
public final class ServiceBusFailures {
  /** What befalls single messages, and nobody else. */
  private static final Set<ServiceBusFailureReason> OF_A_MESSAGE =
      Set.of(
          ServiceBusFailureReason.MESSAGE_LOCK_LOST,
          ServiceBusFailureReason.MESSAGE_NOT_FOUND,
          ServiceBusFailureReason.SESSION_LOCK_LOST);

  private final ServiceBusSettings settings;
  private final String entitySetting;
  private final String sessionsSetting;

  /**
   * @param settings tell which credentials are in use, and so which key to blame
   * @param entitySetting the key that names queues, subscriptions or topics
   * @param sessionsSetting the key that says whether, or with which, sessions they are used
   */
  public ServiceBusFailures(
      ServiceBusSettings settings, String entitySetting, String sessionsSetting) {
    this.settings = settings;
    this.entitySetting = entitySetting;
    this.sessionsSetting = sessionsSetting;
  }

  /**
   * Judges a failure.
   *
   * @param attempted what was tried and against which entity, as the subject of a sentence, such as
   *     {@code "receiving from orders"}
   * @param failure what the SDK threw, in however many wrappings
   */
  public BrokerException of(String attempted, Throwable failure) {
    String said = attempted + " failed: " + describe(failure);
    if (cause(failure, ClientAuthenticationException.class).isPresent()) {
      return BrokerException.misconfigured(settings.addressKey(), said, failure);
    }
    if (cause(failure, UnsupportedOperationException.class).isPresent()) {
      // How the SDK reports amqp:not-allowed: a receiver of the wrong kind.
      return BrokerException.misconfigured(sessionsSetting, said, failure);
    }
    if (cause(failure, CertificateException.class).isPresent()) {
      return BrokerException.misconfigured(
          settings.addressKey(), attempted + " failed: the certificate is not trusted", failure);
    }
    if (isUnknownHost(failure)) {
      return BrokerException.outage(
          attempted + " failed: the host name is unknown; check " + settings.addressKey(), failure);
    }
    return judge(said, failure);
  }

  private BrokerException judge(String said, Throwable failure) {
    Optional<AmqpException> amqp = cause(failure, AmqpException.class);
    AmqpErrorCondition condition = amqp.map(AmqpException::getErrorCondition).orElse(null);
    if (condition == AmqpErrorCondition.UNAUTHORIZED_ACCESS) {
      return BrokerException.misconfigured(settings.addressKey(), said, failure);
    }
    if (condition == AmqpErrorCondition.NOT_FOUND && !amqp.get().isTransient()) {
      return BrokerException.misconfigured(entitySetting, said, failure);
    }
    // Throttling, quotas, disabled entities and time-outs end without a change of settings.
    return BrokerException.outage(said, failure);
  }

  /**
   * Why a single message could not be settled or renewed.
   *
   * @return empty when the failure is not the message's own
   */
  public static Optional<String> ofMessage(Throwable failure) {
    return cause(failure, ServiceBusException.class)
        .map(ServiceBusException::getReason)
        .filter(OF_A_MESSAGE::contains)
        .map(ServiceBusFailureReason::toString);
  }

  /** Says what a send that failed means for its messages. */
  public static Undelivered undelivered(Throwable failure) {
    if (cause(failure, UnsupportedOperationException.class).isPresent()) {
      return Undelivered.NOT_ALLOWED;
    }
    Optional<AmqpException> amqp = cause(failure, AmqpException.class);
    if (amqp.isEmpty() && cause(failure, IllegalArgumentException.class).isPresent()) {
      // The SDK could not encode a message, such as one with half a character in a field.
      return Undelivered.INVALID;
    }
    AmqpErrorCondition condition = amqp.map(AmqpException::getErrorCondition).orElse(null);
    if (condition == null) {
      return Undelivered.LOST;
    }
    return switch (condition) {
      case LINK_PAYLOAD_SIZE_EXCEEDED -> Undelivered.TOO_LARGE;
      case ARGUMENT_ERROR, ARGUMENT_OUT_OF_RANGE_ERROR -> Undelivered.INVALID;
      case RESOURCE_LIMIT_EXCEEDED -> Undelivered.FULL;
      case ENTITY_DISABLED_ERROR -> Undelivered.DISABLED;
      case NOT_FOUND -> amqp.get().isTransient() ? Undelivered.LOST : Undelivered.NO_ENTITY;
      default -> Undelivered.LOST;
    };
  }

  private static boolean isUnknownHost(Throwable failure) {
    return cause(failure, UnknownHostException.class).isPresent()
        || cause(failure, UnresolvedAddressException.class).isPresent();
  }

  /** The innermost word of the SDK, one line of it. */
  private static String describe(Throwable failure) {
    Throwable telling =
        cause(failure, AmqpException.class)
            .map(Throwable.class::cast)
            .or(() -> cause(failure, ServiceBusException.class))
            .orElse(failure);
    String text = telling.getMessage();
    return text == null || text.isBlank()
        ? telling.getClass().getSimpleName()
        : text.lines().findFirst().orElse("");
  }

  /** The first cause of a type, the exception itself included. */
  private static <T extends Throwable> Optional<T> cause(Throwable from, Class<T> type) {
    for (Throwable at = from; at != null; at = at.getCause()) {
      if (type.isInstance(at)) {
        return Optional.of(type.cast(at));
      }
    }
    return Optional.empty();
  }

  /** What became of messages that were not confirmed. */
  public enum Undelivered {
    /** Larger than the entity takes. */
    TOO_LARGE,
    /** The entity does not take such messages, such as ones without a session. */
    NOT_ALLOWED,
    /** A field holds what Service Bus does not take. */
    INVALID,
    /** The entity holds as much as it may. */
    FULL,
    /** Somebody has disabled the entity, or sending to it. */
    DISABLED,
    /** There is no such entity. */
    NO_ENTITY,
    /** Nobody knows, or the reason lies in none of the messages. */
    LOST
  }
}
