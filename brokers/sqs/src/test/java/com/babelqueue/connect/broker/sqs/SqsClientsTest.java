package com.babelqueue.connect.broker.sqs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.harness.BrokerChoice;
import com.babelqueue.connect.harness.LogCapture;
import com.babelqueue.connect.harness.SqsBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

class SqsClientsTest {
  /** ElasticMQ's limit of a message, and AWS's own before it became 1 MiB. */
  private static final int LIMIT = 256 * 1024;

  private static SqsBroker broker;

  @BeforeAll
  static void start() {
    broker = SqsBroker.start();
    BrokerChoice.announce("SQS", broker.describe());
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  @Test
  void aQueueIsFoundByNameArnAndUrlWithItsAttributes() throws BrokerException {
    try (SqsClients clients = open()) {
      String dead = create(clients, "found-dead", Map.of());
      String deadArn =
          clients
              .sqs()
              .getQueueAttributes(
                  r -> r.queueUrl(dead).attributeNames(QueueAttributeName.QUEUE_ARN))
              .attributes()
              .get(QueueAttributeName.QUEUE_ARN);
      String url =
          create(
              clients,
              "found",
              Map.of(
                  QueueAttributeName.VISIBILITY_TIMEOUT,
                  "7",
                  QueueAttributeName.REDRIVE_POLICY,
                  "{\"deadLetterTargetArn\":\"" + deadArn + "\",\"maxReceiveCount\":\"3\"}"));
      ResolvedQueue expected =
          new ResolvedQueue("found", url, false, Duration.ofSeconds(7), true, LIMIT, false);

      for (String reference : List.of("found", url, "arn:aws:sqs:elasticmq:000000000000:found")) {
        assertThat(clients.resolve(SqsQueue.parse(Settings.QUEUES, reference))).isEqualTo(expected);
      }
      assertThat(clients.resolve(SqsQueue.parse(Settings.QUEUES, "found-dead")).redrives())
          .isFalse();
    }
  }

  @Test
  void aFifoQueueTellsWhetherItDeduplicatesByContent() throws BrokerException {
    try (SqsClients clients = open()) {
      for (boolean byContent : new boolean[] {true, false}) {
        String name = "found-" + byContent + ".fifo";
        create(
            clients,
            name,
            Map.of(
                QueueAttributeName.FIFO_QUEUE,
                "true",
                QueueAttributeName.CONTENT_BASED_DEDUPLICATION,
                Boolean.toString(byContent)));

        ResolvedQueue queue = clients.resolve(SqsQueue.parse(Settings.QUEUES, name));

        assertThat(queue.fifo()).isTrue();
        assertThat(queue.contentDeduplication()).isEqualTo(byContent);
      }
    }
  }

  @Test
  void aMissingQueueIsNoFailureWhereItNeedNotExist() throws BrokerException {
    try (SqsClients clients = open()) {
      assertThat(clients.find(SqsQueue.parse(Settings.QUEUES, "nowhere"))).isEmpty();
      create(clients, "somewhere", Map.of());
      assertThat(clients.find(SqsQueue.parse(Settings.QUEUES, "somewhere"))).isPresent();
    }
  }

  @Test
  void sqsIsReachedWhetherOrNotQueuesMayBeListed() throws BrokerException {
    try (SqsClients clients = open()) {
      clients.reach();
    }
    try (ScriptedAws aws = ScriptedAws.refusing(400, "AccessDeniedException", "no");
        SqsClients clients = open(aws.address())) {
      clients.reach();
    }
    try (ScriptedAws aws = ScriptedAws.refusing(403, "InvalidClientTokenId", "no");
        SqsClients clients = open(aws.address())) {
      assertThat(catchThrowableOfType(BrokerException.class, clients::reach).setting())
          .isEqualTo(SqsSettings.ACCESS_KEY_ID);
    }
  }

  @Test
  void aRoleIsAssumedFromStaticKeysAndNoSecretIsLogged() throws BrokerException {
    try (ScriptedAws sts = ScriptedAws.assumingRole("CANARY-ROLE-SECRET", "CANARY-ROLE-TOKEN");
        ScriptedAws aws = ScriptedAws.refusing(400, "InvalidAddress", "no");
        LogCapture log = LogCapture.of("CANARY")) {
      try (SqsClients clients =
          SqsClients.open(
              Settings.of(
                  SqsSettings.ENDPOINT, aws.address(),
                  SqsSettings.STS_ENDPOINT, sts.address(),
                  SqsSettings.ACCESS_KEY_ID, "AKID",
                  SqsSettings.SECRET_ACCESS_KEY, "CANARY-SECRET",
                  SqsSettings.SESSION_TOKEN, "CANARY-TOKEN",
                  SqsSettings.ROLE_ARN, "arn:aws:iam::123456789012:role/bridge"),
              Settings.QUEUES,
              List.of())) {
        assertThatThrownBy(() -> clients.resolve(SqsQueue.parse(Settings.QUEUES, "orders")))
            .isInstanceOf(BrokerException.class);
      }

      assertThat(sts.requests().get(0).getFirst("Authorization"))
          .contains("Credential=AKID/")
          .contains("/us-east-1/sts/");
      assertThat(sts.requests().get(0).getFirst("X-Amz-Security-Token")).isEqualTo("CANARY-TOKEN");
      assertThat(aws.requests().get(0).getFirst("Authorization")).contains("Credential=ASIAROLE/");
      assertThat(aws.requests().get(0).getFirst("X-Amz-Security-Token"))
          .isEqualTo("CANARY-ROLE-TOKEN");
      assertThat(log.events()).isPositive();
      assertThat(log.lines()).isEmpty();
    }
  }

  @Test
  void theRegionIsTakenFromTheQueueWhereNoSettingTellsIt() throws BrokerException {
    try (ScriptedAws aws = ScriptedAws.refusing(400, "InvalidAddress", "no");
        SqsClients clients =
            SqsClients.open(
                Settings.of(
                    SqsSettings.ENDPOINT, aws.address(),
                    SqsSettings.ACCESS_KEY_ID, "AKID",
                    SqsSettings.SECRET_ACCESS_KEY, "s"),
                Settings.QUEUES,
                List.of(SqsQueue.parse(Settings.QUEUES, "arn:aws:sqs:eu-north-1:1:orders")))) {
      assertThatThrownBy(() -> clients.resolve(SqsQueue.parse(Settings.QUEUES, "orders")))
          .isInstanceOf(BrokerException.class);

      assertThat(aws.requests().get(0).getFirst("Authorization")).contains("/eu-north-1/sqs/");
    }
  }

  /** Files and metadata service are turned away; what the environment gives cannot be. */
  @Test
  @DisabledIfEnvironmentVariable(named = "AWS_REGION", matches = ".+")
  @DisabledIfEnvironmentVariable(named = "AWS_ACCESS_KEY_ID", matches = ".+")
  void whatNeitherSettingsNorTheDefaultChainGiveIsAskedForByKey(@TempDir Path none) {
    Map<String, String> nowhere =
        Map.of(
            "aws.disableEc2Metadata", "true",
            "aws.configFile", none.resolve("config").toString(),
            "aws.sharedCredentialsFile", none.resolve("credentials").toString());
    nowhere.forEach(System::setProperty);
    try {
      assertThat(opening(SqsSettings.ACCESS_KEY_ID, "AKID", SqsSettings.SECRET_ACCESS_KEY, "s"))
          .isEqualTo(SqsSettings.REGION);
      assertThat(opening(SqsSettings.REGION, "eu-west-1")).isEqualTo(SqsSettings.ACCESS_KEY_ID);
    } finally {
      nowhere.keySet().forEach(System::clearProperty);
    }
  }

  /** The setting that a refused opening names. */
  private static String opening(String... pairs) {
    return catchThrowableOfType(
            BrokerException.class,
            () -> SqsClients.open(Settings.of(pairs), Settings.QUEUES, List.of()).close())
        .setting();
  }

  private static SqsClients open() throws BrokerException {
    return open(broker.endpoint().toString());
  }

  private static SqsClients open(String endpoint) throws BrokerException {
    return SqsClients.open(
        Settings.of(
            SqsSettings.ENDPOINT, endpoint,
            SqsSettings.ACCESS_KEY_ID, "AKID",
            SqsSettings.SECRET_ACCESS_KEY, "s"),
        Settings.QUEUES,
        List.of());
  }

  private static String create(
      SqsClients clients, String name, Map<QueueAttributeName, String> attributes) {
    return clients.sqs().createQueue(r -> r.queueName(name).attributes(attributes)).queueUrl();
  }
}
