package com.babelqueue.connect.source.redis;

import static com.babelqueue.connect.source.redis.OpenReceiver.bodies;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.harness.RedisBroker;
import com.babelqueue.connect.harness.TlsEndpoint;
import com.babelqueue.connect.source.Delivery;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.util.JedisClusterCRC16;

/** Clusters, sentinels, ACL users and TLS, on servers of this machine that are set up so. */
class RedisModesTest {
  /** Those of the first of two nodes. */
  private static final int FIRST_HALF = 8_191;

  private static final int LAST_SLOT = 16_383;

  /** What the documentation says a user needs. */
  private static final String[] NEEDED = {
    "+blmove", "+lmove", "+llen", "+lrange", "+lrem", "+lpush", "+rpush", "+multi", "+exec"
  };

  @BeforeAll
  static void needServer() {
    assumeTrue(RedisBroker.isServerInstalled(), "no redis-server here");
  }

  @Test
  void aClusterIsReadOnWhateverNodeAQueueLies() throws Exception {
    try (RedisPeer first = clusterNode();
        RedisPeer second = clusterNode()) {
      join(first, second);
      String low = queue(0, FIRST_HALF);
      String high = queue(FIRST_HALF + 1, LAST_SLOT);
      first.send(low, List.of("a", "b"));
      second.send(high, List.of("c", "d"));

      try (OpenReceiver receiver =
          OpenReceiver.of(
              first,
              low + "," + high,
              "redis.mode",
              "cluster",
              "redis.processing.list",
              "{${queue}}:processing",
              "redis.dead.letter.list",
              "{${queue}}.dlq")) {
        List<Delivery> received = receiver.receive(4);

        assertThat(bodies(received)).containsExactlyInAnyOrder("a", "b", "c", "d");
        assertThat(receiver.get().accept(received.subList(0, 1))).isEmpty();
        assertThat(receiver.get().reject(received.subList(1, 2), "poison")).isEmpty();
        receiver.reconnect();
        assertThat(receiver.get().release(received.subList(2, 4))).isEmpty();
        assertThat(first.ready(low) + second.ready(high)).isEqualTo(2);
      }
    }
  }

  @Test
  void aClusterThatIsTakenForASingleServerIsAMistakeInTheMode() throws Exception {
    try (RedisPeer first = clusterNode();
        RedisPeer second = clusterNode()) {
      join(first, second);

      assertThatThrownBy(() -> OpenReceiver.of(first, queue(FIRST_HALF + 1, LAST_SLOT)).close())
          .isInstanceOfSatisfying(
              BrokerException.class, e -> assertThat(e.setting()).isEqualTo("redis.mode"));
    }
  }

  @Test
  void aClusterThatDoesNotServeASlotIsAnOutage() throws Exception {
    try (RedisPeer alone = clusterNode()) {
      assertThatThrownBy(() -> OpenReceiver.of(alone, "orders", "redis.mode", "cluster").close())
          .isInstanceOfSatisfying(BrokerException.class, e -> assertThat(e.isRetriable()).isTrue());
    }
  }

  private static RedisPeer clusterNode() {
    return RedisPeer.of(RedisBroker.startServer("cluster-enabled yes"));
  }

  private static void join(RedisPeer first, RedisPeer second) {
    first.run(Command.CLUSTER, "ADDSLOTSRANGE", "0", Integer.toString(FIRST_HALF));
    second.run(
        Command.CLUSTER,
        "ADDSLOTSRANGE",
        Integer.toString(FIRST_HALF + 1),
        Integer.toString(LAST_SLOT));
    // Two fresh nodes have the same epoch, which a meeting would have to sort out first.
    second.run(Command.CLUSTER, "SET-CONFIG-EPOCH", "2");
    first.run(Command.CLUSTER, "MEET", "127.0.0.1", Integer.toString(second.broker().port()));
    for (RedisPeer node : List.of(first, second)) {
      Await.until(
          "the cluster serves",
          OpenReceiver.LIMIT,
          () -> text(node.run(Command.CLUSTER, "INFO")).contains("cluster_state:ok"));
    }
  }

  private static String queue(int firstSlot, int lastSlot) {
    for (int i = 0; ; i++) {
      int slot = JedisClusterCRC16.getSlot("queue-" + i);
      if (firstSlot <= slot && slot <= lastSlot) {
        return "queue-" + i;
      }
    }
  }

