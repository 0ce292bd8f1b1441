package com.babelqueue.connect.sink.redis;

import static com.babelqueue.connect.sink.redis.OpenSender.ANY_LIST;
import static com.babelqueue.connect.sink.redis.OpenSender.envelope;
import static com.babelqueue.connect.sink.redis.OpenSender.outcome;
import static com.babelqueue.connect.sink.redis.OpenSender.probe;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.NativeHeader;
import com.babelqueue.connect.contract.SendProbe;
import com.babelqueue.connect.contract.SendProbe.Kind;
import com.babelqueue.connect.harness.TcpProxy;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Protocol.Command;

/** The sender on a real server: order, frames, and what becomes of what cannot be pushed. */
class ListSenderTest {
  private static RedisPeer peer;

  @BeforeAll
  static void start() {
    peer = RedisPeer.start();
  }

  @AfterAll
  static void stop() {
    peer.close();
  }

  @BeforeEach
  void empty() {
    for (String list : new String[] {"orders", "a", "b"}) {
      peer.createQueue(list);
    }
    peer.client().set("text", "no list");
  }

  @AfterEach
  void serverAsItWas() {
    peer.run(Command.CONFIG, "SET", "maxmemory", "0");
  }

  @Test
  void oneCallPushesBareElementsInOrderWithOneCommandForEachList() throws Exception {
    try (OpenSender sender = OpenSender.of(peer, ANY_LIST)) {
      long before = calls("rpush");
      SendProbe[] probes =
          IntStream.range(0, 500)
              .mapToObj(i -> probe(i % 2 == 0 ? "a" : "b", i))
              .toArray(SendProbe[]::new);
      sender.send(probes);

      assertThat(probes).allSatisfy(ListSenderTest::assertSent);
      assertThat(peer.list("a"))
          .isEqualTo(IntStream.range(0, 250).mapToObj(i -> envelope(2 * i)).toList());
      assertThat(peer.list("b"))
          .isEqualTo(IntStream.range(0, 250).mapToObj(i -> envelope(2 * i + 1)).toList());
      assertThat(calls("rpush") - before).isEqualTo(2);
    }
  }

  @Test
  void headersTravelInAFrame() throws Exception {
    try (OpenSender sender = OpenSender.of(peer, "orders")) {
      sender.send(
          probe("orders", 1),
          probe("orders", 2, new NativeHeader("b", "ğ\"/"), new NativeHeader("a", "1")),
          probe("orders", 3, new NativeHeader("bytes", new byte[] {(byte) 0xff})));
    }

    assertThat(peer.list("orders"))
        .containsExactly(
            envelope(1),
            "{\"__bq_frame\":1,\"headers\":{\"a\":\"1\",\"b\":\"ğ\\\"/\"},\"body\":\""
                + envelope(2).replace("\\", "\\\\").replace("\"", "\\\"")
                + "\"}",
            envelope(3));
  }

  @Test
  void withoutFramesHeadersAreDropped() throws Exception {
    try (OpenSender sender = OpenSender.of(peer, "orders", "redis.frame.enabled", "false")) {
      sender.send(probe("orders", 1, new NativeHeader("a", "1")));
    }

    assertThat(peer.list("orders")).containsExactly(envelope(1));
  }

  @Test
  void aDelayAndALargeElementAreRejectedAndTheOthersGoOn() throws Exception {
    byte[] body = envelope(1).getBytes(UTF_8);
    SendProbe delayed =
        SendProbe.of(SendProbe.envelope("orders", body).delay(Duration.ofMillis(1)).build());
    SendProbe undelayed =
        SendProbe.of(SendProbe.envelope("orders", body).delay(Duration.ZERO).build());
    SendProbe large = probe("orders", 2, new NativeHeader("pad", "x".repeat(1_024)));
    SendProbe good = probe("orders", 3);

    try (OpenSender sender = OpenSender.of(peer, "orders", "redis.max.element.bytes", "1024")) {
      sender.send(delayed, undelayed, large, good);
    }

    assertThat(outcome(delayed).kind()).isEqualTo(Kind.REJECTED);
    assertThat(outcome(delayed).reason()).isEqualTo("delay");
    assertThat(outcome(large).kind()).isEqualTo(Kind.REJECTED);
    assertThat(outcome(large).reason()).isEqualTo("too_large");
    assertThat(outcome(large).detail()).contains("redis.max.element.bytes").doesNotContain("xxx");
    assertSent(undelayed);
    assertSent(good);
    assertThat(peer.list("orders")).containsExactly(envelope(1), envelope(3));
  }

