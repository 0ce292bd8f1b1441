package com.babelqueue.connect.broker.pulsar;

import com.babelqueue.connect.broker.BrokerException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens and closes clients, and waits for their answers within a bound.
 *
 * <p>Used by one thread at a time.
 */
public final class PulsarClients {
  private static final Logger LOG = LoggerFactory.getLogger(PulsarClients.class);

  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(3);

  private final PulsarSettings settings;
  private final PulsarFailures failures;

  /**
   * @param topicsKey the setting that names the topics, to blame when one is missing
   * @param subscriptionTypeKey the setting to blame when a subscription is taken; null for an end
   *     that has none
   */
  public PulsarClients(PulsarSettings settings, String topicsKey, String subscriptionTypeKey) {
    this.settings = settings;
    this.failures = new PulsarFailures(settings, topicsKey, subscriptionTypeKey);
  }

  /** The failure table for these settings. */
  public PulsarFailures failures() {
    return failures;
  }

  /**
   * Builds a client. It connects with its first call and reconnects by itself.
   *
   * @throws BrokerException naming the setting that the client refuses, or the one that does not
   *     trust the cluster's certificate
   */
  public PulsarClient open() throws BrokerException {
    try {
      settings.checkCertificate();
    } catch (ConfigException e) {
      throw BrokerException.misconfigured(PulsarSettings.TLS.trustStoreKey(), e.getMessage(), e);
    }
    try {
      return settings.builder().build();
    } catch (ConfigException e) {
      throw BrokerException.misconfigured(PulsarSettings.AUTH_PLUGIN, e.getMessage(), e);
    } catch (PulsarClientException | RuntimeException e) {
      throw failures.judge("cannot make a client", e);
    }
  }

  /**
   * Looks whether a topic exists, without making it.
   *
   * @return the names of its partitions; only its own where it has none
   * @throws BrokerException naming the topics' setting when it is missing
   */
  public List<String> partitions(PulsarClient client, String topic, Duration limit)
      throws BrokerException {
    return await(client.getPartitionsForTopic(topic, false), limit, "looking for topic " + topic);
  }

  /**
   * Asks the cluster anything at all about the namespace of a pattern, which lists no topics.
   *
   * @throws BrokerException when the cluster cannot be reached or refuses the login
   */
  public void reach(PulsarClient client, String pattern, Duration limit) throws BrokerException {
    String namespace = pattern.substring(0, pattern.lastIndexOf('/') + 1);
    try {
      partitions(client, namespace + "babelqueue-connection-check", limit);
    } catch (BrokerException e) {
      // That this topic is missing is an answer.
      if (!failures.isTopicsKey(e.setting())) {
        throw e;
      }
    }
  }

  /**
   * Waits for an answer.
   *
   * @param doing what was asked, for the message
   * @throws BrokerException as the failure table says; an outage when the time is up or the thread
   *     is interrupted
   */
  public <T> T await(Future<T> answer, Duration limit, String doing) throws BrokerException {
    try {
      return answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw failures.judge(doing, e.getCause());
    } catch (TimeoutException e) {
      throw BrokerException.outage(doing + ": no answer in time", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw BrokerException.outage(doing + ": interrupted", e);
    }
  }

  /** Begins to close a client and does not wait for its threads to end; never throws. */
  public static void abandon(PulsarClient client) {
    CompletableFuture<Void> closing = client.closeAsync();
    if (closing.isCompletedExceptionally()) {
      LOG.debug("A client was not closed in good order");
    }
  }

  /** Closes a client and all that came from it; bounded, and never throws. */
  public static void close(PulsarClient client) {
    CompletableFuture<Void> closed = client.closeAsync();
    try {
      closed.get(CLOSE_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
      return;
    } catch (ExecutionException e) {
      LOG.debug("A client was not closed in good order", e);
    } catch (TimeoutException e) {
      LOG.debug("A client takes its time to close and is shut down");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    try {
      client.shutdown();
    } catch (PulsarClientException | RuntimeException e) {
      LOG.debug("A client could not be shut down", e);
    }
  }
}
