package com.babelqueue.connect.broker.pulsar;

import java.util.Locale;
import java.util.Optional;
import org.apache.pulsar.client.api.PulsarClientException;

/**
 * What a failed send or a refused producer says about one message or one topic, where it is no
 * matter of the whole connection; a part of the failure table. Everything else is for {@link
 * PulsarFailures#judge}.
 */
public enum SendRefusal {
  /** The message, or the batch that it was in, is larger than the cluster takes. */
  TOO_LARGE,

  /** The message asks for a longer delay than the cluster keeps (DLY-2). */
  DELAY,

  /** There is no such topic, its name is none, or it takes no messages like these any more. */
  DESTINATION,

  /** The topic's backlog is full, or it has all the producers it may have; this passes. */
  QUOTA,

  /** The topic's policies forbid it for another reason. */
  NOT_ALLOWED;

  /**
   * Looks a failure up, its causes included.
   *
   * @param failure what the client or {@link PulsarClients#await} gave
   * @return empty for a failure of the whole connection, and for one that blames the login
   */
  public static Optional<SendRefusal> of(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      SendRefusal refusal = ofOne(cause);
      if (refusal != null) {
        return Optional.of(refusal);
      }
    }
    return Optional.empty();
  }

  private static SendRefusal ofOne(Throwable cause) {
    if (cause instanceof PulsarClientException.InvalidMessageException) {
      return TOO_LARGE;
    }
    if (cause instanceof PulsarClientException.NotAllowedException) {
      return ofPolicy(String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT));
    }
    if (isOfTopic(cause)) {
      return DESTINATION;
    }
    return cause instanceof PulsarClientException.ProducerBlockedQuotaExceededException
            || cause instanceof PulsarClientException.ProducerBlockedQuotaExceededError
            || cause instanceof PulsarClientException.ProducerBusyException
        ? QUOTA
        : null;
  }

  /** The cluster has one code for all its policies, and tells them apart in words only. */
  private static SendRefusal ofPolicy(String said) {
    if (said.contains("message size")) {
      return TOO_LARGE;
    }
    return said.contains("delay") ? DELAY : NOT_ALLOWED;
  }

  /** Whether a failure is the topic's own. */
  static boolean isOfTopic(Throwable cause) {
    return cause instanceof PulsarClientException.TopicDoesNotExistException
        || cause instanceof PulsarClientException.NotFoundException
        || cause instanceof PulsarClientException.InvalidTopicNameException
        || cause instanceof PulsarClientException.TopicTerminatedException
        || cause instanceof PulsarClientException.IncompatibleSchemaException;
  }
}
