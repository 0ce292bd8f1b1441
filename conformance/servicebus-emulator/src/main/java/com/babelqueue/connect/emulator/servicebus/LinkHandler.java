package com.babelqueue.connect.emulator.servicebus;

import java.time.Clock;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.UnsignedLong;
import org.apache.qpid.proton.amqp.messaging.Accepted;
import org.apache.qpid.proton.amqp.messaging.Rejected;
import org.apache.qpid.proton.amqp.transport.DeliveryState;
import org.apache.qpid.proton.amqp.transport.ErrorCondition;
import org.apache.qpid.proton.engine.BaseHandler;
import org.apache.qpid.proton.engine.Connection;
import org.apache.qpid.proton.engine.Delivery;
import org.apache.qpid.proton.engine.EndpointState;
import org.apache.qpid.proton.engine.Event;
import org.apache.qpid.proton.engine.Link;
import org.apache.qpid.proton.engine.Receiver;
import org.apache.qpid.proton.engine.Sender;
import org.apache.qpid.proton.message.Message;

/**
 * Answers what clients do on the wire: connections, links, transfers, credit and dispositions.
 * Owned by the server's thread.
 */
final class LinkHandler extends BaseHandler {
  private static final String TOKEN_NODE = "$cbs";
  private static final int SENDER_CREDIT = 1_000;

  private final Namespace namespace;
  private final SessionWaits sessionWaits;
  private final Admission admission;
  private final ReplyLinks replies = new ReplyLinks();
  private final TokenNode tokens = new TokenNode(replies);
  private final ManagementNode management = new ManagementNode(replies);
  private final Set<Connection> connections = new HashSet<>();
  private final Map<Sender, Attached> receivers = new HashMap<>();

  private boolean answersAtOnce;

  LinkHandler(Namespace namespace, Clock clock) {
    this.namespace = namespace;
    this.sessionWaits = new SessionWaits(clock);
    this.admission = new Admission(namespace);
  }

  Admission admission() {
    return admission;
  }

  void answerAtOnce() {
    answersAtOnce = true;
  }

  int connectionCount() {
    return connections.size();
  }

  void tick() {
    namespace.entities().forEach(Entity::tick);
    sessionWaits.tick();
  }

  void dropConnections() {
    for (Connection connection : List.copyOf(connections)) {
      connection.setCondition(
          new ErrorCondition(Symbol.valueOf("amqp:connection:forced"), "dropped by the test"));
      connection.close();
      forget(connection);
    }
  }

  @Override
  public void onConnectionRemoteOpen(Event event) {
    Connection connection = event.getConnection();
    connections.add(connection);
    if (answersAtOnce) {
      Sockets.sendAtOnce(event.getReactor());
    }
    connection.setContainer("servicebus-emulator");
    connection.open();
  }

  @Override
  public void onConnectionRemoteClose(Event event) {
    event.getConnection().close();
    forget(event.getConnection());
  }

  @Override
  public void onTransportClosed(Event event) {
    if (event.getConnection() != null) {
      forget(event.getConnection());
    }
  }

  private void forget(Connection connection) {
    connections.remove(connection);
    replies.remove(connection);
    for (Sender link : List.copyOf(receivers.keySet())) {
      if (link.getSession().getConnection() == connection) {
        detach(link);
      }
    }
  }

  @Override
  public void onSessionRemoteOpen(Event event) {
    event.getSession().open();
  }

  @Override
  public void onSessionRemoteClose(Event event) {
    event.getSession().close();
  }

  @Override
  public void onLinkRemoteOpen(Event event) {
    Link link = event.getLink();
    link.setSource(link.getRemoteSource());
    link.setTarget(link.getRemoteTarget());
    link.setSenderSettleMode(link.getRemoteSenderSettleMode());
    link.setReceiverSettleMode(link.getRemoteReceiverSettleMode());
    String address = address(link);
    link.setMaxMessageSize(UnsignedLong.valueOf(namespace.maxMessageBytes(address)));
    if (link instanceof Receiver receiver) {
      openFromClient(receiver, address);
    } else {
      openToClient((Sender) link, address);
    }
  }

  private void openFromClient(Receiver link, String address) {
    if (isNode(address) || namespace.takesMessages(address)) {
      link.open();
      link.flow(SENDER_CREDIT);
    } else {
      refuse(link, "amqp:not-found", notFound(address));
    }
  }

