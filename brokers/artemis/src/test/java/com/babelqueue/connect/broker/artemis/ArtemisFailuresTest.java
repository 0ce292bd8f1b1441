package com.babelqueue.connect.broker.artemis;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.artemis.ArtemisFailures.Undelivered;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.ResourceAllocationException;
import java.io.IOException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.apache.qpid.jms.JmsSendTimedOutException;
import org.apache.qpid.jms.exceptions.JMSSecuritySaslException;
import org.apache.qpid.jms.provider.exceptions.ProviderDeliveryReleasedException;
import org.junit.jupiter.api.Test;

class ArtemisFailuresTest {
  private final ArtemisFailures failures =
      new ArtemisFailures(
          SettingsFixture.settings(
              Map.of("artemis.uri", "amqp://a", "artemis.username", "u", "artemis.password", "p")));

  @Test
  void refusedCredentialsAreThePassword() {
    assertThat(connecting(new JMSSecurityException("no")).setting()).isEqualTo("artemis.password");
    assertThat(connecting(new JMSSecuritySaslException("no", 1)).setting())
        .isEqualTo("artemis.password");
  }

  @Test
  void aBrokerThatCannotCheckCredentialsNowIsAnOutage() {
    assertThat(connecting(new JMSSecuritySaslException("later", 4)).isRetriable()).isTrue();
  }

  @Test
  void anUnknownHostIsAMistakeUntilItWorkedOnce() {
    JMSException failure = wrapped(new UnknownHostException("nowhere"));

    assertThat(connecting(failure).setting()).isEqualTo("artemis.uri");
    assertThat(failures.connecting(failure, false).isRetriable()).isTrue();
  }

  @Test
  void aRefusedHandshakeIsTheTrustStoreAndABrokenOneAnOutage() {
    assertThat(connecting(wrapped(new SSLHandshakeException("no path"))).setting())
        .isEqualTo("artemis.ssl.truststore.location");
    assertThat(connecting(wrapped(new SSLException("not a TLS record"))).setting())
        .isEqualTo("artemis.ssl.enabled");
    SSLException broken = new SSLException("closed");
    broken.initCause(new SocketException("reset"));
    assertThat(connecting(wrapped(broken)).isRetriable()).isTrue();
    assertThat(connecting(wrapped(new SslHandshakeTimeoutException("silence"))).isRetriable())
        .isTrue();
  }

  @Test
  void anOptionThatTheClientDoesNotTakeIsNamedWithoutItsValue() {
    BrokerException judged =
        connecting(wrapped(new IllegalArgumentException("amqp.foo=canary is unknown")));

    assertThat(judged.setting()).isEqualTo("artemis.uri");
    assertThat(judged).hasNoCause().hasMessageNotContaining("canary");
  }

  @Test
  void whateverElseFailsPasses() {
    assertThat(connecting(wrapped(new IOException("reset"))).isRetriable()).isTrue();
    assertThat(failures.inUse("receiving", new JMSException("gone")).isRetriable()).isTrue();
    assertThat(failures.inUse("receiving", null)).hasMessage("receiving");
  }

  @Test
  void aQueueThatIsMissingOrForbiddenIsNamed() {
    assertThat(
            failures
                .queue("orders", "artemis.queues", new InvalidDestinationException("none"))
                .setting())
        .isEqualTo("artemis.queues");
    assertThat(
            failures
                .queue("orders", "artemis.queues", new JMSSecurityException("forbidden"))
                .setting())
        .isEqualTo("artemis.username");
    assertThat(failures.queue("orders", "artemis.queues", new JMSException("gone")).isRetriable())
        .isTrue();
  }

  @Test
  void onlyAnAnswerSaysSomethingAboutAMessage() {
    assertThat(undelivered(new ResourceAllocationException("full"))).isEqualTo(Undelivered.FULL);
    assertThat(undelivered(new InvalidDestinationException("none")))
        .isEqualTo(Undelivered.NO_DESTINATION);
    assertThat(undelivered(refused("AMQ119002: target address a does not exist", "failed")))
        .isEqualTo(Undelivered.NO_DESTINATION);
    assertThat(undelivered(new JMSSecurityException("no"))).isEqualTo(Undelivered.FORBIDDEN);
    assertThat(undelivered(refused("Interceptor rejected message", "failed")))
        .isEqualTo(Undelivered.REFUSED);
    assertThat(undelivered(wrapped(new ProviderDeliveryReleasedException("released"))))
        .isEqualTo(Undelivered.REFUSED);
    assertThat(undelivered(new JmsSendTimedOutException("late"))).isEqualTo(Undelivered.TIMED_OUT);
  }

  @Test
  void anEndOfTheConnectionSaysNothing() {
    assertThat(undelivered(new JMSException("Send failed due to connection loss")))
        .isEqualTo(Undelivered.LOST);
    assertThat(undelivered(new JMSException(null))).isEqualTo(Undelivered.LOST);
    for (String condition :
        List.of(
            "amqp:connection:forced",
            "amqp:session:window-violation",
            "amqp:link:detach-forced",
            "amqp:resource-deleted")) {
      assertThat(undelivered(refused("bye", condition))).isEqualTo(Undelivered.LOST);
    }
  }

  private static Undelivered undelivered(Exception failure) {
    return ArtemisFailures.undelivered(failure);
  }

  /** As the client words what the broker answers. */
  private static JMSException refused(String description, String condition) {
    return new JMSException(description + " [condition = " + condition + "]");
  }

  private BrokerException connecting(Throwable failure) {
    return failures.connecting(failure, true);
  }

  private static JMSException wrapped(Exception cause) {
    JMSException exception = new JMSException("failed");
    exception.initCause(cause);
    return exception;
  }
}
