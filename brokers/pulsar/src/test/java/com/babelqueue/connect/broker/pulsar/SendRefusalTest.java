package com.babelqueue.connect.broker.pulsar;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.broker.BrokerException;
import java.util.concurrent.CompletionException;
import org.apache.pulsar.client.api.PulsarClientException;
import org.junit.jupiter.api.Test;

class SendRefusalTest {
  @Test
  void whatConcernsOneMessageOrTopicIsToldApart() {
    assertRefusal(new PulsarClientException.InvalidMessageException("x"), SendRefusal.TOO_LARGE);
    assertRefusal(
        new PulsarClientException.NotAllowedException("Exceed maximum message size"),
        SendRefusal.TOO_LARGE);
    assertRefusal(
        new PulsarClientException.NotAllowedException("Exceeds max allowed delivery delay of 5 ms"),
        SendRefusal.DELAY);
    assertRefusal(new PulsarClientException.NotAllowedException("x"), SendRefusal.NOT_ALLOWED);
    assertRefusal(
        new PulsarClientException.TopicDoesNotExistException("x"), SendRefusal.DESTINATION);
    assertRefusal(new PulsarClientException.TopicTerminatedException("x"), SendRefusal.DESTINATION);
    assertRefusal(
        new PulsarClientException.ProducerBlockedQuotaExceededException("x"), SendRefusal.QUOTA);
    assertRefusal(
        new PulsarClientException.ProducerBlockedQuotaExceededError("x"), SendRefusal.QUOTA);
    assertRefusal(new PulsarClientException.ProducerBusyException("x"), SendRefusal.QUOTA);
  }

  @Test
  void whatConcernsTheConnectionOrTheLoginIsNot() {
    assertThat(SendRefusal.of(new PulsarClientException.TimeoutException("x"))).isEmpty();
    assertThat(SendRefusal.of(new PulsarClientException.AlreadyClosedException("x"))).isEmpty();
    assertThat(SendRefusal.of(new PulsarClientException.ProducerFencedException("x"))).isEmpty();
    assertThat(SendRefusal.of(new PulsarClientException.AuthorizationException("x"))).isEmpty();
    assertThat(SendRefusal.of(null)).isEmpty();
  }

  private static void assertRefusal(Exception failure, SendRefusal refusal) {
    assertThat(SendRefusal.of(new CompletionException(failure))).contains(refusal);
    assertThat(SendRefusal.of(BrokerException.outage("x", failure))).contains(refusal);
  }
}
