package com.babelqueue.connect.source.redis;

import static com.babelqueue.connect.source.redis.OpenReceiver.bodies;
import static com.babelqueue.connect.source.redis.RedisPeer.processing;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.harness.TcpProxy;
import com.babelqueue.connect.source.Delivery;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.args.ListDirection;

/** Connections that break, and what is found in the processing list afterwards. */
class ListReceiverOutageTest {
  private static RedisPeer peer;

  @BeforeAll
  static void start() {
    peer = RedisPeer.start();
  }

  @AfterAll
  static void stop() {
    peer.close();
  }

  @Test
  void whatIsInFlightIsSettledAfterAReconnectAndNotDeliveredAgain() throws Exception {
    send("kept", 10);

    try (OpenReceiver receiver = OpenReceiver.of(peer, "kept")) {
      List<Delivery> received = receiver.receive(4);
      long epoch = receiver.get().epoch();

      receiver.reconnect();

      assertThat(receiver.get().epoch()).isEqualTo(epoch);
      assertThat(peer.list(processing("kept"))).isEqualTo(numbered(0, 4));
      assertThat(receiver.get().accept(received)).isEmpty();
      assertThat(bodies(receiver.receive(6))).isEqualTo(numbered(4, 10));
    }
  }

  @Test
  void whatAMoveLeftWithoutAnAnswerGoesBackToTheHeadInOrder() throws Exception {
    send("strays", 10);

    try (OpenReceiver receiver = OpenReceiver.of(peer, "strays")) {
      List<Delivery> received = receiver.receive(4);
      receiver.get().close();
      // As a server does that carried out moves whose answers were lost.
      for (int i = 0; i < 3; i++) {
        peer.client()
            .lmove("strays", processing("strays"), ListDirection.LEFT, ListDirection.RIGHT);
      }
      assertThat(peer.ready("strays")).isEqualTo(3);

      receiver.get().open();

      assertThat(peer.list("strays")).isEqualTo(numbered(4, 10));
      assertThat(peer.list(processing("strays"))).isEqualTo(numbered(0, 4));
      assertThat(receiver.get().accept(received)).isEmpty();
    }
  }

  @Test
  void whatWasPulledAndNotTakenGoesBackToo() throws Exception {
    send("buffered", 10);

    try (OpenReceiver receiver = OpenReceiver.of(peer, "buffered")) {
      List<Delivery> received = receiver.receive(2);
      receiver.get().receive(5, Long.MAX_VALUE, Duration.ZERO);
      Await.until(
          "the pull thread has moved five more",
          OpenReceiver.LIMIT,
          () -> peer.client().llen(processing("buffered")) >= 5);
      long inHand = peer.client().llen(processing("buffered"));

      receiver.reconnect();

      assertThat(inHand).isBetween(5L, 7L);
      List<Delivery> rest = receiver.receive(8);
      assertThat(bodies(received)).isEqualTo(numbered(0, 2));
      assertThat(bodies(rest).get(7)).isEqualTo("body-9");
    }
  }

  @Test
  void aSettlementThatTheServerNeverGotIsMadeUpForAndNotDeliveredAgain() throws Exception {
    send("doubt", 6);
    try (TcpProxy proxy = proxy();
        OpenReceiver receiver =
            OpenReceiver.at(address(proxy), "doubt", "redis.socket.timeout.ms", "500")) {
      List<Delivery> received = receiver.receive(4);
      proxy.stall();

      assertThatThrownBy(() -> receiver.get().accept(received.subList(0, 3)))
          .isInstanceOfSatisfying(BrokerException.class, e -> assertThat(e.isRetriable()).isTrue());
      receiver.get().close();
      proxy.dropConnections();
      proxy.unstall();
      receiver.get().open();

      assertThat(peer.list(processing("doubt"))).isEqualTo(numbered(3, 4));
      assertThat(bodies(receiver.receive(2))).isEqualTo(numbered(4, 6));
      assertThat(receiver.get().accept(received.subList(3, 4))).isEmpty();
    }
  }

