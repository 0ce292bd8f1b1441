package com.babelqueue.connect.broker.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.broker.BrokerException;
import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.AuthenticationFailureException;
import com.rabbitmq.client.Method;
import com.rabbitmq.client.PossibleAuthenticationFailureException;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RabbitMqFailuresTest {
  private static final String OUTAGE = null;

  private final RabbitMqFailures byAddress =
      new RabbitMqFailures(SettingsFixture.settings(Map.of("rabbitmq.addresses", "localhost")));
  private final RabbitMqFailures byUri =
      new RabbitMqFailures(
          SettingsFixture.settings(Map.of("rabbitmq.uri", "amqp://u:p@localhost")));

  static Stream<Arguments> connecting() {
    return Stream.of(
        Arguments.of(
            new AuthenticationFailureException("ACCESS_REFUSED - Login was refused"),
            "rabbitmq.password",
            "rabbitmq.uri"),
        Arguments.of(
            new PossibleAuthenticationFailureException("EOF"), "rabbitmq.password", "rabbitmq.uri"),
        Arguments.of(
            closedConnection(530, "NOT_ALLOWED - vhost nowhere not found"),
            "rabbitmq.virtual.host",
            "rabbitmq.uri"),
        Arguments.of(
            closedConnection(530, "NOT_ALLOWED - ... connection limit (1) is reached"),
            OUTAGE,
            OUTAGE),
        Arguments.of(closedConnection(541, "INTERNAL_ERROR - vhost '/' is down"), OUTAGE, OUTAGE),
        Arguments.of(
            closedConnection(320, "CONNECTION_FORCED - broker forced connection closure"),
            OUTAGE,
            OUTAGE),
        Arguments.of(
            new UnknownHostException("nowhere.invalid"), "rabbitmq.addresses", "rabbitmq.uri"),
        Arguments.of(
            new SSLHandshakeException("PKIX path building failed"),
            "rabbitmq.ssl.truststore.location",
            "rabbitmq.ssl.truststore.location"),
        Arguments.of(
            new SSLException("Unsupported or unrecognized SSL message"),
            "rabbitmq.ssl.enabled",
            "rabbitmq.ssl.enabled"),
        Arguments.of(
            new SSLHandshakeException("Remote host terminated the handshake")
                .initCause(new EOFException()),
            OUTAGE,
            OUTAGE),
        Arguments.of(new ConnectException("Connection refused"), OUTAGE, OUTAGE),
        Arguments.of(new TimeoutException(), OUTAGE, OUTAGE),
        Arguments.of(new IOException("reset"), OUTAGE, OUTAGE));
  }

  @ParameterizedTest
  @MethodSource("connecting")
  void aFailedConnectionNamesTheSettingInUse(Exception failure, String setting, String ofUri) {
    assertThat(byAddress.connecting(failure, true).setting()).isEqualTo(setting);
    assertThat(byUri.connecting(failure, true).setting()).isEqualTo(ofUri);
    assertThat(byUri.connecting(failure, true).isRetriable()).isEqualTo(ofUri == null);
  }

  @Test
  void whatWorkedOnceIsLostForAWhileOnly() {
    assertThat(byAddress.connecting(new UnknownHostException("x"), false).isRetriable()).isTrue();
    assertThat(
            byAddress
                .connecting(new PossibleAuthenticationFailureException("EOF"), false)
                .isRetriable())
        .isTrue();
    assertThat(byAddress.connecting(new AuthenticationFailureException("403"), false).isRetriable())
        .isFalse();
  }

  static Stream<Arguments> queues() {
    return Stream.of(
        Arguments.of(404, "NOT_FOUND - no queue 'q' in vhost '/'", "rabbitmq.queues"),
        Arguments.of(404, "NOT_FOUND - home node of queue 'q' is down or inaccessible", OUTAGE),
        Arguments.of(403, "ACCESS_REFUSED - access to queue 'q' refused", "rabbitmq.username"),
        Arguments.of(403, "ACCESS_REFUSED - queue 'q' in exclusive use", OUTAGE),
        Arguments.of(
            403,
            "ACCESS_REFUSED - queue name 'amq.q' contains reserved prefix 'amq.*'",
            "rabbitmq.queues"),
        Arguments.of(405, "RESOURCE_LOCKED - exclusive queue", "rabbitmq.queues"),
        Arguments.of(406, "PRECONDITION_FAILED - inequivalent arg", "rabbitmq.queue.declare"),
        Arguments.of(540, "NOT_IMPLEMENTED - queue type", "rabbitmq.queue.declare"),
        Arguments.of(542, "INVALID_ARGUMENT", "rabbitmq.queue.declare"),
        Arguments.of(541, "INTERNAL_ERROR", OUTAGE));
  }

  @ParameterizedTest
  @MethodSource("queues")
  void aRefusedQueueNamesTheSetting(int code, String text, String setting) {
    BrokerException judged =
        byAddress.queue(
            "q", "rabbitmq.queues", "rabbitmq.queue.declare", closedChannel(code, text));

    assertThat(judged.setting()).isEqualTo(setting);
    assertThat(judged.isRetriable()).isEqualTo(setting == null);
    assertThat(judged).hasMessageContaining("queue q").hasMessageContaining(text);
  }

  @Test
  void aQueueThatCannotBeReachedIsAnOutage() {
    assertThat(byAddress.queue("q", "a", "b", new IOException("reset")).isRetriable()).isTrue();
  }

  /** What RabbitMQ says when deliveries were unsettled for longer than consumer_timeout. */
  @Test
  void aChannelClosedInUseIsAnOutage() {
    BrokerException judged =
        byAddress.inUse(
            "the channel was closed",
            closedChannel(406, "PRECONDITION_FAILED - delivery acknowledgement timed out"));

    assertThat(judged.isRetriable()).isTrue();
    assertThat(judged).hasMessageContaining("acknowledgement timed out");
  }

  static Stream<Arguments> exchanges() {
    return Stream.of(
        Arguments.of(404, "NOT_FOUND - no exchange 'e' in vhost '/'", "rabbitmq.exchange"),
        Arguments.of(406, "PRECONDITION_FAILED - inequivalent arg 'type'", "rabbitmq.exchange"),
        Arguments.of(503, "COMMAND_INVALID - unknown exchange type", "rabbitmq.exchange"),
        Arguments.of(403, "ACCESS_REFUSED - access to exchange 'e'", "rabbitmq.username"),
        Arguments.of(541, "INTERNAL_ERROR", OUTAGE));
  }

  @ParameterizedTest
  @MethodSource("exchanges")
  void aRefusedExchangeNamesTheSetting(int code, String text, String setting) {
    BrokerException judged =
        byAddress.exchange("e", "rabbitmq.exchange", closedChannel(code, text));

    assertThat(judged.setting()).isEqualTo(setting);
    assertThat(judged.isRetriable()).isEqualTo(setting == null);
    assertThat(judged).hasMessageContaining("exchange e").hasMessageContaining(text);
  }

  static Stream<Arguments> publishing() {
    return Stream.of(
        Arguments.of(404, "NOT_FOUND - no exchange 'e'", "rabbitmq.exchange", OUTAGE),
        Arguments.of(
            403, "ACCESS_REFUSED - access to exchange", "rabbitmq.username", "rabbitmq.username"),
        Arguments.of(
            406,
            "PRECONDITION_FAILED - message size 9 is larger than configured max size 8",
            OUTAGE,
            OUTAGE),
        Arguments.of(
            406, "PRECONDITION_FAILED - invalid message", "rabbitmq.exchange", "rabbitmq.exchange"),
        Arguments.of(320, "CONNECTION_FORCED", OUTAGE, OUTAGE),
        Arguments.of(541, "INTERNAL_ERROR", OUTAGE, OUTAGE));
  }

  @ParameterizedTest
  @MethodSource("publishing")
  void aChannelClosedWhilePublishingNamesTheSettingIfOneIsAtFault(
      int code, String text, String ofFixed, String ofTemplate) {
    Exception failure = closedChannel(code, text);

    assertThat(byAddress.publishing("rabbitmq.exchange", true, failure).setting())
        .isEqualTo(ofFixed);
    assertThat(byAddress.publishing("rabbitmq.exchange", false, failure).setting())
        .isEqualTo(ofTemplate);
  }

  @Test
  void theBrokersOwnLimitIsReadFromItsRefusal() {
    String words =
        "PRECONDITION_FAILED - message size 134217729 is larger than configured max size ";

    assertThat(RabbitMqFailures.largestMessage(closedChannel(406, words + "134217728")))
        .hasValue(134_217_728);
    assertThat(RabbitMqFailures.largestMessage(closedChannel(406, words))).isEmpty();
    assertThat(RabbitMqFailures.largestMessage(closedChannel(541, words + "1"))).isEmpty();
    assertThat(RabbitMqFailures.largestMessage(new IOException("reset"))).isEmpty();
  }

  @Test
  void aDifferenceIsToldFromAnother() {
    Exception type = closedChannel(406, "PRECONDITION_FAILED - inequivalent arg 'type' for ...");
    Exception other =
        closedChannel(406, "PRECONDITION_FAILED - inequivalent arg 'x-delayed-type' for ...");

    assertThat(RabbitMqFailures.differsElsewhere(type, "type")).isFalse();
    assertThat(RabbitMqFailures.differsElsewhere(other, "type")).isTrue();
    assertThat(RabbitMqFailures.differsElsewhere(closedChannel(503, "x"), "type")).isFalse();
  }

  private static Exception closedConnection(int code, String text) {
    return closed(new AMQP.Connection.Close.Builder().replyCode(code).replyText(text).build());
  }

  private static Exception closedChannel(int code, String text) {
    return closed(new AMQP.Channel.Close.Builder().replyCode(code).replyText(text).build());
  }

  /** As the client throws it: wrapped. */
  private static Exception closed(Method reason) {
    return new IOException(new ShutdownSignalException(false, false, reason, null));
  }
}
