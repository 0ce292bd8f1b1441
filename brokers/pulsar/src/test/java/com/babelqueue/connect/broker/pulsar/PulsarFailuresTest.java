package com.babelqueue.connect.broker.pulsar;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.broker.BrokerException;
import java.io.IOException;
import java.net.UnknownHostException;
import java.util.concurrent.CompletionException;
import javax.net.ssl.SSLHandshakeException;
import org.apache.pulsar.client.api.PulsarClientException;
import org.junit.jupiter.api.Test;

class PulsarFailuresTest {
  private final PulsarFailures failures =
      new PulsarFailures(SettingsFixture.settings(), "topics.key", "type.key");

  @Test
  void aRefusedLoginIsBlamedOnTheCredentialInUse() {
    assertBlamed(new PulsarClientException.AuthenticationException("x"), "pulsar.auth.token");
    assertBlamed(new PulsarClientException.AuthorizationException("x"), "pulsar.auth.token");
    PulsarFailures plugged =
        new PulsarFailures(
            SettingsFixture.settings("pulsar.auth.plugin", "x"), "topics.key", "type.key");
    assertThat(plugged.judge("a", new PulsarClientException.AuthenticationException("x")).setting())
        .isEqualTo("pulsar.auth.params");
  }

  @Test
  void aMissingTopicIsBlamedOnTheTopics() {
    assertBlamed(new PulsarClientException.TopicDoesNotExistException("x"), "topics.key");
    assertBlamed(new PulsarClientException.NotFoundException("x"), "topics.key");
    assertBlamed(new PulsarClientException.InvalidTopicNameException("x"), "topics.key");
  }

  @Test
  void aTopicThatTakesNothingIsBlamedOnTheTopics() {
    assertBlamed(new PulsarClientException.TopicTerminatedException("x"), "topics.key");
    assertBlamed(new PulsarClientException.IncompatibleSchemaException("x"), "topics.key");
  }

  @Test
  void whatPoliciesForbidIsBlamedOnTheTopicsWhereThereIsNoSubscription() {
    PulsarFailures sink = new PulsarFailures(SettingsFixture.settings(), "topics.key", null);

    assertThat(sink.judge("a", new PulsarClientException.NotAllowedException("x")).setting())
        .isEqualTo("topics.key");
  }

  @Test
  void aTakenSubscriptionIsBlamedOnItsTypeUntilOurOwnSessionMayHoldIt() {
    assertBlamed(new PulsarClientException.ConsumerBusyException("x"), "type.key");
    failures.prove();
    assertOutage(new PulsarClientException.ConsumerBusyException("x"));
  }

  @Test
  void anUnknownHostIsBlamedOnTheUrlUntilItWasKnownOnce() {
    Exception unknown = new PulsarClientException(new UnknownHostException("nowhere"));
    assertBlamed(unknown, "pulsar.service.url");
    failures.prove();
    assertOutage(unknown);
  }

  @Test
  void aRefusedHandshakeIsBlamedOnTheTrustStore() {
    assertBlamed(
        new CompletionException(new PulsarClientException(new SSLHandshakeException("PKIX"))),
        "pulsar.ssl.truststore.location");
  }

  @Test
  void whatTimeCanCureIsAnOutage() {
    assertOutage(new PulsarClientException.TimeoutException("x"));
    assertOutage(new PulsarClientException.ConnectException("x"));
    assertOutage(new PulsarClientException.AlreadyClosedException("x"));
    assertOutage(new PulsarClientException.ServiceNotReadyException("x"));
    assertOutage(new PulsarClientException.TooManyRequestsException("x"));
    assertOutage(new IOException("x"));
    assertOutage(null);
  }

  private void assertBlamed(Throwable failure, String setting) {
    BrokerException judged = failures.judge("doing it", new CompletionException(failure));
    assertThat(judged.isRetriable()).isFalse();
    assertThat(judged.setting()).isEqualTo(setting);
    assertThat(judged).hasMessageStartingWith(setting + ": ");
  }

  private void assertOutage(Throwable failure) {
    BrokerException judged = failures.judge("doing it", failure);
    assertThat(judged.isRetriable()).isTrue();
    assertThat(judged).hasMessageStartingWith("doing it");
  }
}
