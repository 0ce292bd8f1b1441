package com.babelqueue.connect.source.servicebus;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.servicebus.EntityPath;
import com.babelqueue.connect.broker.servicebus.ServiceBusClients;
import java.util.List;

/**
 * An entity without sessions: one link, which keeps its order. Locks of messages outlive the link,
 * so it may be closed at any time. Owned by the engine's thread.
 */
final class QueueSource implements EntitySource {
  private final EntityPath entity;
  private final ServiceBusSourceConfig config;
  private final ServiceBusClients clients;
  private final Arrivals arrivals;

  /** Null while closed. */
  private MessageStream stream;

  QueueSource(
      EntityPath entity,
      ServiceBusSourceConfig config,
      ServiceBusClients clients,
      Arrivals arrivals) {
    this.entity = entity;
    this.config = config;
    this.clients = clients;
    this.arrivals = arrivals;
  }

  @Override
  public EntityPath entity() {
    return entity;
  }

  @Override
  public List<MessageStream> advance() throws BrokerException {
    if (stream == null) {
      stream = MessageStream.open(this, clients.receiver(entity, config.prefetch()), arrivals);
    } else if (!stream.isOpen()) {
      Throwable cause =
          stream.failure().orElseGet(() -> new IllegalStateException("its link was closed"));
      throw config.failures().of("receiving from " + entity, cause);
    }
    return stream.isReady() ? List.of(stream) : List.of();
  }

  @Override
  public void suspend() {
    if (stream != null && arrivals.outstanding(stream) > 0) {
      close();
    }
  }

  @Override
  public void close() {
    if (stream != null) {
      stream.close();
      stream = null;
    }
  }
}
