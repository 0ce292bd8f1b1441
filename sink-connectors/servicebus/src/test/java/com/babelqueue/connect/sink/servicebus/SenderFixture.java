package com.babelqueue.connect.sink.servicebus;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.NativeHeader;
import com.babelqueue.connect.contract.SendProbe;
import com.babelqueue.connect.contract.SendProbe.Kind;
import com.babelqueue.connect.sink.OutboundMessage;
import com.babelqueue.connect.sink.Send;
import com.babelqueue.connect.sink.SinkConfig;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;

/** A broker with a clock of its own, and a sender driven as the engine would. One test thread. */
abstract class SenderFixture {
  static final Duration LIMIT = ServiceBusPeer.LIMIT;

  final SteeredClock clock = new SteeredClock();
  final ServiceBusPeer peer = ServiceBusPeer.start(clock);

  /** What the sender reported as lost. */
  final BlockingQueue<BrokerException> losses = new LinkedBlockingQueue<>();

  ServiceBusSender sender;

  @AfterEach
  void close() {
    if (sender != null) {
      sender.close();
    }
    peer.close();
  }

  /** Opens a sender; the entity is a setting's value, pairs are more settings. */
  void open(String entity, String... pairs) throws BrokerException {
    Map<String, String> props = ServiceBusPeer.connection(peer.address().getPort());
    props.put("name", "test");
    props.put(ServiceBusSinkConfig.ENTITY, entity);
    // The SDK's first connection loads some thousand classes.
    props.put("servicebus.operation.timeout.ms", "30000");
    for (int i = 0; i < pairs.length; i += 2) {
      props.put(pairs[i], pairs[i + 1]);
    }
    sender = new ServiceBusSender(new ServiceBusSinkConfig(props), clock);
    sender.open(losses::add);
  }

  void send(List<SendProbe> probes) throws BrokerException {
    sender.send(List.<Send>copyOf(probes));
  }

  /** Sends and waits until the broker has it all. */
  void deliver(SendProbe... probes) throws Exception {
    send(List.of(probes));
    assertThat(kinds(List.of(probes))).containsOnly(Kind.SENT);
  }

  SendProbe.Outcome outcome(SendProbe probe) throws Exception {
    send(List.of(probe));
    return probe.outcome(LIMIT);
  }

  static List<Kind> kinds(List<SendProbe> probes) throws InterruptedException {
    List<Kind> kinds = new ArrayList<>();
    for (SendProbe probe : probes) {
      kinds.add(probe.outcome(LIMIT).kind());
    }
    return kinds;
  }

  BrokerException loss() throws InterruptedException {
    BrokerException failure = losses.poll(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    assertThat(failure).as("a failure that the sender reports").isNotNull();
    return failure;
  }

  static SendProbe probe(String entity, int number, NativeHeader... headers) {
    return SendProbe.of(entity, Orders.envelope(number).getBytes(UTF_8), List.of(headers));
  }

  /** A message whose key is given. */
  static SendProbe keyed(String entity, String key, int number) {
    return SendProbe.of(
        message(entity, number)
            .variables(variable -> variable.equals(SinkConfig.VARIABLE_KEY) ? key : null)
            .build());
  }

  static OutboundMessage.Builder message(String entity, int number) {
    return SendProbe.envelope(entity, Orders.envelope(number).getBytes(UTF_8));
  }

  static List<SendProbe> numbered(String entity, int from, int to) {
    return IntStream.range(from, to).mapToObj(n -> probe(entity, n)).toList();
  }

  ServiceBusReceivedMessage takeOne(String queue) {
    return take(queue, 1).get(0);
  }

  List<ServiceBusReceivedMessage> take(String queue, int count) {
    List<ServiceBusReceivedMessage> taken = peer.take(queue, count, LIMIT);
    assertThat(taken).as("messages of " + queue).hasSize(count);
    return taken;
  }

  static List<String> bodies(List<ServiceBusReceivedMessage> messages) {
    return messages.stream().map(message -> message.getBody().toString()).toList();
  }

  static List<String> envelopes(int from, int to) {
    return IntStream.range(from, to).mapToObj(Orders::envelope).toList();
  }

  /** A clock that moves when a test says so. */
  static final class SteeredClock extends Clock {
    /** Moved by the test's thread, read by the broker's and the sender's. */
    private volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");

    void advance(Duration by) {
      now = now.plus(by);
    }

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneOffset getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }
}