  @Test
  void aSettlementOfSeveralQueuesIsMadeUpForInAllOfThem() throws Exception {
    send("doubt-a", 2);
    send("doubt-b", 2);
    try (TcpProxy proxy = proxy();
        OpenReceiver receiver =
            OpenReceiver.at(
                address(proxy),
                "doubt-a,doubt-b",
                "name",
                "doubts",
                "redis.socket.timeout.ms",
                "500")) {
      List<Delivery> received = receiver.receive(4);
      proxy.stall();

      assertThatThrownBy(() -> receiver.get().accept(received)).isInstanceOf(BrokerException.class);
      receiver.get().close();
      proxy.dropConnections();
      proxy.unstall();
      receiver.get().open();

      for (String queue : List.of("doubt-a", "doubt-b")) {
        assertThat(peer.list(queue)).isEmpty();
        assertThat(peer.list(queue + ":processing:doubts-0")).isEmpty();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"default", "limited"})
  void whatASlowNetworkDeliversLateIsNotLost(String user) throws Exception {
    peer.run(Command.ACL, "SETUSER", "limited", "on", ">secret", "~*", "+@all", "-client|kill");
    String queue = "slow-" + user;
    peer.createQueue(queue);
    try (TcpProxy proxy = proxy();
        OpenReceiver receiver =
            user.equals("default")
                ? OpenReceiver.at(address(proxy), queue, "redis.socket.timeout.ms", "500")
                : OpenReceiver.at(
                    address(proxy),
                    queue,
                    "redis.socket.timeout.ms",
                    "500",
                    "redis.username",
                    user,
                    "redis.password",
                    "secret")) {
      for (int round = 0; round < 3; round++) {
        int sent = round;
        receiver.get().receive(10, Long.MAX_VALUE, Duration.ofMillis(100));
        proxy.stall();
        awaitOutage(receiver);
        receiver.get().close();
        peer.send(queue, List.of("body-" + sent));
        proxy.unstall();
        Await.until(
            "it is connected again",
            OpenReceiver.LIMIT,
            () -> {
              try {
                receiver.get().open();
                return true;
              } catch (BrokerException e) {
                receiver.get().close();
                return false;
              }
            });

        List<Delivery> received = receiver.receive(1);
        assertThat(bodies(received)).containsExactly("body-" + sent);
        receiver.get().accept(received);
      }
      assertThat(peer.unsettled(queue)).isZero();
    }
  }

  @Test
  void whatTheServerStillHoldsOfALostConnectionIsClosed() throws Exception {
    peer.createQueue("held");
    try (TcpProxy lost = proxy();
        TcpProxy other = proxy();
        OpenReceiver receiver =
            OpenReceiver.at(
                address(lost),
                "held",
                "redis.host.and.ports",
                "127.0.0.1:" + lost.port() + ",127.0.0.1:" + other.port(),
                "redis.socket.timeout.ms",
                "500")) {
      peer.send("held", List.of("first"));
      List<Delivery> first = receiver.receive(1);
      lost.stall();
      lost.refuse();
      // What the network holds back keeps the server's end of the connection open.
      assertThatThrownBy(() -> receiver.get().accept(first)).isInstanceOf(BrokerException.class);

      receiver.reconnect();

      String own = "name=babelqueue-held-0 ";
      assertThat(text(peer.run(Command.CLIENT, "LIST")).lines())
          .as("one that waits and one that settles")
          .filteredOn(line -> line.contains(own))
          .hasSize(2);
      lost.unstall();
      peer.send("held", List.of("a", "b"));
      List<Delivery> received = receiver.receive(2);
      assertThat(bodies(received)).containsExactly("a", "b");
      receiver.get().accept(received);
      assertThat(peer.unsettled("held")).isZero();
    }
  }

  private static void awaitOutage(OpenReceiver receiver) {
    Await.until(
        "the outage is noticed",
        OpenReceiver.LIMIT,
        () -> {
          try {
            receiver.get().receive(10, Long.MAX_VALUE, Duration.ofSeconds(1));
            return false;
          } catch (BrokerException e) {
            return e.isRetriable();
          }
        });
  }

  private static String text(Object reply) {
    return new String((byte[]) reply, UTF_8);
  }

  @Test
  void aLostConnectionIsAnOutage() throws Exception {
    peer.createQueue("lost");
    try (TcpProxy proxy = proxy();
        OpenReceiver receiver = OpenReceiver.at(address(proxy), "lost")) {
      receiver.get().receive(1, Long.MAX_VALUE, Duration.ZERO);
      proxy.refuse();
      proxy.dropConnections();

      assertThatThrownBy(
              () -> {
                while (true) {
                  receiver.get().receive(1, Long.MAX_VALUE, Duration.ofSeconds(1));
                }
              })
          .isInstanceOfSatisfying(BrokerException.class, e -> assertThat(e.isRetriable()).isTrue());
      receiver.get().close();
      assertThatThrownBy(receiver.get()::open)
          .isInstanceOfSatisfying(BrokerException.class, e -> assertThat(e.isRetriable()).isTrue());
    }
  }

  private static TcpProxy proxy() {
    return TcpProxy.to(peer.broker().host(), peer.broker().port());
  }

  private static InetSocketAddress address(TcpProxy proxy) {
    return InetSocketAddress.createUnresolved("127.0.0.1", proxy.port());
  }

  private static void send(String queue, int count) {
    peer.createQueue(queue);
    peer.send(queue, numbered(0, count));
  }

  private static List<String> numbered(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> "body-" + i).toList();
  }
}
