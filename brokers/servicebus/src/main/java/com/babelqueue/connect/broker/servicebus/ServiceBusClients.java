package com.babelqueue.connect.broker.servicebus;

import com.azure.core.amqp.AmqpRetryMode;
import com.azure.core.amqp.AmqpRetryOptions;
import com.azure.identity.DefaultAzureCredentialBuilder;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusClientBuilder.ServiceBusReceiverClientBuilder;
import com.azure.messaging.servicebus.ServiceBusClientBuilder.ServiceBusSessionReceiverClientBuilder;
import com.azure.messaging.servicebus.ServiceBusReceiverAsyncClient;
import com.azure.messaging.servicebus.ServiceBusSenderAsyncClient;
import com.azure.messaging.servicebus.ServiceBusSessionReceiverAsyncClient;
import com.babelqueue.connect.broker.BrokerException;
import java.time.Duration;

/**
 * Builds the SDK's clients from the settings, all on one connection.
 *
 * <p>The clients never settle or renew by themselves: the SDK's own lock renewal ends with its
 * callback, while a message here stays locked until Kafka has it. The connection is made by the
 * first use and closed with the last client. For one thread at a time.
 */
public final class ServiceBusClients {
  /**
   * One, so that a lost link comes back quietly. Beyond that the runtimes try again with a backoff
   * of their own and say so in the log.
   */
  private static final int RETRIES = 1;

  private static final Duration RETRY_DELAY = Duration.ofMillis(250);

  /** The SDK adds four seconds to the delay of some retries and breaks when that is above this. */
  private static final Duration MAX_RETRY_DELAY = Duration.ofSeconds(10);

  private final ServiceBusClientBuilder builder;

  private ServiceBusClients(ServiceBusClientBuilder builder) {
    this.builder = builder;
  }

  /**
   * Prepares clients without connecting.
   *
   * @throws BrokerException naming the setting that the SDK cannot read
   */
  public static ServiceBusClients of(ServiceBusSettings settings) throws BrokerException {
    ServiceBusClientBuilder builder =
        new ServiceBusClientBuilder()
            .transportType(settings.transport())
            .retryOptions(
                new AmqpRetryOptions()
                    .setMode(AmqpRetryMode.FIXED)
                    .setMaxRetries(RETRIES)
                    .setDelay(RETRY_DELAY)
                    .setMaxDelay(MAX_RETRY_DELAY)
                    .setTryTimeout(settings.operationTimeout()));
    try {
      if (settings.connectionString().isPresent()) {
        return new ServiceBusClients(builder.connectionString(settings.connectionString().get()));
      }
      DefaultAzureCredentialBuilder credential = new DefaultAzureCredentialBuilder();
      settings.managedIdentity().ifPresent(credential::managedIdentityClientId);
      return new ServiceBusClients(
          builder.credential(settings.namespace().orElse(""), credential.build()));
    } catch (IllegalArgumentException e) {
      // Its own text may quote the connection string.
      throw BrokerException.misconfigured(
          settings.addressKey(),
          "the SDK cannot read it (" + e.getClass().getSimpleName() + ")",
          null);
    }
  }

  /** The longest that one call of a client may take, with the SDK's own retries. */
  public static Duration longestCall(ServiceBusSettings settings) {
    return settings.operationTimeout().multipliedBy(1 + RETRIES).plus(MAX_RETRY_DELAY);
  }

  /**
   * A sender to a queue or a topic, which Service Bus does not tell apart here.
   *
   * @param entity its name
   */
  public ServiceBusSenderAsyncClient sender(String entity) {
    return builder.sender().queueName(entity).buildAsyncClient();
  }

  /**
   * A receiver of an entity without sessions, in peek-lock mode.
   *
   * @param prefetch messages to receive beyond those asked for; 0 receives none unasked
   */
  public ServiceBusReceiverAsyncClient receiver(EntityPath entity, int prefetch) {
    ServiceBusReceiverClientBuilder receiver =
        builder
            .receiver()
            .disableAutoComplete()
            .maxAutoLockRenewDuration(Duration.ZERO)
            .prefetchCount(prefetch);
    return entity.subscription() == null
        ? receiver.queueName(entity.name()).buildAsyncClient()
        : receiver
            .topicName(entity.name())
            .subscriptionName(entity.subscription())
            .buildAsyncClient();
  }

  /**
   * Accepts sessions of an entity that has them, in peek-lock mode.
   *
   * @param prefetch as for {@link #receiver}
   */
  public ServiceBusSessionReceiverAsyncClient sessions(EntityPath entity, int prefetch) {
    ServiceBusSessionReceiverClientBuilder receiver =
        builder
            .sessionReceiver()
            .disableAutoComplete()
            .maxAutoLockRenewDuration(Duration.ZERO)
            .prefetchCount(prefetch);
    return entity.subscription() == null
        ? receiver.queueName(entity.name()).buildAsyncClient()
        : receiver
            .topicName(entity.name())
            .subscriptionName(entity.subscription())
            .buildAsyncClient();
  }
}