  private void openToClient(Sender link, String address) {
    if (isNode(address)) {
      link.open();
      replies.add(link);
      return;
    }
    Entity entity = namespace.entity(address);
    if (entity == null) {
      refuse(link, "amqp:not-found", notFound(address));
    } else if (entity.requiresSessions() != SessionWaits.asksForSession(link)) {
      refuse(
          link,
          "amqp:not-allowed",
          "It is not possible to create such a receiver: sessions are "
              + (entity.requiresSessions() ? "required" : "not supported"));
    } else {
      ReceiverLink receiver = new ReceiverLink(link);
      receivers.put(link, new Attached(entity, receiver));
      if (entity.requiresSessions()) {
        sessionWaits.add(entity, link, receiver);
      } else {
        link.open();
        entity.attach(receiver);
      }
    }
  }

  private static void refuse(Link link, String condition, String description) {
    link.setSource(null);
    link.setTarget(null);
    link.open();
    link.setCondition(new ErrorCondition(Symbol.valueOf(condition), description));
    link.close();
  }

  /** The SDK tells a missing entity from other missing things by this sentence. */
  private static String notFound(String address) {
    return "The messaging entity '" + address + "' could not be found.";
  }

  private boolean isNode(String address) {
    return address.equals(TOKEN_NODE) || namespace.managed(address) != null;
  }

  @Override
  public void onLinkRemoteClose(Event event) {
    if (event.getLink() instanceof Sender sender) {
      replies.remove(sender);
      detach(sender);
    }
    event.getLink().close();
  }

  private void detach(Sender link) {
    Attached attached = receivers.remove(link);
    if (attached != null) {
      sessionWaits.remove(link);
      attached.entity().detach(attached.receiver());
    }
  }

  @Override
  public void onLinkFlow(Event event) {
    if (event.getLink() instanceof Sender sender && receivers.containsKey(sender)) {
      receivers.get(sender).entity().pump();
      if (sender.getDrain()) {
        sender.drained();
      }
    }
  }

  @Override
  public void onDelivery(Event event) {
    Delivery delivery = event.getDelivery();
    if (delivery.getLink() instanceof Sender sender) {
      settled(sender, delivery);
    } else if (!delivery.isPartial()
        && delivery.isReadable()
        // After a forced close the client sends again; to take both would make duplicates.
        && event.getConnection().getLocalState() == EndpointState.ACTIVE) {
      arrived((Receiver) delivery.getLink(), delivery);
    }
  }

  private void arrived(Receiver link, Delivery delivery) {
    byte[] transfer = new byte[delivery.pending()];
    link.recv(transfer, 0, transfer.length);
    link.advance();
    String address = address(link);
    Connection connection = link.getSession().getConnection();
    Entity managed = namespace.managed(address);
    ErrorCondition refusal = null;
    if (address.equals(TOKEN_NODE)) {
      tokens.handle(connection, request(address, transfer));
    } else if (managed != null) {
      management.handle(managed, connection, request(address, transfer));
    } else {
      List<byte[]> messages = MessageCodec.unpack(delivery.getMessageFormat(), transfer);
      refusal = admission.admit(address, transfer, messages);
      if (refusal == null) {
        messages.forEach(message -> namespace.send(address, message));
      }
    }
    delivery.disposition(refusal == null ? Accepted.getInstance() : rejected(refusal));
    delivery.settle();
    link.flow(1);
  }

  /** A request without a reply address, as the Python SDK sends it, is answered at the node. */
  private static Message request(String node, byte[] transfer) {
    Message request = MessageCodec.decode(transfer);
    if (request.getReplyTo() == null) {
      request.setReplyTo(node);
    }
    return request;
  }

  private static Rejected rejected(ErrorCondition error) {
    Rejected rejected = new Rejected();
    rejected.setError(error);
    return rejected;
  }

  private void settled(Sender link, Delivery delivery) {
    Attached attached = receivers.get(link);
    DeliveryState state = delivery.getRemoteState();
    if (attached == null || state == null || delivery.isSettled()) {
      return;
    }
    UUID token = attached.entity().tokenOf((BrokeredMessage) delivery.getContext(), delivery);
    if (token == null) {
      delivery.disposition(
          rejected(
              new ErrorCondition(
                  Symbol.valueOf("com.microsoft:message-lock-lost"),
                  "The lock supplied is invalid.")));
    } else {
      attached.entity().settle(token, Outcome.of(state));
      delivery.disposition(state);
    }
    delivery.settle();
  }

  private static String address(Link link) {
    String address =
        link instanceof Receiver
            ? link.getRemoteTarget() == null ? null : link.getRemoteTarget().getAddress()
            : link.getRemoteSource() == null ? null : link.getRemoteSource().getAddress();
    return address == null ? "" : path(address);
  }

  /** The Python SDK names entities by their URI, the Java SDK by their path. */
  private static String path(String address) {
    int scheme = address.indexOf("://");
    int slash = scheme < 0 ? -1 : address.indexOf('/', scheme + "://".length());
    return slash < 0 ? address : address.substring(slash + 1);
  }

  private record Attached(Entity entity, ReceiverLink receiver) {}
}
