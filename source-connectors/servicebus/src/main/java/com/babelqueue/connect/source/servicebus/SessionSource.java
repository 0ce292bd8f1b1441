package com.babelqueue.connect.source.servicebus;

import com.azure.messaging.servicebus.ServiceBusSessionReceiverAsyncClient;
import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.servicebus.EntityPath;
import com.babelqueue.connect.broker.servicebus.ServiceBusClients;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * An entity with sessions: a few of them are read at once, each on a link of its own. Owned by the
 * engine's thread.
 */
final class SessionSource implements EntitySource {
  private final EntityPath entity;
  private final ServiceBusSessionReceiverAsyncClient client;
  private final List<SessionSlot> slots = new ArrayList<>();

  SessionSource(
      EntityPath entity,
      ServiceBusSourceConfig config,
      ServiceBusClients clients,
      Arrivals arrivals,
      LongSupplier ticker) {
    this.entity = entity;
    this.client = clients.sessions(entity, config.prefetch());
    for (int i = 0; i < config.maxSessions(); i++) {
      slots.add(new SessionSlot(this, client, config, arrivals, ticker));
    }
  }

  @Override
  public EntityPath entity() {
    return entity;
  }

  @Override
  public List<MessageStream> advance() throws BrokerException {
    List<MessageStream> streams = new ArrayList<>();
    boolean accepting = false;
    for (SessionSlot slot : slots) {
      MessageStream stream = slot.advance(!accepting);
      accepting |= slot.isAccepting();
      if (stream != null && stream.isReady()) {
        streams.add(stream);
      }
    }
    return streams;
  }

  /** Sessions with unsettled messages stay, since their locks end with their links. */
  @Override
  public void suspend() {
    slots.forEach(SessionSlot::suspend);
  }

  @Override
  public void close() {
    slots.forEach(SessionSlot::close);
    client.close();
  }
}
