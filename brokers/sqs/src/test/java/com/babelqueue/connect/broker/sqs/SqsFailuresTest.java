package com.babelqueue.connect.broker.sqs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.harness.BrokerChoice;
import com.babelqueue.connect.harness.SqsBroker;
import com.babelqueue.connect.harness.TcpProxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The failure table, each row provoked over the wire and judged from what the SDK then throws. */
class SqsFailuresTest {
  /** Longer than a DNS label may be, so no resolver is asked. */
  private static final String UNRESOLVABLE = "h".repeat(64) + ".invalid";

  private static final String ROLE = "arn:aws:iam::123456789012:role/bridge";

  @ParameterizedTest
  @CsvSource({
    "400, QueueDoesNotExist,           sqs.queues",
    "400, AWS.SimpleQueueService.NonExistentQueue, sqs.queues",
    "400, InvalidAddress,              sqs.queues",
    "403, AccessDenied,                sqs.access.key.id",
    "400, AccessDeniedException,       sqs.access.key.id",
    "403, InvalidClientTokenId,        sqs.access.key.id",
    "400, UnrecognizedClientException, sqs.access.key.id",
    "403, SomethingNew,                sqs.access.key.id",
    "403, SignatureDoesNotMatch,       sqs.secret.access.key",
    "403, ExpiredToken,                sqs.session.token"
  })
  void anAnswerThatNoRetryCuresNamesTheKeyToChange(int status, String code, String key) {
    try (ScriptedAws aws = ScriptedAws.refusing(status, code, "no")) {
      BrokerException failure = resolving(aws.address(), SqsSettings.SESSION_TOKEN, "t");

      assertThat(failure.isRetriable()).isFalse();
      assertThat(failure.setting()).isEqualTo(key);
      assertThat(failure).hasMessageContaining(code).hasMessageContaining("queue orders");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "400, ThrottlingException",
    "403, RequestThrottled",
    "400, OverLimit",
    "403, RequestTimeTooSkewed",
    "500, InternalFailure",
    "503, ServiceUnavailable"
  })
  void anAnswerThatTimeCuresIsAnOutage(int status, String code) {
    try (ScriptedAws aws = ScriptedAws.refusing(status, code, "later")) {
      BrokerException failure = resolving(aws.address());

      assertThat(failure.isRetriable()).isTrue();
      assertThat(failure).hasMessageContaining(code);
    }
  }

  @Test
  void anExpiredTokenThatIsNotASettingIsRenewedInTime() {
    try (ScriptedAws aws = ScriptedAws.refusing(403, "ExpiredToken", "late")) {
      assertThat(resolving(aws.address()).isRetriable()).isTrue();
    }
  }

  @Test
  void aDeniedCallBlamesTheRoleWhereOneIsAssumed() {
    try (ScriptedAws aws = ScriptedAws.refusing(403, "AccessDenied", "no");
        ScriptedAws sts = ScriptedAws.assumingRole("s", "t")) {
      BrokerException failure =
          resolving(
              aws.address(), SqsSettings.ROLE_ARN, ROLE, SqsSettings.STS_ENDPOINT, sts.address());

      assertThat(failure.setting()).isEqualTo(SqsSettings.ROLE_ARN);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "403, AccessDenied,         sqs.role.arn",
    "400, ValidationError,      sqs.role.arn",
    "403, InvalidClientTokenId, sqs.access.key.id",
    "403, SignatureDoesNotMatch, sqs.secret.access.key"
  })
  void aRoleThatStsRefusesNamesTheRoleOrTheKeyItStartsFrom(int status, String code, String key) {
    try (ScriptedAws sts = ScriptedAws.stsRefusing(status, code)) {
      BrokerException failure =
          resolving(
              "http://127.0.0.1:9",
              SqsSettings.ROLE_ARN,
              ROLE,
              SqsSettings.STS_ENDPOINT,
              sts.address());

      assertThat(failure.isRetriable()).isFalse();
      assertThat(failure.setting()).isEqualTo(key);
    }
  }

  @Test
  void anStsThatIsDownIsAnOutage() {
    try (ScriptedAws sts = ScriptedAws.stsRefusing(503, "ServiceUnavailable")) {
      BrokerException failure =
          resolving(
              "http://127.0.0.1:9",
              SqsSettings.ROLE_ARN,
              ROLE,
              SqsSettings.STS_ENDPOINT,
              sts.address());

      assertThat(failure.isRetriable()).isTrue();
    }
  }

  @Test
  void aRefusedSignatureIsReportedWithoutTheHeadersThatAwsRepeats() {
    try (ScriptedAws aws =
        ScriptedAws.refusing(
            403, "SignatureDoesNotMatch", "should have been x-amz-security-token:CANARY")) {
      BrokerException failure = resolving(aws.address(), SqsSettings.SESSION_TOKEN, "CANARY");

      assertThat(failure).hasMessageNotContaining("CANARY").hasNoCause();
    }
  }

  @Test
  void aConnectionThatBreaksIsAnOutage() {
    try (SqsBroker broker = SqsBroker.start();
        TcpProxy proxy = TcpProxy.to("127.0.0.1", broker.endpoint().getPort())) {
      BrokerChoice.announce("SQS", broker.describe());
      proxy.refuse();

      assertThat(resolving("http://127.0.0.1:" + proxy.port()).isRetriable()).isTrue();
    }
  }

  @Test
  void aServerThatDoesNotAnswerIsAnOutageAfterTheRequestTimeout() {
    try (SqsBroker broker = SqsBroker.start();
        TcpProxy proxy = TcpProxy.to("127.0.0.1", broker.endpoint().getPort())) {
      proxy.stall();

      assertThat(
              resolving("http://127.0.0.1:" + proxy.port(), SqsSettings.REQUEST_TIMEOUT, "300")
                  .isRetriable())
          .isTrue();
    }
  }

  @Test
  void anUnknownHostNamesTheKeysThatHoldTheAddress() {
    BrokerException failure = resolving("http://" + UNRESOLVABLE + ":1");

    assertThat(failure.isRetriable()).isTrue();
    assertThat(failure)
        .hasMessageContaining("sqs.endpoint")
        .hasMessageContaining("sqs.region")
        .hasMessageContaining("queue orders");
  }

  @Test
  void aRealBrokerWithoutTheQueueNamesTheQueueKey() {
    try (SqsBroker broker = SqsBroker.start()) {
      BrokerException failure = resolving(broker.endpoint().toString());

      assertThat(failure.isRetriable()).isFalse();
      assertThat(failure.setting()).isEqualTo("sqs.queues");
      assertThat(failure).hasMessageContaining("queue orders");
    }
  }

  private static BrokerException resolving(String endpoint, String... more) {
    List<String> pairs =
        new ArrayList<>(
            List.of(
                SqsSettings.ENDPOINT, endpoint,
                SqsSettings.ACCESS_KEY_ID, "AKID",
                SqsSettings.SECRET_ACCESS_KEY, "s"));
    pairs.addAll(Arrays.asList(more));
    SqsSettings settings = Settings.of(pairs.toArray(String[]::new));
    SqsQueue queue = SqsQueue.parse(Settings.QUEUES, "orders");
    return catchThrowableOfType(
        BrokerException.class,
        () -> {
          try (SqsClients clients = SqsClients.open(settings, Settings.QUEUES, List.of(queue))) {
            clients.resolve(queue);
          }
        });
  }
}
