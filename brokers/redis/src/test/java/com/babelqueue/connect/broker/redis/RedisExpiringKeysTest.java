package com.babelqueue.connect.broker.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.harness.BrokerChoice;
import com.babelqueue.connect.harness.RedisBroker;
import com.babelqueue.connect.harness.TcpProxy;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.util.JedisClusterCRC16;

class RedisExpiringKeysTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String PREFIX = "other.";

  private static RedisBroker broker;
  private static RedisClient client;

  @BeforeAll
  static void start() {
    broker = RedisBroker.start();
    BrokerChoice.announce("Redis", broker.describe());
    client = RedisClient.create(broker.host(), broker.port());
  }

  @AfterAll
  static void stop() {
    client.close();
    broker.close();
  }

  @Test
  void keysAreThereOnceTheyWerePut() throws Exception {
    try (RedisExpiringKeys keys = keys(broker.port())) {
      keys.put(List.of("there:a", "there:b"), HOUR);

      assertThat(keys.present(List.of("there:a", "there:b", "there:c", "there:a")))
          .containsExactlyInAnyOrder("there:a", "there:b");
      assertThat(keys.present(List.of())).isEmpty();
    }
  }

  @Test
  void keysGoWhenTheirTimeIsOverWhichStartsAnewWithEachPut() throws Exception {
    try (RedisExpiringKeys keys = keys(broker.port())) {
      keys.put(List.of("timed"), Duration.ofSeconds(20));
      assertThat(client.pttl("timed")).isBetween(1L, 20_000L);

      keys.put(List.of("timed"), HOUR);

      assertThat(client.pttl("timed")).isBetween(30_000L, HOUR.toMillis());
    }
  }

  @Test
  void aKeyThatWasRemovedIsThereNoMore() throws Exception {
    try (RedisExpiringKeys keys = keys(broker.port())) {
      keys.put(List.of("removed", "kept"), HOUR);
      keys.remove("removed");
      keys.remove("never-there");

      assertThat(keys.present(List.of("removed", "kept"))).containsExactly("kept");
    }
  }

  @Test
  void moreKeysThanOneRoundTripTakesKeepTheirAnswers() throws Exception {
    List<String> all =
        IntStream.range(0, 2 * RedisExpiringKeys.BATCH + 1).mapToObj(i -> "many:" + i).toList();
    List<String> some = all.stream().filter(key -> key.endsWith("0")).toList();
    try (RedisExpiringKeys keys = keys(broker.port())) {
      keys.put(some, HOUR);
      assertThat(keys.present(all)).containsExactlyInAnyOrderElementsOf(some);

      keys.put(all, HOUR);
      assertThat(keys.present(all)).containsExactlyInAnyOrderElementsOf(all);
    }
  }

  @Test
  void aConnectionThatTheServerClosedWhileIdleIsReplacedUnseen() throws Exception {
    try (TcpProxy proxy = TcpProxy.to(broker.host(), broker.port());
        RedisExpiringKeys keys = keys(proxy.port())) {
      keys.put(List.of("idle"), HOUR);
      proxy.dropConnections();

      assertThat(keys.present(List.of("idle"))).containsExactly("idle");
      assertThat(proxy.connections()).isEqualTo(2);
    }
  }

  @Test
  void anOutageIsReportedAndTheNextCallAfterItConnectsAgain() throws Exception {
    try (TcpProxy proxy = TcpProxy.to(broker.host(), broker.port());
        RedisExpiringKeys keys = keys(proxy.port())) {
      keys.put(List.of("outage"), HOUR);
      proxy.refuse();
      proxy.dropConnections();

      assertOutage(() -> keys.present(List.of("outage")));
      assertOutage(() -> keys.put(List.of("outage"), HOUR));
      assertOutage(() -> keys.remove("outage"));
      proxy.accept();

      assertThat(keys.present(List.of("outage"))).containsExactly("outage");
    }
  }

  @Test
  void aServerThatHangsIsWaitedForOnce() throws Exception {
    try (TcpProxy proxy = TcpProxy.to(broker.host(), broker.port());
        RedisExpiringKeys keys = keys(proxy.port(), "redis.socket.timeout.ms", "300")) {
      keys.put(List.of("hang"), HOUR);
      proxy.stall();

      assertOutage(() -> keys.present(List.of("hang")));
      assertThat(proxy.connections()).isEqualTo(1);
      proxy.dropConnections();
      proxy.unstall();

      assertThat(keys.present(List.of("hang"))).containsExactly("hang");
    }
  }

  private static void assertOutage(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(BrokerException.class, e -> assertThat(e.isRetriable()).isTrue());
  }

  @Test
  void aUserThatMayNotWriteIsNamedUnderTheSettingsPrefix() throws Exception {
    ClusterNode.run(client, Command.ACL, "SETUSER", "reader", "on", ">topsecret", "~*", "+exists");
    try (RedisExpiringKeys keys =
        keys(
            broker.port(),
            "redis.username",
            "reader",
            "redis.password",
            "topsecret",
            "redis.client.name",
            "")) {
      assertThat(keys.present(List.of("nothing"))).isEmpty();

      assertThatThrownBy(() -> keys.put(List.of("nothing"), HOUR))
          .isInstanceOfSatisfying(
              BrokerException.class, e -> assertThat(e.setting()).isEqualTo("other.redis.username"))
          .hasMessageContaining("set")
          .hasMessageNotContaining("topsecret");
      assertThat(keys.present(List.of("nothing"))).isEmpty();
    }
  }

  @Test
  void closingLeavesNoConnectionAndNoThread() throws Exception {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    RedisExpiringKeys keys = keys(broker.port(), "redis.client.name", "to-be-closed");
    keys.put(List.of("closed"), HOUR);
    assertThat(clients()).contains("to-be-closed");
    assertThat(Thread.getAllStackTraces().keySet()).isSubsetOf(before);

    keys.close();
    keys.close();

    Await.until("the connection is gone", LIMIT, () -> !clients().contains("to-be-closed"));
  }

  private static String clients() {
    return ClusterNode.run(client, Command.CLIENT, "LIST");
  }

  @Test
  void inAClusterEachKeyGoesToItsNode() throws Exception {
    assumeTrue(RedisBroker.isServerInstalled(), "no redis-server here");
    List<String> all = IntStream.range(0, 40).mapToObj(i -> "clustered:" + i).toList();
    try (ClusterNode first = new ClusterNode();
        ClusterNode second = new ClusterNode();
        RedisExpiringKeys keys = clusterKeys(first)) {
      ClusterNode.join(first, second);

      keys.put(all.subList(0, 30), HOUR);

      assertThat(all.subList(0, 30).stream().filter(ClusterNode::isInFirstHalf))
          .hasSizeBetween(1, 29);
      assertThat(keys.present(all)).containsExactlyInAnyOrderElementsOf(all.subList(0, 30));
      for (String key : all.subList(0, 30)) {
        ClusterNode node = ClusterNode.isInFirstHalf(key) ? first : second;
        assertThat(node.holds(key)).as(key).isTrue();
      }
    }
  }

  @Test
  void afterASlotHasMovedTheNextCallFindsItsNode() throws Exception {
    assumeTrue(RedisBroker.isServerInstalled(), "no redis-server here");
    try (ClusterNode first = new ClusterNode();
        ClusterNode second = new ClusterNode();
        RedisExpiringKeys keys = clusterKeys(first)) {
      ClusterNode.join(first, second);
      List<String> held =
          IntStream.iterate(0, i -> i + 1)
              .mapToObj(i -> "moved:" + i)
              .filter(ClusterNode::isInFirstHalf)
              .limit(2)
              .toList();
      assertThat(keys.present(held)).isEmpty();
      first.handOver(JedisClusterCRC16.getSlot(held.get(0)), second);

      assertOutage(() -> keys.put(held, HOUR));
      keys.put(held, HOUR);

      assertThat(second.holds(held.get(0))).isTrue();
      assertThat(first.holds(held.get(1))).isTrue();
    }
  }

  private static RedisExpiringKeys clusterKeys(ClusterNode node) {
    return keys(
        Map.of(PREFIX + "redis.host.and.ports", node.address(), PREFIX + "redis.mode", "cluster"));
  }

  private static RedisExpiringKeys keys(int port, String... pairs) {
    Map<String, String> props = new HashMap<>();
    props.put(PREFIX + "redis.host.and.ports", broker.host() + ":" + port);
    for (int i = 0; i < pairs.length; i += 2) {
      props.put(PREFIX + pairs[i], pairs[i + 1]);
    }
    return keys(props);
  }

  private static RedisExpiringKeys keys(Map<String, String> props) {
    ConfigDef def = new ConfigDef();
    RedisSettings.define(def, PREFIX);
    return new RedisExpiringKeys(
        new RedisSettings(new AbstractConfig(def, props, false), PREFIX), "test", "other.names");
  }
}
