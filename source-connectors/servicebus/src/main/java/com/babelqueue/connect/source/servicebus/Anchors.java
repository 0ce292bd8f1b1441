package com.babelqueue.connect.source.servicebus;

import com.azure.messaging.servicebus.ServiceBusReceiverAsyncClient;
import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.servicebus.EntityPath;
import com.babelqueue.connect.broker.servicebus.ServiceBusClients;
import com.babelqueue.connect.broker.servicebus.ServiceBusFailures;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One client per entity that never receives: it renews locks, settles messages whose own link is
 * gone, and keeps the shared connection open while links come and go. Owned by one thread.
 */
final class Anchors implements AutoCloseable {
  private final ServiceBusSourceConfig config;
  private final ServiceBusFailures failures;
  private final Map<EntityPath, ServiceBusReceiverAsyncClient> clients = new HashMap<>();

  Anchors(ServiceBusSourceConfig config, ServiceBusClients factory) {
    this.config = config;
    this.failures = config.failures();
    for (EntityPath entity : config.entities()) {
      clients.put(entity, factory.receiver(entity, 0));
    }
  }

  ServiceBusReceiverAsyncClient of(EntityPath entity) {
    return clients.get(entity);
  }

  /**
   * Looks whether every entity exists and may be read, by peeking, which locks nothing.
   *
   * @throws BrokerException naming the setting at fault, or an outage
   */
  void check() throws BrokerException, InterruptedException {
    Map<EntityPath, CompletableFuture<?>> looks = new HashMap<>();
    clients.forEach((entity, client) -> looks.put(entity, client.peekMessage().toFuture()));
    long deadline = System.nanoTime() + config.settings().operationTimeout().toNanos();
    try {
      for (Map.Entry<EntityPath, CompletableFuture<?>> look : looks.entrySet()) {
        await(look.getKey(), look.getValue(), deadline);
      }
    } finally {
      looks.values().forEach(look -> look.cancel(true));
    }
  }

  private void await(EntityPath entity, CompletableFuture<?> look, long deadline)
      throws BrokerException, InterruptedException {
    try {
      look.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw failures.of("looking for " + entity, e.getCause());
    } catch (TimeoutException e) {
      throw BrokerException.outage(
          "looking for " + entity + " failed: Service Bus did not answer in time", e);
    }
  }

  @Override
  public void close() {
    clients.values().forEach(ServiceBusReceiverAsyncClient::close);
  }
}
