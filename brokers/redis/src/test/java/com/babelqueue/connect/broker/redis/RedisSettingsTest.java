package com.babelqueue.connect.broker.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;

class RedisSettingsTest {
  private static final int TIMEOUT = 2_000;

  @Test
  void aUriSaysEverything() {
    RedisSettings settings = settings("redis.uri", "redis://me:p%40ss+w%3Ard@redis.example:7000/3");
    JedisClientConfig login = settings.server("name", TIMEOUT);

    assertThat(settings.addresses()).containsExactly(new HostAndPort("redis.example", 7000));
    assertThat(login.getUser()).isEqualTo("me");
    assertThat(login.getPassword()).isEqualTo("p@ss+w:rd");
    assertThat(login.getDatabase()).isEqualTo(3);
    assertThat(settings.addressKey()).isEqualTo("redis.uri");
    assertThat(settings.passwordKey()).isEqualTo("redis.uri");
    assertThat(settings.databaseKey()).isEqualTo("redis.uri");
    assertThat(problems(settings)).isEmpty();
  }

  @Test
  void aUriNeedsNoMoreThanAHost() {
    RedisSettings settings = settings("redis.uri", "redis://localhost");
    JedisClientConfig login = settings.server("name", TIMEOUT);

    assertThat(settings.addresses()).containsExactly(new HostAndPort("localhost", 6379));
    assertThat(login.getUser()).isNull();
    assertThat(login.getPassword()).isNull();
    assertThat(login.getDatabase()).isZero();
  }

  @Test
  void aPasswordAloneIsThatOfTheDefaultUser() {
    JedisClientConfig login =
        settings("redis.uri", "redis://:secret@localhost").server("name", TIMEOUT);

    assertThat(login.getUser()).isNull();
    assertThat(login.getPassword()).isEqualTo("secret");
  }