  @Test
  void sentinelsSayWhereTheMasterIs() throws Exception {
    try (RedisPeer master = RedisPeer.of(RedisBroker.startServer());
        RedisBroker sentinel =
            RedisBroker.startServer(
                "sentinel monitor mymaster 127.0.0.1 " + master.broker().port() + " 1")) {
      master.send("orders", List.of("a"));
      InetSocketAddress address =
          InetSocketAddress.createUnresolved(sentinel.host(), sentinel.port());

      try (OpenReceiver receiver =
          OpenReceiver.at(
              address, "orders", "redis.mode", "sentinel", "redis.sentinel.master", "mymaster")) {
        assertThat(bodies(receiver.receive(1))).containsExactly("a");
      }
      assertThatThrownBy(
              () ->
                  OpenReceiver.at(
                          address,
                          "orders",
                          "redis.mode",
                          "sentinel",
                          "redis.sentinel.master",
                          "other")
                      .close())
          .isInstanceOfSatisfying(
              BrokerException.class,
              e -> assertThat(e.setting()).isEqualTo("redis.sentinel.master"));
    }
  }

  @Test
  void anAclUserNeedsNoMoreThanTheDocumentationSays() throws Exception {
    try (RedisPeer peer = RedisPeer.of(RedisBroker.startServer())) {
      String[] user = {
        "SETUSER", "bridge", "on", ">secret", "~orders", "~orders:processing:*", "~orders.dlq"
      };
      peer.run(Command.ACL, concat(user, NEEDED));
      peer.send("orders", List.of("a", "b", "c"));

      try (OpenReceiver receiver = asUser(peer)) {
        List<Delivery> received = receiver.receive(3);
        receiver.reconnect();
        assertThat(receiver.get().accept(received.subList(0, 1))).isEmpty();
        assertThat(receiver.get().reject(received.subList(1, 2), "poison")).isEmpty();
        assertThat(receiver.get().release(received.subList(2, 3))).isEmpty();
      }
      assertThat(peer.list("orders")).containsExactly("c");
      assertThat(peer.list("orders.dlq")).containsExactly("b");
    }
  }

  @Test
  void anAclUserThatMayNotReceiveIsNamed() throws Exception {
    try (RedisPeer peer = RedisPeer.of(RedisBroker.startServer())) {
      peer.run(Command.ACL, "SETUSER", "bridge", "on", ">secret", "~*", "+llen", "+lmove");

      try (OpenReceiver receiver = asUser(peer)) {
        assertThatThrownBy(() -> receiver.receive(1))
            .isInstanceOfSatisfying(
                BrokerException.class,
                e -> {
                  assertThat(e.setting()).isEqualTo("redis.username");
                  assertThat(e).hasMessageContaining("blmove");
                });
      }
    }
  }

  private static OpenReceiver asUser(RedisPeer peer) throws BrokerException {
    return OpenReceiver.of(
        peer,
        "orders",
        "redis.username",
        "bridge",
        "redis.password",
        "secret",
        "redis.client.name",
        "");
  }

  @Test
  void tlsTrustsWhatTheSettingsSay() throws Exception {
    try (RedisPeer peer = RedisPeer.of(RedisBroker.startWithTls())) {
      TlsEndpoint tls = peer.broker().tls().orElseThrow();
      InetSocketAddress address = InetSocketAddress.createUnresolved("localhost", tls.port());
      peer.send("orders", List.of("a"));

      try (OpenReceiver receiver =
          OpenReceiver.at(
              address,
              "orders",
              "redis.ssl.enabled",
              "true",
              "redis.ssl.truststore.location",
              tls.trustStore().toString(),
              "redis.ssl.truststore.password",
              tls.trustStorePassword())) {
        assertThat(bodies(receiver.receive(1))).containsExactly("a");
      }
      assertThatThrownBy(
              () -> OpenReceiver.at(address, "orders", "redis.ssl.enabled", "true").close())
          .isInstanceOfSatisfying(
              BrokerException.class,
              e -> assertThat(e.setting()).isEqualTo("redis.ssl.truststore.location"));
      // A plain listener waits for the end of what it takes for a command, as a lost server would.
      assertThatThrownBy(() -> OpenReceiver.of(peer, "orders", "redis.ssl.enabled", "true").close())
          .isInstanceOfSatisfying(BrokerException.class, e -> assertThat(e.isRetriable()).isTrue());
    }
  }

  private static String text(Object reply) {
    return new String((byte[]) reply, StandardCharsets.UTF_8);
  }

  private static String[] concat(String[] one, String[] two) {
    return Stream.of(one, two).flatMap(Stream::of).toArray(String[]::new);
  }
}
