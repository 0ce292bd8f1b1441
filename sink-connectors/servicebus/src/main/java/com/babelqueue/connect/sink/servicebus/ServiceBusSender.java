package com.babelqueue.connect.sink.servicebus;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.servicebus.EntityPath;
import com.babelqueue.connect.broker.servicebus.ServiceBusClients;
import com.babelqueue.connect.sink.Send;
import com.babelqueue.connect.sink.Sender;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Sends to Service Bus in batches as large as the link allows. A batch is taken or refused as a
 * whole; one that is refused for what a message holds is sent again one by one.
 *
 * <p><b>Order.</b> Kept inside a session, inside a partition key where there is no session, and in
 * the whole queue or topic where there is neither: of each of these one batch is under way at a
 * time, and what follows a refused message waits until it has been sent again. Batches hold
 * messages of one session or partition key only, as partitioned entities demand.
 *
 * <p><b>Retries.</b> The SDK repeats a failed call once; after that the connection counts as lost,
 * throttling included, which a namespace applies to all that it holds. A message whose outcome got
 * lost is sent again; entities with duplicate detection swallow the second by its message id.
 *
 * <p>Called by the task's thread; outcomes are reported on the session's own.
 */
final class ServiceBusSender implements Sender {
  private final ServiceBusSinkConfig config;
  private final OutgoingFactory factory;

  /** Null while closed; the task's thread's, and at last the closing one's. */
  private SendSession session;

  /**
   * @param clock says when delays begin
   */
  ServiceBusSender(ServiceBusSinkConfig config, Clock clock) {
    this.config = config;
    this.factory = new OutgoingFactory(config, clock);
  }

  @Override
  public void open(Consumer<BrokerException> lost) throws BrokerException {
    try {
      openAndLook(lost);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw BrokerException.outage("interrupted while connecting to Service Bus", e);
    }
  }

  /** The same, for a thread that may be interrupted. */
  void openAndLook(Consumer<BrokerException> lost) throws BrokerException, InterruptedException {
    session = new SendSession(config, ServiceBusClients.of(config.settings()), lost);
    Optional<EntityPath> fixed = config.fixedEntity();
    if (fixed.isPresent()) {
      session.check(fixed.get());
    }
  }

  @Override
  public void send(List<Send> sends) throws BrokerException {
    List<Outgoing> messages = new ArrayList<>(sends.size());
    for (Send send : sends) {
      Outgoing outgoing = factory.outgoing(send);
      if (outgoing != null) {
        messages.add(outgoing);
      }
    }
    session.add(messages);
  }

  @Override
  public void close() {
    SendSession open = session;
    session = null;
    if (open != null) {
      open.close();
    }
  }
}
