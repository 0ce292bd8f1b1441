package com.babelqueue.connect.broker.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.broker.BrokerException;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.NotEnoughReplicasException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownServerException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class KafkaFailuresTest {
  static Stream<Throwable> passing() {
    return Stream.of(
        new TimeoutException("topic not present"),
        new NotEnoughReplicasException("1 of 2"),
        new UnknownServerException("?"),
        new OutOfOrderSequenceException("3 after 1"),
        new KafkaException("producer closed"),
        new IllegalStateException("closed"));
  }

  @ParameterizedTest
  @MethodSource("passing")
  void whatPassesByItselfIsAnOutage(Throwable failure) {
    BrokerException judged = KafkaFailures.of("writing to topic orders", failure);

    assertThat(judged.isRetriable()).isTrue();
    assertThat(judged)
        .hasMessage("writing to topic orders failed: " + failure.getMessage())
        .hasCause(failure);
  }

  static Stream<Arguments> lasting() {
    return Stream.of(
        Arguments.of(new RecordTooLargeException("2 MB"), "kafka.client.max.request.size"),
        Arguments.of(new RecordBatchTooLargeException("2 MB"), "kafka.client.max.request.size"),
        Arguments.of(new TopicAuthorizationException("orders"), "kafka.client.*"),
        Arguments.of(new SaslAuthenticationException("bad"), "kafka.client.*"),
        Arguments.of(new InvalidTimestampException("ahead"), "kafka.bootstrap.servers"));
  }

  @ParameterizedTest
  @MethodSource("lasting")
  void whatAPersonMustMendNamesTheSetting(Throwable failure, String setting) {
    BrokerException judged = KafkaFailures.of("writing to topic orders", failure);

    assertThat(judged.isRetriable()).isFalse();
    assertThat(judged.setting()).isEqualTo(setting);
    assertThat(judged).hasMessageContaining("writing to topic orders");
  }
}
