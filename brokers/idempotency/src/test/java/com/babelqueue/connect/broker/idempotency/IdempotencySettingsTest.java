package com.babelqueue.connect.broker.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.babelqueue.connect.broker.BrokerException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdempotencySettingsTest {
  @Test
  void nothingIsRememberedUnlessAskedFor() throws Exception {
    IdempotencySettings settings = RedisServer.settings("c", Map.of());

    assertThat(settings.enabled()).isFalse();
    assertThat(settings.<String>deduplicator(System::nanoTime)).isNull();
    settings.tryConnection();
    assertThat(problems(settings)).isEmpty();
  }

  @Test
  void memoryHoldsAsMuchAndAsLongAsTheSettingsSay() throws Exception {
    long[] now = {0};
    IdempotencySettings settings =
        RedisServer.settings(
            "c",
            Map.of(
                "idempotency.store", "memory",
                "idempotency.ttl.ms", "1000",
                "idempotency.max.entries", "2"));
    settings.tryConnection();
    try (Deduplicator<String> task = settings.deduplicator(() -> now[0])) {
      List<String> ids = List.of("1", "2", "3");
      task.lookUp(ids);
      for (String id : ids) {
        task.admit(id, "m");
        task.succeeded(id);
      }
      task.flush();

      task.lookUp(ids);
      assertThat(task.admit("1", "m")).isEqualTo(Deduplicator.Verdict.RUN);
      assertThat(task.admit("3", "m")).isEqualTo(Deduplicator.Verdict.DUPLICATE);
      now[0] = 1_000_000_000;
      task.lookUp(ids);
      assertThat(task.admit("3", "m")).isEqualTo(Deduplicator.Verdict.RUN);
    }
    assertThat(settings.enabled()).isTrue();
    assertThat(problems(settings)).isEmpty();
  }

  @Test
  void redisNeedsAnAddress() {
    assertThat(problems(RedisServer.settings("c", Map.of("idempotency.store", "redis"))))
        .containsOnlyKeys("idempotency.redis.uri");
  }

  @Test
  void redisIsCheckedUnderItsPrefix() {
    assertThat(
            problems(
                RedisServer.settings(
                    "c",
                    Map.of(
                        "idempotency.store", "redis",
                        "idempotency.redis.uri", "redis://localhost",
                        "idempotency.redis.username", "me"))))
        .containsOnlyKeys("idempotency.redis.password");
  }

  @ParameterizedTest
  @CsvSource({"none", "memory"})
  void aRedisServerThatIsNotAskedIsAMistake(String store) {
    Map<String, String> problems =
        problems(
            RedisServer.settings(
                "c",
                Map.of(
                    "idempotency.store", store,
                    "idempotency.redis.uri", "redis://:CANARY@localhost",
                    "idempotency.redis.ssl.enabled", "true")));

    assertThat(problems).containsOnlyKeys("idempotency.redis.uri", "idempotency.redis.ssl.enabled");
    assertThat(problems.values())
        .allSatisfy(message -> assertThat(message).contains("idempotency.store"))
        .noneSatisfy(message -> assertThat(message).contains("CANARY"));
  }

  @ParameterizedTest
  @CsvSource({
    "idempotency.store, disk",
    "idempotency.ttl.ms, 0",
    "idempotency.max.entries, 0",
    "idempotency.namespace, ''",
    "idempotency.redis.mode, ring",
    "idempotency.redis.host.and.ports, localhost"
  })
  void aValueThatIsNoneIsRefusedByName(String key, String value) {
    assertThatThrownBy(() -> RedisServer.settings("c", Map.of(key, value)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(key);
  }

  @Test
  void aServerThatIsNotThereIsBlamedOnTheStore() {
    IdempotencySettings settings =
        RedisServer.settings(
            "c",
            Map.of(
                "idempotency.store",
                "redis",
                "idempotency.redis.uri",
                "redis://:CANARY@127.0.0.1:1"));

    assertThatThrownBy(settings::tryConnection)
        .isInstanceOfSatisfying(
            BrokerException.class,
            e -> assertThat(e.setting()).isEqualTo(IdempotencySettings.STORE))
        .hasMessageContaining("idempotency.redis.uri")
        .hasMessageNotContaining("CANARY");
  }

  @Test
  void everyKeyIsInAGroupOfItsOwnConcern() {
    ConfigDef def = IdempotencySettings.define(new ConfigDef());

    assertThat(def.configKeys().values())
        .allSatisfy(key -> assertThat(key.name).startsWith("idempotency."))
        .extracting(key -> key.group)
        .containsOnly("Idempotency", "Idempotency: Redis connection", "Idempotency: TLS");
  }

  private static Map<String, String> problems(IdempotencySettings settings) {
    Map<String, String> problems = new LinkedHashMap<>();
    settings.check(problems::put);
    return problems;
  }
}
