package com.babelqueue.connect.sink.rabbitmq;

import static com.babelqueue.connect.sink.rabbitmq.Orders.envelope;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.rabbitmq.RabbitMqConnections;
import com.babelqueue.connect.contract.SendProbe;
import com.babelqueue.connect.contract.SendProbe.Kind;
import com.babelqueue.connect.harness.TcpProxy;
import com.babelqueue.connect.sink.OutboundMessage;
import com.rabbitmq.client.BlockedListener;
import com.rabbitmq.client.Connection;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What the sender makes of a broker that refuses, goes away, or stops reading. */
class RabbitMqSenderOutageTest extends SenderFixture {
  private static final int MIB = 1024 * 1024;

  @Test
  void aDroppedConnectionIsAnOutageAndNothingUnconfirmedHasAnOutcome() throws Exception {
    client.declare(queue, Map.of());
    try (TcpProxy proxy = TcpProxy.to(broker.host(), broker.port())) {
      open(Map.of("rabbitmq.addresses", "127.0.0.1:" + proxy.port()));
      SendProbe before = probe(0);
      send(before);
      assertThat(outcome(before).kind()).isEqualTo(Kind.SENT);

      proxy.stall();
      SendProbe during = probe(1);
      send(during);
      proxy.dropConnections();

      assertThat(lost().isRetriable()).isTrue();
      assertThat(during.isDone()).isFalse();
      assertThatThrownBy(() -> send(probe(2)))
          .isInstanceOfSatisfying(BrokerException.class, e -> assertThat(e.isRetriable()).isTrue());
      sender.close();
      proxy.unstall();
      reopen();
      SendProbe after = probe(1);
      send(after);
      assertThat(outcome(after).kind()).isEqualTo(Kind.SENT);
      assertThat(bodies(queue, 2)).containsExactly(envelope(0), envelope(1));
    }
  }

  /** A write into a full socket could wait for as long as a broker's alarm lasts. */
  @Test
  void aBrokerThatDoesNotReadHoldsNoWriteForEver() throws Exception {
    client.declare(queue, Map.of());
    try (TcpProxy proxy = TcpProxy.to(broker.host(), broker.port())) {
      open(Map.of("rabbitmq.addresses", "127.0.0.1:" + proxy.port(), "send.timeout.ms", "500"));
      proxy.stall();
      byte[] large = envelope(0).replace("trace-0", "x".repeat(32 * MIB)).getBytes(UTF_8);

      assertThatThrownBy(() -> send(SendProbe.of(queue, large, List.of())))
          .isInstanceOfSatisfying(BrokerException.class, e -> assertThat(e.isRetriable()).isTrue());
      sender.close();
    }
  }

  @Test
  void aClosedSenderOpensAgain() throws Exception {
    client.declare(queue, Map.of());
    open(Map.of());
    sender.close();
    sender.close();
    reopen();
    SendProbe probe = probe(1);

    send(probe);

    assertThat(outcome(probe).kind()).isEqualTo(Kind.SENT);
    assertThat(isIntact()).as("closing is no loss").isTrue();
  }

  @Test
  void theBrokersOwnSizeLimitIsLearnedFromItsRefusal() throws Exception {
    assumeTrue(broker.isRabbitMq(), "needs max_message_size: " + broker.describe());
    client.declare(queue, Map.of());
    open(Map.of("rabbitmq.max.message.bytes", Integer.toString(200 * MIB)));
    byte[] large = new byte[128 * MIB + 1];

    sender.send(List.of(raw(large)));

    assertThat(lost().isRetriable()).isTrue();
    sender.close();
    reopen();
    SendProbe again = raw(large);
    SendProbe small = probe(1);
    send(again, small);
    assertThat(outcome(again).kind()).isEqualTo(Kind.REJECTED);
    assertThat(outcome(again).reason()).isEqualTo("too_large");
    assertThat(outcome(again).detail()).contains(Integer.toString(128 * MIB));
    assertThat(outcome(small).kind()).isEqualTo(Kind.SENT);
  }

  private SendProbe raw(byte[] body) {
    return SendProbe.of(OutboundMessage.to(queue, body, "orders-0@0").build());
  }

