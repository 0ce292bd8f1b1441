package com.babelqueue.connect.broker;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.broker.ConnectionCheck.Failure;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Whatever an attempt does, validation has an answer that names a key. */
class ConnectionCheckTest {
  private static final Duration LIMIT = Duration.ofMinutes(1);

  @Test
  void successReportsNothing() {
    assertThat(ConnectionCheck.run(() -> {}, "address", LIMIT)).isEmpty();
  }

  @Test
  void aMisconfigurationNamesItsOwnKey() {
    assertThat(
            ConnectionCheck.run(
                () -> {
                  throw BrokerException.misconfigured("password", "refused", null);
                },
                "address",
                LIMIT))
        .contains(new Failure("password", "password: refused"));
  }

  @Test
  void anOutageIsBlamedOnTheAddress() {
    assertThat(
            ConnectionCheck.run(
                () -> {
                  throw BrokerException.outage("down", null);
                },
                "address",
                LIMIT))
        .contains(new Failure("address", "down"));
  }

  @Test
  void anUnexpectedFailureShowsItsTypeOnly() {
    assertThat(
            ConnectionCheck.run(
                () -> {
                  throw new IllegalStateException("canary-secret");
                },
                "address",
                LIMIT))
        .contains(new Failure("address", "the check failed: IllegalStateException"));
  }

  @Test
  void anAttemptThatHangsIsInterrupted() throws Exception {
    CountDownLatch interrupted = new CountDownLatch(1);

    assertThat(
            ConnectionCheck.run(
                () -> {
                  try {
                    new CountDownLatch(1).await(1, TimeUnit.MINUTES);
                  } catch (InterruptedException e) {
                    interrupted.countDown();
                    throw e;
                  }
                },
                "address",
                Duration.ofMillis(200)))
        .hasValueSatisfying(
            failure ->
                assertThat(failure.message())
                    .contains("within 200 ms", "validate.connection.timeout.ms"));
    assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
  }
}
