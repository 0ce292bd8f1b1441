package com.babelqueue.connect.source.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.rabbitmq.RabbitMqConnections;
import com.babelqueue.connect.harness.TcpProxy;
import com.babelqueue.connect.source.Delivery;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the receiver makes of a broker that refuses, goes away, or takes its queue back. */
class RabbitMqReceiverOutageTest extends ReceiverFixture {
  @Test
  void aDroppedConnectionIsAnOutageAndANewEpoch() throws Exception {
    declare("classic");
    publishNumbers(5);
    try (TcpProxy proxy = TcpProxy.to(broker.host(), broker.port())) {
      open(Map.of("rabbitmq.addresses", "127.0.0.1:" + proxy.port()));
      List<Delivery> received = receive(5);
      receiver.accept(received.subList(0, 2));
      // Answered behind the acknowledgements, so those have passed.
      receiver.suspend();
      long before = receiver.epoch();

      proxy.dropConnections();

      assertThat(outage()).satisfies(e -> assertThat(e.isRetriable()).isTrue());
      receiver.close();
      receiver.open();
      assertThat(receiver.epoch()).isGreaterThan(before);
      assertThat(bodies(receive(3))).containsExactly("3", "4", "5");
    }
  }

  @Test
  void aConnectionThatFallsSilentIsAnOutage() throws Exception {
    declare("classic");
    publishNumbers(1);
    try (TcpProxy proxy = TcpProxy.to(broker.host(), broker.port())) {
      open(
          Map.of(
              "rabbitmq.addresses", "127.0.0.1:" + proxy.port(),
              "rabbitmq.heartbeat.seconds", "1",
              "rabbitmq.client.shutdown.timeout", "100"));
      receive(1);

      proxy.stall();

      assertThat(outage().isRetriable()).isTrue();
    }
  }

  /** As when deliveries were unsettled for longer than the broker's consumer_timeout. */
  @Test
  void aChannelThatTheBrokerClosesIsAnOutageAndANewEpoch() throws Exception {
    declare("classic");
    publishNumbers(3);
    AtomicReference<Channel> opened = new AtomicReference<>();
    ChannelSession session = session(1, opened);
    assertThat(bodies(session.receive(3, PLENTY, LIMIT))).startsWith("1");

    // A tag that the broker does not know makes it close the channel, for the same code.
    opened.get().basicAck(99, false);

    assertThatThrownBy(
            () -> {
              while (true) {
                session.receive(1, PLENTY, WAIT);
              }
            })
        .isInstanceOfSatisfying(BrokerException.class, e -> assertThat(e.isRetriable()).isTrue())
        .hasMessageContaining("unknown delivery tag 99");
    session.close();
    ChannelSession next = session(2, opened);
    List<Delivery> again = new ArrayList<>();
    while (again.size() < 3) {
      again.addAll(next.receive(3, PLENTY, LIMIT));
    }
    assertThat(bodies(again)).containsExactly("1", "2", "3");
    next.close();
  }

  /** A session whose channel the test can reach too. */
  private ChannelSession session(long epoch, AtomicReference<Channel> opened) throws Exception {
    RabbitMqSourceConfig config = config(Map.of());
    RabbitMqConnections connections = new RabbitMqConnections(config.broker(), "test");
    Connection own = connections.open();
    Connection observed =
        (Connection)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, args) -> {
                  Object result = method.invoke(own, args);
                  if (result instanceof Channel created) {
                    opened.set(created);
                  }
                  return result;
                });
    return ChannelSession.open(
        config, connections.failures(), new Prefetch(10, PLENTY, 1), epoch, observed);
  }

  @ParameterizedTest
  @ValueSource(strings = {"passive", "none"})
  void aDeletedQueueIsAnOutageUntilItIsFoundMissing(String declare) throws Exception {
    declare("classic");
    publishNumbers(1);
    open(Map.of("rabbitmq.queue.declare", declare));
    receive(1);

    channel.queueDelete(queue);

    assertThat(outage())
        .satisfies(e -> assertThat(e.isRetriable()).isTrue())
        .hasMessageContaining(queue);
    receiver.close();
    assertThatThrownBy(
            () -> {
              receiver.open();
              receiver.receive(1, PLENTY, WAIT);
            })
        .isInstanceOfSatisfying(
            BrokerException.class, e -> assertThat(e.setting()).isEqualTo("rabbitmq.queues"));
  }

  @Test
  void anActiveDeclarationCreatesTheQueueAndADifferentOneNamesTheSetting() throws Exception {
    open(
        Map.of(
            "rabbitmq.queue.declare", "active",
            "rabbitmq.queue.arguments.x-max-length", "5"));
    assertThat(ready()).isZero();
    receiver.close();

    RabbitMqReceiver other =
        new RabbitMqReceiver(
            config(
                Map.of(
                    "rabbitmq.queue.declare", "active",
                    "rabbitmq.queue.arguments.x-max-length", "6")));
    assertThatThrownBy(other::open)
        .isInstanceOfSatisfying(
            BrokerException.class,
            e -> assertThat(e.setting()).isEqualTo("rabbitmq.queue.declare"));
  }

  @Test
  void wrongCredentialsAndHostsNameTheirSetting() throws Exception {
    declare("classic");
    assertThat(refusal(Map.of("rabbitmq.password", "wrong"))).isEqualTo("rabbitmq.password");
    assertThat(refusal(Map.of("rabbitmq.virtual.host", "nowhere")))
        .isEqualTo("rabbitmq.virtual.host");
    assertThat(refusal(Map.of("rabbitmq.queues", "nowhere"))).isEqualTo("rabbitmq.queues");
    assertThat(refusal(Map.of("rabbitmq.addresses", "nowhere.invalid:5672")))
        .isEqualTo("rabbitmq.addresses");
    assertThat(refusal(Map.of("rabbitmq.ssl.enabled", "true"))).isEqualTo("rabbitmq.ssl.enabled");
  }

  private String refusal(Map<String, String> more) {
    try (RabbitMqReceiver refused = new RabbitMqReceiver(config(more))) {
      refused.open();
      return "opened";
    } catch (BrokerException e) {
      return e.setting();
    }
  }
}