  /** The alarm itself cannot be made here, so what the client says of one is said by the test. */
  @Test
  void whileTheBrokerReadsNothingEverythingIsToBeTriedAgain() throws Exception {
    client.declare(queue, Map.of());
    RabbitMqSinkConfig config = config(Map.of());
    RabbitMqConnections connections = new RabbitMqConnections(config.broker(), "test");
    AtomicReference<BlockedListener> alarms = new AtomicReference<>();
    Connection own = connections.open();
    try {
      PublishSession session =
          new PublishSession(
              config, connections.failures(), new SizeLimit(MIB), e -> {}, observed(own, alarms));
      session.listen();

      alarms.get().handleBlocked("low on memory");
      List<SendProbe> held = probes(queue, 0, 3);
      session.publish(new ArrayList<>(held));
      alarms.get().handleUnblocked();
      SendProbe after = probe(4);
      session.publish(List.of(after));

      assertThat(kinds(held)).containsOnly(Kind.RETRY);
      assertThat(outcome(held.get(0)).reason()).contains("low on memory");
      assertThat(outcome(after).kind()).isEqualTo(Kind.SENT);
      assertThat(bodies(queue, 1)).containsExactly(envelope(4));
    } finally {
      own.abort();
    }
  }

  private Connection observed(Connection own, AtomicReference<BlockedListener> alarms) {
    return (Connection)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, args) -> {
              if (method.getName().equals("addBlockedListener")) {
                alarms.set((BlockedListener) args[0]);
              }
              return method.invoke(own, args);
            });
  }

  @Test
  void whatTheSettingsFixMustExist() throws Exception {
    client.declare(queue, Map.of());
    channel.exchangeDeclare(queue, "direct", true);

    assertThat(refusal(Map.of("rabbitmq.queue", "nowhere"))).isEqualTo("rabbitmq.queue");
    assertThat(refusal(Map.of("rabbitmq.exchange", "nowhere"))).isEqualTo("rabbitmq.exchange");
    assertThat(refusal(Map.of("rabbitmq.password", "wrong"))).isEqualTo("rabbitmq.password");
    assertThat(refusal(Map.of("rabbitmq.virtual.host", "nowhere")))
        .isEqualTo("rabbitmq.virtual.host");
    assertThat(refusal(Map.of("rabbitmq.delay", "exchange", "rabbitmq.delay.exchange", "nowhere")))
        .isEqualTo("rabbitmq.delay.exchange");
    // It is there, but it delays nothing.
    assertThat(refusal(Map.of("rabbitmq.delay", "exchange", "rabbitmq.delay.exchange", queue)))
        .isEqualTo("rabbitmq.delay.exchange");
    assertThat(refusal(Map.of("rabbitmq.queue", "nowhere", "rabbitmq.queue.declare", "none")))
        .isEqualTo("opened");
  }

  private String refusal(Map<String, String> more) {
    try (RabbitMqSender refused = new RabbitMqSender(config(more))) {
      refused.open(e -> {});
      return "opened";
    } catch (BrokerException e) {
      return e.setting();
    }
  }

  @Test
  void aFixedExchangeThatIsDeletedIsAMistake() throws Exception {
    channel.exchangeDeclare(queue, "fanout", true);
    open(Map.of("rabbitmq.exchange", queue));
    channel.exchangeDelete(queue);

    send(probe(1));

    assertThat(lost().setting()).isEqualTo("rabbitmq.exchange");
  }

  @Test
  void anExchangeOfARecordThatIsDeletedIsAnOutageUntilItIsFoundMissing() throws Exception {
    channel.exchangeDeclare(queue, "fanout", true);
    open(Map.of("rabbitmq.exchange", "${topic}"));
    SendProbe unbound = probe(0);
    send(unbound);
    assertThat(outcome(unbound).reason()).isEqualTo("no_route");
    channel.exchangeDelete(queue);

    send(probe(1));

    assertThat(lost().isRetriable()).isTrue();
    sender.close();
    reopen();
    SendProbe again = probe(1);
    send(again);
    assertThat(outcome(again).reason()).isEqualTo("no_exchange");
  }
}
