package com.babelqueue.connect.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedisBrokerTest {
  private static final String KIND = "babelqueue.redis.kind";

  @AfterEach
  void forgetChoice() {
    System.clearProperty(KIND);
    System.clearProperty(RedisBroker.ADDRESS_PROPERTY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"server", "embedded"})
  void aServerServesUntilItIsClosed(String kind) throws IOException {
    assumeTrue(kind.equals("embedded") || RedisBroker.isServerInstalled(), "no redis-server here");
    System.setProperty(KIND, kind);
    int port;
    try (RedisBroker broker = RedisBroker.start()) {
      BrokerChoice.announce("Redis", broker.describe());
      port = broker.port();
      new Socket(broker.host(), port).close();
      assertThat(broker.describe()).matches("Redis \\d.* \\((redis-server process|embedded)\\)");
    }
    assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close())
        .isInstanceOf(ConnectException.class);
  }

  @Test
  void aGivenAddressComesFirstAndIsLeftAlone() throws IOException {
    try (RedisBroker running = RedisBroker.start()) {
      System.setProperty(RedisBroker.ADDRESS_PROPERTY, "127.0.0.1:" + running.port());
      try (RedisBroker given = RedisBroker.start()) {
        assertThat(given.port()).isEqualTo(running.port());
        assertThat(given.describe()).contains("given address");
      }
      new Socket(running.host(), running.port()).close();
    }
  }

  @Test
  void aTlsListenerIsThereWhereOneIsAskedFor() throws IOException {
    assumeTrue(RedisBroker.isServerInstalled(), "no redis-server here");
    try (RedisBroker broker = RedisBroker.startWithTls()) {
      new Socket(broker.host(), broker.tls().orElseThrow().port()).close();
    }
  }
}
