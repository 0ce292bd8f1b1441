package com.babelqueue.connect.broker.redis;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.broker.BrokerException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Map;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisMovedDataException;

/** Errors are in the words of Redis 7.0; those a server can be made to say are seen in ITs too. */
class RedisFailuresTest {
  private static final String ADDRESS = "redis.host.and.ports";

  private final RedisFailures failures = failures("standalone");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "NOAUTH Authentication required.|redis.password",
        "WRONGPASS invalid username-password pair or user is disabled.|redis.password",
        "ERR AUTH <password> called without any password configured for the default user.|redis.password",
        "ERR invalid password|redis.password",
        "DENIED Redis is running in protected mode|redis.password",
        "NOPERM this user has no permissions to run the 'blmove' command|redis.username",
        "NOPERM this user has no permissions to access one of the keys used as arguments|redis.username",
        "ERR DB index is out of range|redis.database",
        "ERR SELECT is not allowed in cluster mode|redis.database",
        "ERR This instance has cluster support disabled|redis.mode",
        "ERR unknown command 'BLMOVE', with args beginning with:|redis.host.and.ports",
        "CROSSSLOT Keys in request don't hash to the same slot|redis.mode",
        "WRONGTYPE Operation against a key holding the wrong kind of value|redis.queues"
      })
  void whatOnlyAPersonCanCureNamesTheKey(String said, String key) {
    BrokerException judged = inUse(said);

    assertThat(judged.isRetriable()).isFalse();
    assertThat(judged.setting()).isEqualTo(key);
    assertThat(judged).hasMessageStartingWith(key + ": ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "LOADING Redis is loading the dataset in memory",
        "READONLY You can't write against a read only replica.",
        "MASTERDOWN Link with MASTER is down",
        "CLUSTERDOWN The cluster is down",
        "TRYAGAIN Multiple keys request during rehashing of slot",
        "BUSY Redis is busy running a script.",
        "OOM command not allowed when used memory > 'maxmemory'.",
        "MISCONF Redis is configured to save RDB snapshots",
        "NOREPLICAS Not enough good replicas to write.",
        "UNBLOCKED force unblock from blocking operation",
        "ERR max number of clients reached",
        "SOMETHING new"
      })
  void whatPassesIsAnOutage(String said) {
    BrokerException judged = inUse(said);

    assertThat(judged.isRetriable()).isTrue();
    assertThat(judged.setting()).isNull();
    assertThat(judged).hasMessageContaining("reading queue orders");
  }

  @Test
  void aMovedSlotIsAMistakeOnlyOutsideACluster() {
    JedisDataException moved =
        new JedisMovedDataException(
            "MOVED 5 127.0.0.1:7001", new HostAndPort("127.0.0.1", 7001), 5);

    assertThat(failures.inUse("reading", "redis.queues", moved).setting()).isEqualTo("redis.mode");
    assertThat(failures("cluster").inUse("reading", "redis.queues", moved).isRetriable()).isTrue();
  }

  @Test
  void theUriIsNamedWhereItHoldsTheSetting() {
    RedisFailures uri =
        new RedisFailures(
            SettingsFixture.settings(Map.of("redis.uri", "redis://me:CANARY@localhost")));

    BrokerException judged =
        uri.connecting(new JedisDataException("WRONGPASS invalid username-password pair"), true);

    assertThat(judged.setting()).isEqualTo("redis.uri");
    assertThat(judged).hasMessageNotContaining("CANARY");
  }

  @Test
  void aSentinelHasItsOwnPassword() {
    BrokerException judged =
        failures.sentinel(new JedisDataException("NOAUTH Authentication required."), true);

    assertThat(judged.setting()).isEqualTo("redis.sentinel.password");
  }

  @Test
  void anUnknownHostIsAMistakeUntilTheSettingsHaveWorked() {
    JedisConnectionException failure =
        new JedisConnectionException("no socket", new UnknownHostException("nowhere"));

    assertThat(failures.connecting(failure, true).setting()).isEqualTo(ADDRESS);
    assertThat(failures.connecting(failure, false).isRetriable()).isTrue();
  }

  @Test
  void aRefusedConnectionIsAnOutage() {
    JedisConnectionException failure = new JedisConnectionException("no socket");
    failure.addSuppressed(new ConnectException("refused"));

    BrokerException judged = failures.connecting(failure, true);

    assertThat(judged.isRetriable()).isTrue();
    assertThat(judged).hasMessageContaining(ADDRESS);
  }

  @Test
  void aFailedHandshakeIsAboutTrustAndAPlainPortAboutTls() {
    assertThat(
            failures
                .connecting(
                    new JedisConnectionException("tls", new SSLHandshakeException("no path")), true)
                .setting())
        .isEqualTo("redis.ssl.truststore.location");
    assertThat(
            failures
                .connecting(
                    new JedisConnectionException("tls", new SSLException("not a TLS record")), true)
                .setting())
        .isEqualTo("redis.ssl.enabled");
  }

  @Test
  void aPeerThatGoesAwayDuringAHandshakeIsAnOutage() {
    SSLException brokenOff = new SSLException("reset", new SocketException("reset"));

    assertThat(
            failures.connecting(new JedisConnectionException("tls", brokenOff), true).isRetriable())
        .isTrue();
  }

  @Test
  void aSilentServerIsAnOutageThatSaysHow() {
    BrokerException judged =
        failures.inUse(
            "receiving from queue orders",
            "redis.queues",
            new JedisConnectionException("x", new SocketTimeoutException("Read timed out")));

    assertThat(judged.isRetriable()).isTrue();
    assertThat(judged).hasMessage("receiving from queue orders (SocketTimeoutException)");
  }

  private BrokerException inUse(String said) {
    return failures.inUse("reading queue orders", "redis.queues", new JedisDataException(said));
  }

  private static RedisFailures failures(String mode) {
    return new RedisFailures(
        SettingsFixture.settings(Map.of(ADDRESS, "localhost:6379", "redis.mode", mode)));
  }
}