  @Test
  void settingsWinOverTheUri() {
    RedisSettings settings =
        settings(
            "redis.uri", "redis://me:old@localhost/3",
            "redis.username", "you",
            "redis.password", "new",
            "redis.database", "0");
    JedisClientConfig login = settings.server("name", TIMEOUT);

    assertThat(login.getUser()).isEqualTo("you");
    assertThat(login.getPassword()).isEqualTo("new");
    assertThat(login.getDatabase()).isZero();
    assertThat(settings.passwordKey()).isEqualTo("redis.password");
    assertThat(settings.usernameKey()).isEqualTo("redis.username");
    assertThat(settings.databaseKey()).isEqualTo("redis.database");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CANARY",
        "http://me:CANARY@host",
        "redis://me:CANARY@host/x",
        "redis://me:CANARY@host/-1",
        "redis://me:CANARY %@host",
        "redis:///CANARY",
        "redis://me:CANARY%zz@host"
      })
  void aUriThatIsNoneIsRefusedWithoutBeingQuoted(String uri) {
    assertThatThrownBy(() -> settings("redis.uri", uri))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("redis.uri")
        .hasMessageNotContaining("CANARY")
        .hasNoCause();
  }

  @Test
  void addressesMayBeIpv6() {
    assertThat(settings("redis.host.and.ports", "[::1]:7000, localhost:7001").addresses())
        .containsExactly(new HostAndPort("::1", 7000), new HostAndPort("localhost", 7001));
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "localhost:", ":6379", "localhost:0", "localhost:65536"})
  void anAddressIsHostAndPort(String address) {
    assertThatThrownBy(() -> settings("redis.host.and.ports", address))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("redis.host.and.ports")
        .hasMessageContaining("host:port");
  }

  @Test
  void anAddressListIsNoPlaceForAPassword() {
    assertThatThrownBy(() -> settings("redis.host.and.ports", "redis://:CANARY@localhost:6379"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("redis.uri")
        .hasMessageNotContaining("CANARY");
  }

  @ParameterizedTest
  @CsvSource({
    "redis.client.name, x, redis.uri",
    "redis.username, me, redis.password",
    "redis.mode, sentinel, redis.sentinel.master",
    "redis.ssl.truststore.location, missing.p12, redis.ssl.truststore.location"
  })
  void crossChecksNameTheKeyAtFault(String key, String value, String fault) {
    Map<String, String> props = new HashMap<>(Map.of(key, value));
    if (!fault.equals("redis.uri")) {
      props.put("redis.host.and.ports", "localhost:6379");
    }
    if (fault.contains("ssl")) {
      props.put("redis.ssl.enabled", "true");
    }

    assertThat(problems(SettingsFixture.settings(props))).containsExactly(fault);
  }

  @Test
  void theTwoWaysToSayWhereExcludeEachOther() {
    assertThat(problems(settings("redis.uri", "redis://a", "redis.host.and.ports", "b:6379")))
        .containsExactly("redis.host.and.ports");
  }

  @Test
  void aClusterHasOneDatabase() {
    assertThat(problems(settings("redis.uri", "redis://a/2", "redis.mode", "cluster")))
        .containsExactly("redis.uri");
    assertThat(
            problems(
                settings("redis.uri", "redis://a", "redis.mode", "cluster", "redis.database", "2")))
        .containsExactly("redis.database");
  }

  @Test
  void sentinelsAreNoServers() {
    assertThat(
            problems(
                settings(
                    "redis.uri", "redis://a",
                    "redis.mode", "sentinel",
                    "redis.sentinel.master", "mymaster")))
        .containsExactly("redis.uri");
  }

  @Test
  void sentinelsHaveCredentialsOfTheirOwn() {
    RedisSettings settings =
        settings(
            "redis.host.and.ports", "a:26379",
            "redis.password", "server",
            "redis.sentinel.username", "watcher",
            "redis.sentinel.password", "sentinel");

    assertThat(settings.sentinel().getUser()).isEqualTo("watcher");
    assertThat(settings.sentinel().getPassword()).isEqualTo("sentinel");
    assertThat(settings.server("n", TIMEOUT).getPassword()).isEqualTo("server");
  }

  @Test
  void theClientNameIsMadeLegalOrLeftOut() {
    assertThat(settings("redis.uri", "redis://a").server("my connector-ğ-0", 1).getClientName())
        .isEqualTo("my-connector---0");
    assertThat(
            settings("redis.uri", "redis://a", "redis.client.name", "own")
                .server("x", 1)
                .getClientName())
        .isEqualTo("own");
    assertThat(
            settings("redis.uri", "redis://a", "redis.client.name", "")
                .server("x", 1)
                .getClientName())
        .isNull();
    assertThatThrownBy(() -> settings("redis.client.name", "a b"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("redis.client.name");
  }

  @Test
  void behindAPrefixTheyStandBesideAnotherServersAndNameTheirOwnKeys() {
    ConfigDef def = new ConfigDef();
    RedisSettings.define(def);
    RedisSettings.define(def, "other.");
    Map<String, String> props =
        Map.of(
            "redis.uri", "redis://first/1",
            "other.redis.host.and.ports", "second:7000",
            "other.redis.username", "me",
            "other.redis.database", "2",
            "other.redis.mode", "cluster");
    RedisSettings other = new RedisSettings(new AbstractConfig(def, props, false), "other.");
    Map<String, String> problems = new HashMap<>();
    other.check(problems::put);

    assertThat(other.addresses()).containsExactly(new HostAndPort("second", 7000));
    assertThat(other.server("n", TIMEOUT).getDatabase()).isEqualTo(2);
    assertThat(other.addressKey()).isEqualTo("other.redis.host.and.ports");
    assertThat(other.tls().enabledKey()).isEqualTo("other.redis.ssl.enabled");
    assertThat(problems).containsOnlyKeys("other.redis.password", "other.redis.database");
  }

  @Test
  void behindAPrefixEveryTextNamesPrefixedKeys() {
    ConfigDef def = new ConfigDef();
    RedisSettings.define(def, "other.");

    for (ConfigDef.ConfigKey key : def.configKeys().values()) {
      assertThat(key.name).startsWith("other.redis.");
      assertThat(key.documentation.replace("other.redis.", "")).doesNotContain("redis.");
    }
    assertThatThrownBy(
            () -> def.parse(Map.of("other.redis.host.and.ports", "redis://:CANARY@localhost:6379")))
        .hasMessageContaining("other.redis.uri");
  }

  private static List<String> problems(RedisSettings settings) {
    List<String> keys = new ArrayList<>();
    settings.check((key, message) -> keys.add(key));
    return keys;
  }

  private static RedisSettings settings(String... pairs) {
    Map<String, String> props = new HashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      props.put(pairs[i], pairs[i + 1]);
    }
    return SettingsFixture.settings(props);
  }
}
