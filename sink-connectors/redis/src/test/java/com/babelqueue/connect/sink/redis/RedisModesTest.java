package com.babelqueue.connect.sink.redis;

import static com.babelqueue.connect.sink.redis.OpenSender.ANY_LIST;
import static com.babelqueue.connect.sink.redis.OpenSender.envelope;
import static com.babelqueue.connect.sink.redis.OpenSender.outcome;
import static com.babelqueue.connect.sink.redis.OpenSender.probe;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.contract.SendProbe;
import com.babelqueue.connect.contract.SendProbe.Kind;
import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.harness.RedisBroker;
import com.babelqueue.connect.harness.TlsEndpoint;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.util.JedisClusterCRC16;

/** Clusters, sentinels, ACL users and TLS, on servers of this machine that are set up so. */
class RedisModesTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  /** A slot of the first node's half and one of the second's. */
  private static final String LOW = list(0, 8_191);

  private static final String HIGH = list(8_192, 16_383);

  @BeforeAll
  static void needServer() {
    assumeTrue(RedisBroker.isServerInstalled(), "no redis-server here");
  }

  @Test
  void aClusterIsWrittenOnWhateverNodeAListLiesAlsoAfterItsSlotHasMoved() throws Exception {
    try (RedisPeer first = clusterNode();
        RedisPeer second = clusterNode()) {
      join(first, second);
      try (OpenSender sender = OpenSender.of(first, ANY_LIST, "redis.mode", "cluster")) {
        SendProbe low = probe(LOW, 1);
        SendProbe high = probe(HIGH, 2);
        sender.send(low, high);
        assertThat(outcome(low).kind()).isEqualTo(Kind.SENT);
        assertThat(outcome(high).kind()).isEqualTo(Kind.SENT);
        assertThat(first.list(LOW)).containsExactly(envelope(1));
        assertThat(second.list(HIGH)).containsExactly(envelope(2));

        first.client().del(LOW);
        move(LOW, first, second);
        SendProbe moved = probe(LOW, 3);
        SendProbe stayed = probe(HIGH, 4);
        assertThatThrownBy(() -> sender.send(moved, stayed))
            .isInstanceOfSatisfying(
                BrokerException.class, e -> assertThat(e.isRetriable()).isTrue());
        assertThat(moved.isDone()).isFalse();
        assertThat(outcome(stayed).kind()).isEqualTo(Kind.SENT);
        sender.reopen();
        SendProbe again = probe(LOW, 3);
        sender.send(again);
        assertThat(outcome(again).kind()).isEqualTo(Kind.SENT);
        assertThat(second.list(LOW)).containsExactly(envelope(3));
      }
    }
  }

  private static RedisPeer clusterNode() {
    return RedisPeer.of(RedisBroker.startServer("cluster-enabled yes"));
  }

  private static void join(RedisPeer first, RedisPeer second) {
    first.run(Command.CLUSTER, "ADDSLOTSRANGE", "0", "8191");
    second.run(Command.CLUSTER, "ADDSLOTSRANGE", "8192", "16383");
    // Two fresh nodes have the same epoch, which a meeting would have to sort out first.
    second.run(Command.CLUSTER, "SET-CONFIG-EPOCH", "2");
    first.run(Command.CLUSTER, "MEET", "127.0.0.1", Integer.toString(second.broker().port()));
    for (RedisPeer node : List.of(first, second)) {
      Await.until(
          "the cluster serves",
          LIMIT,
          () -> text(node.run(Command.CLUSTER, "INFO")).contains("cluster_state:ok"));
    }
  }

  private static void move(String list, RedisPeer from, RedisPeer to) {
    String slot = Integer.toString(JedisClusterCRC16.getSlot(list));
    String target = text(to.run(Command.CLUSTER, "MYID"));
    to.run(Command.CLUSTER, "SETSLOT", slot, "NODE", target);
    from.run(Command.CLUSTER, "SETSLOT", slot, "NODE", target);
  }

  private static String list(int firstSlot, int lastSlot) {
    return IntStream.iterate(0, i -> i + 1)
        .mapToObj(i -> "queue-" + i)
        .filter(
            name -> {
              int slot = JedisClusterCRC16.getSlot(name);
              return firstSlot <= slot && slot <= lastSlot;
            })
        .findFirst()
        .orElseThrow();
  }

  @Test
  void sentinelsSayWhereTheMasterIs() throws Exception {
    try (RedisPeer master = RedisPeer.of(RedisBroker.startServer());
        RedisBroker sentinel =
            RedisBroker.startServer(
                "sentinel monitor mymaster 127.0.0.1 " + master.broker().port() + " 1");
        OpenSender sender =
            OpenSender.at(
                InetSocketAddress.createUnresolved(sentinel.host(), sentinel.port()),
                "orders",
                "redis.mode",
                "sentinel",
                "redis.sentinel.master",
                "mymaster")) {
      sender.send(probe("orders", 1));

      assertThat(master.list("orders")).containsExactly(envelope(1));
    }
  }

  @Test
  void anAclUserNeedsNoMoreThanTheDocumentationSays() throws Exception {
    try (RedisPeer peer = RedisPeer.of(RedisBroker.startServer())) {
      peer.run(
          Command.ACL,
          "SETUSER",
          "bridge",
          "on",
          ">secret",
          "~orders",
          "+rpush",
          "+llen",
          "+client|setname");
      try (OpenSender sender = asUser(peer, "orders")) {
        sender.send(probe("orders", 1));
      }
      assertThat(peer.list("orders")).containsExactly(envelope(1));

      assertThatThrownBy(() -> asUser(peer, "other").close())
          .satisfies(RedisModesTest::assertMistakeInUser);
      try (OpenSender sender = asUser(peer, ANY_LIST)) {
        SendProbe forbidden = probe("other", 2);
        assertThatThrownBy(() -> sender.send(forbidden))
            .satisfies(RedisModesTest::assertMistakeInUser);
        assertThat(forbidden.isDone()).isFalse();
      }
    }
  }

  private static OpenSender asUser(RedisPeer peer, String queue) throws BrokerException {
    return OpenSender.of(peer, queue, "redis.username", "bridge", "redis.password", "secret");
  }

  private static void assertMistakeInUser(Throwable e) {
    assertThat(e)
        .isInstanceOfSatisfying(
            BrokerException.class,
            failure -> assertThat(failure.setting()).isEqualTo("redis.username"));
  }

  @Test
  void tlsIsSpokenWithAServerWhoseCertificateIsTrusted() throws Exception {
    try (RedisPeer peer = RedisPeer.of(RedisBroker.startWithTls())) {
      TlsEndpoint tls = peer.broker().tls().orElseThrow();
      try (OpenSender sender =
          OpenSender.at(
              InetSocketAddress.createUnresolved("localhost", tls.port()),
              "orders",
              "redis.ssl.enabled",
              "true",
              "redis.ssl.truststore.location",
              tls.trustStore().toString(),
              "redis.ssl.truststore.password",
              tls.trustStorePassword())) {
        sender.send(probe("orders", 1));
      }
      assertThat(peer.list("orders")).containsExactly(envelope(1));
    }
  }

  private static String text(Object reply) {
    return new String((byte[]) reply, UTF_8);
  }
}