  @Test
  void aKeyThatARecordNamedAndThatIsNoListRefusesThatRecordOnly() throws Exception {
    SendProbe wrong = probe("text", 1);
    SendProbe good = probe("a", 2);
    try (OpenSender sender = OpenSender.of(peer, ANY_LIST)) {
      sender.send(wrong, good);
    }

    assertThat(outcome(wrong))
        .isEqualTo(
            new SendProbe.Outcome(
                Kind.REFUSED, "no_list", "key text holds something else than a list"));
    assertSent(good);
    assertThat(peer.list("a")).containsExactly(envelope(2));
  }

  @Test
  void aFixedKeyThatIsNoListIsAMistakeInTheSettings() throws Exception {
    assertThatThrownBy(() -> OpenSender.of(peer, "text").close())
        .satisfies(ListSenderTest::assertMistakeInQueue);
    try (OpenSender sender = OpenSender.of(peer, "orders")) {
      peer.client().set("orders", "no list any more");
      SendProbe probe = probe("orders", 1);

      assertThatThrownBy(() -> sender.send(probe)).satisfies(ListSenderTest::assertMistakeInQueue);
      assertThat(probe.isDone()).isFalse();
    }
  }

  private static void assertMistakeInQueue(Throwable e) {
    assertThat(e)
        .isInstanceOfSatisfying(
            BrokerException.class,
            failure -> assertThat(failure.setting()).isEqualTo("redis.queue"));
  }

  @Test
  void aServerWithoutMemoryIsTriedAgain() throws Exception {
    try (OpenSender sender = OpenSender.of(peer, "orders")) {
      peer.run(Command.CONFIG, "SET", "maxmemory", "1");
      SendProbe first = probe("orders", 1);
      SendProbe second = probe("orders", 2);
      sender.send(first, second);

      assertThat(outcome(first).kind()).isEqualTo(Kind.RETRY);
      assertThat(outcome(first).reason()).startsWith("OOM");
      assertThat(outcome(second).kind()).isEqualTo(Kind.RETRY);
      peer.run(Command.CONFIG, "SET", "maxmemory", "0");
      SendProbe again = probe("orders", 1);
      sender.send(again);
      assertSent(again);
      assertThat(peer.list("orders")).containsExactly(envelope(1));
    }
  }

  @Test
  void aServerThatBecameAReplicaIsAnOutage() throws Exception {
    try (OpenSender sender = OpenSender.of(peer, "orders")) {
      peer.run(Command.REPLICAOF, "127.0.0.1", "1");
      SendProbe probe = probe("orders", 1);

      assertThatThrownBy(() -> sender.send(probe))
          .isInstanceOfSatisfying(BrokerException.class, e -> assertThat(e.isRetriable()).isTrue());
      assertThat(probe.isDone()).isFalse();
    } finally {
      peer.run(Command.REPLICAOF, "NO", "ONE");
    }
  }

  @Test
  void aLostConnectionLeavesTheOutcomeOpenAndTheNextOneWorks() throws Exception {
    try (TcpProxy proxy = TcpProxy.to(peer.broker().host(), peer.broker().port());
        OpenSender sender =
            OpenSender.at(
                InetSocketAddress.createUnresolved("127.0.0.1", proxy.port()), "orders")) {
      proxy.cutAfterBytes(50);
      SendProbe lost = probe("orders", 1);

      assertThatThrownBy(() -> sender.send(lost))
          .isInstanceOfSatisfying(
              BrokerException.class,
              e -> {
                assertThat(e.isRetriable()).isTrue();
                assertThat(e).hasMessageContaining("orders").hasMessageNotContaining("urn:x");
              });
      assertThat(lost.isDone()).isFalse();
      sender.reopen();
      SendProbe again = probe("orders", 1);
      sender.send(again);
      assertSent(again);
    }
    assertThat(peer.list("orders")).containsExactly(envelope(1));
  }

  private static void assertSent(SendProbe probe) {
    assertThat(probe.isDone()).isTrue();
    try {
      assertThat(outcome(probe).kind()).isEqualTo(Kind.SENT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static long calls(String command) {
    String start = "cmdstat_" + command + ":calls=";
    return peer.client()
        .info("commandstats")
        .lines()
        .filter(line -> line.startsWith(start))
        .mapToLong(line -> Long.parseLong(line.substring(start.length(), line.indexOf(','))))
        .sum();
  }
}
