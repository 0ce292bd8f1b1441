package com.babelqueue.connect.broker.servicebus;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.amqp.exception.AmqpErrorCondition;
import com.azure.core.amqp.exception.AmqpException;
import com.azure.core.exception.ClientAuthenticationException;
import com.azure.messaging.servicebus.ServiceBusErrorSource;
import com.azure.messaging.servicebus.ServiceBusException;
import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.servicebus.ServiceBusFailures.Undelivered;
import java.io.IOException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class ServiceBusFailuresTest {
  private static final String ENTITIES = "the.entities";
  private static final String SESSIONS = "the.sessions";

  private final ServiceBusFailures failures = failures(ServiceBusSettings.CONNECTION_STRING);

  static Stream<Arguments> misconfigurations() {
    return Stream.of(
        Arguments.of(
            amqp(AmqpErrorCondition.UNAUTHORIZED_ACCESS, false),
            ServiceBusSettings.CONNECTION_STRING),
        Arguments.of(amqp(AmqpErrorCondition.NOT_FOUND, false), ENTITIES),
        Arguments.of(new UnsupportedOperationException("sessions are required"), SESSIONS),
        Arguments.of(
            new ClientAuthenticationException("no credential", null),
            ServiceBusSettings.CONNECTION_STRING),
        Arguments.of(
            new IOException(new CertificateException("unknown")),
            ServiceBusSettings.CONNECTION_STRING));
  }

  @ParameterizedTest
  @MethodSource("misconfigurations")
  void whatAPersonHasToCureNamesTheKey(Throwable failure, String setting) {
    BrokerException judged = failures.of("receiving from orders", wrapped(failure));

    assertThat(judged.isRetriable()).isFalse();
    assertThat(judged.setting()).isEqualTo(setting);
    assertThat(judged).hasMessageContaining("receiving from orders");
  }

  @ParameterizedTest
  @EnumSource(
      value = AmqpErrorCondition.class,
      names = {
        "SERVER_BUSY_ERROR",
        "TIMEOUT_ERROR",
        "PROTON_IO",
        "CONNECTION_FORCED",
        "LINK_DETACH_FORCED",
        "RESOURCE_LIMIT_EXCEEDED",
        "ENTITY_DISABLED_ERROR",
        "INTERNAL_ERROR",
        "SESSION_CANNOT_BE_LOCKED"
      })
  void whatPassesByItselfIsAnOutage(AmqpErrorCondition condition) {
    assertThat(failures.of("receiving", wrapped(amqp(condition, true))).isRetriable()).isTrue();
  }

  @Test
  void otherFailuresAreOutages() {
    assertThat(failures.of("receiving", new TimeoutException()).isRetriable()).isTrue();
    assertThat(failures.of("receiving", new IllegalStateException("closed")).isRetriable())
        .isTrue();
    assertThat(failures.of("x", amqp(AmqpErrorCondition.NOT_FOUND, true)).isRetriable()).isTrue();
    assertThat(failures.of("receiving", wrapped(new UnknownHostException("h"))))
        .hasMessageContaining("host name is unknown")
        .hasMessageContaining(ServiceBusSettings.CONNECTION_STRING);
  }

  @Test
  void theNamespaceIsToBlameWhereItIsInUse() {
    assertThat(
            failures(ServiceBusSettings.NAMESPACE)
                .of("receiving", new ClientAuthenticationException("none", null))
                .setting())
        .isEqualTo(ServiceBusSettings.NAMESPACE);
  }

  @ParameterizedTest
  @EnumSource(
      value = AmqpErrorCondition.class,
      names = {"MESSAGE_LOCK_LOST", "MESSAGE_NOT_FOUND", "SESSION_LOCK_LOST"})
  void aLostLockIsTheMessagesOwn(AmqpErrorCondition condition) {
    assertThat(ServiceBusFailures.ofMessage(wrapped(amqp(condition, false))))
        .contains(condition.name());
  }

  @Test
  void anythingElseIsNot() {
    assertThat(ServiceBusFailures.ofMessage(wrapped(amqp(AmqpErrorCondition.PROTON_IO, true))))
        .isEmpty();
    assertThat(ServiceBusFailures.ofMessage(new TimeoutException())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "LINK_PAYLOAD_SIZE_EXCEEDED, TOO_LARGE",
    "ARGUMENT_ERROR, INVALID",
    "ARGUMENT_OUT_OF_RANGE_ERROR, INVALID",
    "RESOURCE_LIMIT_EXCEEDED, FULL",
    "ENTITY_DISABLED_ERROR, DISABLED",
    "NOT_FOUND, NO_ENTITY",
    "SERVER_BUSY_ERROR, LOST",
    "TIMEOUT_ERROR, LOST",
    "LINK_DETACH_FORCED, LOST",
    "OPERATION_CANCELLED, LOST",
    "UNAUTHORIZED_ACCESS, LOST"
  })
  void anAnswerToASendSaysWhatBecameOfIt(AmqpErrorCondition condition, Undelivered expected) {
    assertThat(ServiceBusFailures.undelivered(wrapped(amqp(condition, false)))).isEqualTo(expected);
  }

  @Test
  void whatIsNoAnswerSaysNothingAboutAMessage() {
    assertThat(ServiceBusFailures.undelivered(wrapped(new UnsupportedOperationException("no"))))
        .isEqualTo(Undelivered.NOT_ALLOWED);
    assertThat(ServiceBusFailures.undelivered(wrapped(new IllegalArgumentException("no text"))))
        .isEqualTo(Undelivered.INVALID);
    assertThat(ServiceBusFailures.undelivered(wrapped(amqp(AmqpErrorCondition.NOT_FOUND, true))))
        .isEqualTo(Undelivered.LOST);
    assertThat(ServiceBusFailures.undelivered(wrapped(new AmqpException(false, "no", null))))
        .isEqualTo(Undelivered.LOST);
    assertThat(ServiceBusFailures.undelivered(new IllegalStateException("closed")))
        .isEqualTo(Undelivered.LOST);
  }

  private static AmqpException amqp(AmqpErrorCondition condition, boolean passing) {
    return new AmqpException(passing, condition, "said " + condition, null);
  }

  private static Throwable wrapped(Throwable failure) {
    return new IllegalStateException(
        new ServiceBusException(failure, ServiceBusErrorSource.RECEIVE));
  }

  private static ServiceBusFailures failures(String key) {
    String value =
        key.equals(ServiceBusSettings.NAMESPACE)
            ? "h"
            : "Endpoint=sb://h/;SharedAccessKeyName=n;SharedAccessKey=k";
    return new ServiceBusFailures(
        new ServiceBusSettings(
            new AbstractConfig(ServiceBusSettings.define(new ConfigDef()), Map.of(key, value))),
        ENTITIES,
        SESSIONS);
  }
}
