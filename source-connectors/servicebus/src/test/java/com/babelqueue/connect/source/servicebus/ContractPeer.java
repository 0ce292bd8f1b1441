package com.babelqueue.connect.source.servicebus;

import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.babelqueue.connect.contract.SourcePeer;
import com.babelqueue.connect.emulator.servicebus.EntityOptions;
import com.babelqueue.connect.emulator.servicebus.ServiceBusEmulator;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The other side of the contract's queues.
 *
 * @param sessions whether queues have sessions; what is sent at once belongs to one then
 * @param sent how often something was sent
 */
record ContractPeer(ServiceBusPeer bus, boolean sessions, AtomicInteger sent)
    implements SourcePeer {
  ContractPeer(ServiceBusPeer bus, boolean sessions) {
    this(bus, sessions, new AtomicInteger());
  }

  @Override
  public String connectorClass() {
    return ServiceBusBridge.CONNECTOR;
  }

  @Override
  public Map<String, String> settings(String queue, InetSocketAddress at) {
    return Map.of(
        "servicebus.connection.string",
        ServiceBusEmulator.connectionString(at.getPort()),
        "servicebus.queues",
        queue,
        "servicebus.sessions.enabled",
        Boolean.toString(sessions),
        "servicebus.sessions.max.concurrent",
        "2");
  }

  @Override
  public InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), bus.emulator().port());
  }

  @Override
  public void createQueue(String name) {
    EntityOptions options = EntityOptions.standard();
    bus.emulator().createQueue(name, sessions ? options.withSessions() : options);
  }

  @Override
  public void send(String queue, List<String> bodies) {
    String session = nextSession();
    bus.sendAllMessages(queue, bodies.stream().map(body -> message(body, session)).toList());
  }

  @Override
  public void send(String queue, String body, Map<String, String> headers) {
    ServiceBusMessage message = message(body, nextSession());
    message.getApplicationProperties().putAll(headers);
    bus.send(queue, message);
  }

  private String nextSession() {
    return "session-" + sent.incrementAndGet();
  }

  private ServiceBusMessage message(String body, String session) {
    ServiceBusMessage message = new ServiceBusMessage(body);
    return sessions ? message.setSessionId(session) : message;
  }

  @Override
  public List<String> take(String queue, int count, Duration limit) {
    List<String> taken = new ArrayList<>();
    long deadline = System.nanoTime() + limit.toNanos();
    while (taken.size() < count && System.nanoTime() - deadline < 0) {
      if (sessions) {
        bus.withNextSession(
            queue, left(deadline), session -> take(session, count, deadline, taken));
      } else {
        try (ServiceBusReceiverClient receiver = bus.receiver(queue)) {
          take(receiver, count, deadline, taken);
        }
      }
    }
    return taken;
  }

  /** Settles what it got afterwards, so that settling takes no time from receiving. */
  private static void take(
      ServiceBusReceiverClient receiver, int count, long deadline, List<String> taken) {
    List<ServiceBusReceivedMessage> received =
        ServiceBusPeer.receive(receiver, count - taken.size(), deadline);
    received.forEach(message -> taken.add(message.getBody().toString()));
    received.forEach(receiver::complete);
  }

  private static Duration left(long deadline) {
    return Duration.ofNanos(Math.max(1, deadline - System.nanoTime()));
  }

  @Override
  public long ready(String queue) {
    return bus.ready(queue);
  }

  @Override
  public long unsettled(String queue) {
    return bus.depth(queue);
  }

  /**
   * Without sessions, what was on its way when a connection is lost stays locked and comes after
   * later messages.
   */
  @Override
  public boolean keepsOrder() {
    return sessions;
  }

  @Override
  public String versionHeader() {
    return "bq-schema-version";
  }

  @Override
  public void close() {
    bus.close();
  }
}
