package com.babelqueue.connect.broker.pulsar;

import com.babelqueue.connect.broker.BrokerException;
import java.net.UnknownHostException;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.apache.pulsar.client.api.PulsarClientException;

/**
 * Pulsar's failure table: which failures time can cure, and which setting to change for the others.
 *
 * <p>Once the settings have been seen to work, what could be the cluster's own trouble (a host name
 * that is not resolved for a moment, a subscription still held by our last session) is an outage.
 * Messages carry what the broker said only where it speaks of topics and subscriptions. For any
 * thread. What concerns one message or one topic of many is told apart by {@link SendRefusal}.
 */
public final class PulsarFailures {
  private final PulsarSettings settings;
  private final String topicsKey;
  private final String subscriptionTypeKey;

  /** Whether the settings have been seen to work; set by the task's thread, read by any. */
  private volatile boolean proven;

  PulsarFailures(PulsarSettings settings, String topicsKey, String subscriptionTypeKey) {
    this.settings = settings;
    this.topicsKey = topicsKey;
    this.subscriptionTypeKey = subscriptionTypeKey;
  }

  /** Whether a judgement blames the topics. */
  boolean isTopicsKey(String setting) {
    return topicsKey.equals(setting);
  }

  /** Notes that the settings work. */
  public void prove() {
    proven = true;
  }

  /**
   * Judges a failed call.
   *
   * @param doing what was attempted
   * @param failure the client's exception; null when the client gave none
   */
  public BrokerException judge(String doing, Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      Optional<BrokerException> judged = judgeOne(doing, cause, failure);
      if (judged.isPresent()) {
        return judged.get();
      }
    }
    String name = failure == null ? "" : " (" + failure.getClass().getSimpleName() + ")";
    return BrokerException.outage(doing + name, failure);
  }

  private Optional<BrokerException> judgeOne(String doing, Throwable cause, Throwable failure) {
    if (cause instanceof PulsarClientException.AuthenticationException
        || cause instanceof PulsarClientException.GettingAuthenticationDataException
        || cause instanceof PulsarClientException.UnsupportedAuthenticationException) {
      return blame(settings.credentialKey(), "the cluster does not accept the login", failure);
    }
    if (cause instanceof PulsarClientException.AuthorizationException) {
      return blame(
          settings.credentialKey(),
          doing + ": the cluster does not permit it to this login",
          failure);
    }
    if (SendRefusal.isOfTopic(cause)) {
      return blame(topicsKey, doing + ": " + topicFault(cause), failure);
    }
    if (cause instanceof PulsarClientException.InvalidServiceURL) {
      return blame(PulsarSettings.SERVICE_URL, "the client cannot read it", failure);
    }
    if (cause instanceof SSLException tls) {
      return blame(
          tls instanceof SSLHandshakeException
              ? PulsarSettings.TLS.trustStoreKey()
              : PulsarSettings.SERVICE_URL,
          "TLS with the cluster failed: " + tls.getMessage(),
          failure);
    }
    if (subscriptionTypeKey == null && cause instanceof PulsarClientException.NotAllowedException) {
      return blame(topicsKey, doing + ": the cluster's policies forbid it", failure);
    }
    if (subscriptionTypeKey != null && isRefusedSubscription(cause)) {
      return proven
          ? Optional.of(BrokerException.outage(doing + ": the subscription is taken", failure))
          : blame(
              subscriptionTypeKey,
              doing + ": the subscription is in use in a way that this type does not allow",
              failure);
    }
    if (!proven && cause instanceof UnknownHostException) {
      return blame(PulsarSettings.SERVICE_URL, "the cluster's host name is unknown", failure);
    }
    return Optional.empty();
  }

  private static String topicFault(Throwable cause) {
    if (cause instanceof PulsarClientException.TopicTerminatedException) {
      return "the topic was terminated";
    }
    return cause instanceof PulsarClientException.IncompatibleSchemaException
        ? "the topic has a schema that does not take plain bytes"
        : "there is no such topic";
  }

  private static boolean isRefusedSubscription(Throwable cause) {
    return cause instanceof PulsarClientException.ConsumerBusyException
        || cause instanceof PulsarClientException.ConsumerAssignException
        || cause instanceof PulsarClientException.NotAllowedException;
  }

  private static Optional<BrokerException> blame(String key, String text, Throwable failure) {
    return Optional.of(BrokerException.misconfigured(key, text, failure));
  }
}
