package com.babelqueue.connect.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class RabbitMqBrokerTest {

  @Test
  void aServerProcessLeavesNothingBehind() throws Exception {
    if (!RabbitMqServerProcess.isInstalled()) {
      System.out.println("[skipped] no rabbitmq-server with epmd on this machine");
      Assumptions.abort("no rabbitmq-server");
    }
    long began = System.nanoTime();
    List<ProcessHandle> processes;
    try (RabbitMqServerProcess broker = RabbitMqServerProcess.start(true)) {
      StartTimes.print(broker.describe(), began);
      assertThat(broker.describe()).matches("RabbitMQ \\d+\\.\\d+\\.\\d+.* \\(rabbitmq-server.*");
      assertSpeaksTls(broker);
      processes = broker.processes();
      assertThat(processes).hasSizeGreaterThanOrEqualTo(3);
    }
    assertThat(processes).noneMatch(ProcessHandle::isAlive);
  }

  @Test
  void qpidRunsInThisJvm() throws Exception {
    Assumptions.assumeTrue(Runtime.version().feature() < 24, "Qpid Broker-J needs Java < 24");
    long began = System.nanoTime();
    try (RabbitMqBroker broker = EmbeddedQpid.start(true)) {
      StartTimes.print(broker.describe(), began);
      assertThat(broker.describe()).matches("Qpid Broker-J \\d.* \\(embedded\\)");
      assertThat(AmqpHandshake.server(broker.host(), broker.port())).containsIgnoringCase("qpid");
      assertSpeaksTls(broker);
      assertAddressIsUsed(broker);
    }
  }

  @Test
  void aBrokenAddressIsNotRepeatedWithItsPassword() {
    System.setProperty(RabbitMqBroker.ADDRESS_PROPERTY, "amqp://user:canary secret@host");
    try {
      assertThatThrownBy(RabbitMqBroker::start)
          .isInstanceOf(HarnessException.class)
          .hasMessageContaining(RabbitMqBroker.ADDRESS_PROPERTY)
          .hasNoCause()
          .message()
          .doesNotContain("canary");
    } finally {
      System.clearProperty(RabbitMqBroker.ADDRESS_PROPERTY);
    }
  }

  private static void assertAddressIsUsed(RabbitMqBroker running) {
    System.setProperty(
        RabbitMqBroker.ADDRESS_PROPERTY,
        "amqp://me:secret@" + running.host() + ":" + running.port() + "/other");
    try (RabbitMqBroker given = RabbitMqBroker.start()) {
      assertThat(given.port()).isEqualTo(running.port());
      assertThat(given.user()).isEqualTo("me");
      assertThat(given.password()).isEqualTo("secret");
      assertThat(given.virtualHost()).isEqualTo("other");
      assertThat(given.describe()).contains("given address").doesNotContain("secret");
      assertThat(given.isRabbitMq()).isFalse();
    } finally {
      System.clearProperty(RabbitMqBroker.ADDRESS_PROPERTY);
    }
  }

  /** Makes a handshake that trusts the endpoint's store alone and checks the host name. */
  private static void assertSpeaksTls(RabbitMqBroker broker)
      throws IOException, GeneralSecurityException {
    TlsEndpoint tls = broker.tls().orElseThrow();
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(tls.trustStore())) {
      trusted.load(in, tls.trustStorePassword().toCharArray());
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    try (SSLSocket socket =
        (SSLSocket) context.getSocketFactory().createSocket(broker.host(), tls.port())) {
      var parameters = socket.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      socket.setSSLParameters(parameters);
      socket.setSoTimeout((int) Duration.ofSeconds(10).toMillis());
      socket.startHandshake();
      OutputStream out = socket.getOutputStream();
      out.write(new byte[] {'A', 'M', 'Q', 'P', 0, 0, 9, 1});
      out.flush();
      assertThat(socket.getInputStream().read()).as("type of the first frame: method").isEqualTo(1);
    }
  }
}
