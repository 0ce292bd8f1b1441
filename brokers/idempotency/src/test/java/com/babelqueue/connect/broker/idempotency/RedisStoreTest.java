package com.babelqueue.connect.broker.idempotency;

import static com.babelqueue.connect.broker.idempotency.Deduplicator.Verdict.DUPLICATE;
import static com.babelqueue.connect.broker.idempotency.Deduplicator.Verdict.RUN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.harness.TcpProxy;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;

/** What tasks remember in a Redis server, as their settings make them. */
class RedisStoreTest {
  private static RedisServer redis;

  @BeforeAll
  static void start() {
    redis = new RedisServer();
  }

  @AfterAll
  static void stop() {
    redis.close();
  }

  @Test
  void twoTasksOfAConnectorShareWhatTheyDid() throws Exception {
    IdempotencySettings settings = redis.settings("shared");
    try (Deduplicator<String> one = settings.deduplicator(System::nanoTime);
        Deduplicator<String> other = settings.deduplicator(System::nanoTime)) {
      one.lookUp(List.of("done", "failed"));
      one.admit("done", "m");
      one.admit("failed", "m");
      one.succeeded("done");
      one.failed("failed");
      one.flush();

      other.lookUp(List.of("done", "failed"));

      assertThat(other.admit("done", "m")).isEqualTo(DUPLICATE);
      assertThat(other.admit("failed", "m")).isEqualTo(RUN);
    }
  }

  @Test
  void theKeyNamesConnectorAndIdAndGoesAfterTheTimeToLive() throws Exception {
    remember(redis.settings("orders-sink", "idempotency.ttl.ms", "60000"), "id-A");

    assertThat(redis.client().pttl("babelqueue:idempotency:orders-sink:id-A"))
        .isBetween(1L, 60_000L);
  }

  @Test
  void aNamespaceKeepsToItsOwnAndIsSharedOnDemand() throws Exception {
    remember(redis.settings("a", "idempotency.namespace", "team"), "id-A");

    assertThat(isRemembered(redis.settings("b", "idempotency.namespace", "team"), "id-A")).isTrue();
    assertThat(isRemembered(redis.settings("a"), "id-A")).isFalse();
  }

  @Test
  void aNameCannotReachIntoAnotherNamespaceNorTieAllKeysToOneNode() throws Exception {
    remember(redis.settings("a"), "b:id");
    remember(redis.settings("{a}%"), "id");

    assertThat(isRemembered(redis.settings("a:b"), "id")).isFalse();
    assertThat(redis.client().exists("babelqueue:idempotency:%7Ba%7D%25:id")).isTrue();
  }

  @Test
  void forgettingReachesTheWholeFleet() throws Exception {
    IdempotencySettings settings = redis.settings("forgetful");
    remember(settings, "id-A");
    try (Deduplicator<String> task = settings.deduplicator(System::nanoTime)) {
      task.forget("id-A");
    }

    assertThat(isRemembered(settings, "id-A")).isFalse();
  }

  @Test
  void anOutageStopsLookUpsLosesNoSuccessAndPasses() throws Exception {
    try (TcpProxy proxy = TcpProxy.to(redis.broker().host(), redis.broker().port())) {
      IdempotencySettings settings =
          redis.settings("outage", "idempotency.redis.host.and.ports", "127.0.0.1:" + proxy.port());
      try (Deduplicator<String> task = settings.deduplicator(System::nanoTime)) {
        task.lookUp(List.of("id-A"));
        task.admit("id-A", "m");
        proxy.refuse();
        proxy.dropConnections();
        task.succeeded("id-A");

        assertOutage(task::flush);
        assertOutage(() -> task.lookUp(List.of("id-B")));
        // Validation would blame an outage on the broker's address.
        assertThatThrownBy(settings::tryConnection)
            .isInstanceOfSatisfying(
                BrokerException.class,
                e -> assertThat(e.setting()).isEqualTo(IdempotencySettings.STORE));
        proxy.accept();
        task.lookUp(List.of("id-B"));
        task.flush();
      }
      assertThat(isRemembered(settings, "id-A")).isTrue();
    }
  }

  private static void assertOutage(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(BrokerException.class, e -> assertThat(e.isRetriable()).isTrue());
  }

  @Test
  void tryingTheConnectionLeavesNothingBehind() throws Exception {
    redis.settings("tried").tryConnection();

    assertThat(redis.client().keys("babelqueue:idempotency:tried:*")).isEmpty();
  }

  @Test
  void aUserThatMayNotRememberIsFoundWhenTryingTheConnection() {
    user("reader", "+exists");

    assertThatThrownBy(() -> asUser("reader").tryConnection())
        .isInstanceOfSatisfying(
            BrokerException.class,
            e -> assertThat(e.setting()).isEqualTo("idempotency.redis.username"))
        .hasMessageContaining("set")
        .hasMessageNotContaining("topsecret");
  }

  @Test
  void aUserNeedsNoMoreThanTheThreeCommandsOnTheKeysOfItsNamespace() throws Exception {
    user("bridge", "+exists", "+set", "+del");
    IdempotencySettings settings = asUser("bridge");

    settings.tryConnection();
    remember(settings, "id-A");

    assertThat(isRemembered(settings, "id-A")).isTrue();
  }

  private static void user(String name, String... commands) {
    CommandArguments acl =
        new CommandArguments(Command.ACL)
            .add("SETUSER")
            .add(name)
            .add("on")
            .add(">topsecret")
            .add("~babelqueue:idempotency:users:*");
    for (String command : commands) {
      acl.add(command);
    }
    redis.client().executeCommand(acl);
  }

  private static IdempotencySettings asUser(String name) {
    return redis.settings(
        "users",
        "idempotency.redis.username",
        name,
        "idempotency.redis.password",
        "topsecret",
        "idempotency.redis.client.name",
        "");
  }

  private static void remember(IdempotencySettings settings, String id) throws BrokerException {
    try (Deduplicator<String> task = settings.deduplicator(System::nanoTime)) {
      task.lookUp(List.of(id));
      task.admit(id, "m");
      task.succeeded(id);
      task.flush();
    }
  }

  private static boolean isRemembered(IdempotencySettings settings, String id)
      throws BrokerException {
    try (Deduplicator<String> task = settings.deduplicator(System::nanoTime)) {
      task.lookUp(List.of(id));
      return task.admit(id, "m") == DUPLICATE;
    }
  }
}
