package com.babelqueue.connect.sink.sqs;

import static com.babelqueue.connect.sink.sqs.OpenSender.LIMIT;
import static com.babelqueue.connect.sink.sqs.OpenSender.message;
import static com.babelqueue.connect.sink.sqs.OpenSender.probe;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.contract.SendProbe;
import com.babelqueue.connect.contract.SendProbe.Kind;
import com.babelqueue.connect.contract.SendProbe.Outcome;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Queues that exist, that do not, and that come and go, at a real broker. */
class SqsDestinationTest {
  private static SqsPeer peer;

  @BeforeAll
  static void start() {
    peer = SqsPeer.start();
  }

  @AfterAll
  static void stop() {
    peer.close();
  }

  @Test
  void aFixedQueueThatIsMissingIsAWrongSetting() {
    BrokerException failure =
        catchThrowableOfType(BrokerException.class, () -> OpenSender.to(peer, "missing").close());

    assertThat(failure.isRetriable()).isFalse();
    assertThat(failure.setting()).isEqualTo(SqsSinkConfig.QUEUE);
  }

  @Test
  void aFixedQueueThatIsDeletedIsAWrongSettingToo() throws Exception {
    String url = peer.createQueue("deleted");
    try (OpenSender sender = OpenSender.to(peer, "deleted")) {
      peer.client().deleteQueue(r -> r.queueUrl(url));
      SendProbe probe = probe("deleted", 1);

      sender.send(List.of(probe));

      assertThat(sender.lost().setting()).isEqualTo(SqsSinkConfig.QUEUE);
      assertThat(probe.isDone()).isFalse();
    }
  }

  @Test
  void aTemplateWritesSeveralQueuesFromOneCall() throws Exception {
    peer.createQueue("several-a");
    peer.createQueue("several-b");
    try (OpenSender sender = OpenSender.to(peer, "several-${meta.queue}")) {
      List<SendProbe> probes =
          List.of(probe("several-a", 1), probe("several-b", 2), probe("several-a", 3));

      sender.send(probes);

      assertThat(OpenSender.kinds(probes)).containsOnly(Kind.SENT);
      assertThat(peer.take("several-a", 2, LIMIT)).hasSize(2);
      assertThat(peer.take("several-b", 1, LIMIT)).hasSize(1);
    }
  }

  @Test
  void aMissingQueueOfATemplateIsARecordFaultUntilItIsCreated() throws Exception {
    peer.createQueue("there");
    try (OpenSender sender = OpenSender.to(peer, "${meta.queue}")) {
      List<SendProbe> probes = List.of(probe("late", 1), probe("there", 2), probe("no queue!", 3));

      sender.send(probes);

      assertThat(OpenSender.kinds(probes)).containsExactly(Kind.REJECTED, Kind.SENT, Kind.REJECTED);
      assertThat(probes.get(0).outcome(LIMIT).reason()).isEqualTo("destination");
      peer.createQueue("late");
      assertThat(sender.outcome(message("late")).kind())
          .as("SQS is not asked each time")
          .isEqualTo(Kind.REJECTED);
      sender.pass(Duration.ofSeconds(10));
      assertThat(sender.outcome(message("late")).kind()).isEqualTo(Kind.SENT);
    }
  }

  @Test
  void aDeletedQueueOfATemplateIsARecordFault() throws Exception {
    String url = peer.createQueue("gone");
    peer.createQueue("stays");
    try (OpenSender sender = OpenSender.to(peer, "${meta.queue}")) {
      assertThat(sender.outcome(message("gone")).kind()).isEqualTo(Kind.SENT);
      peer.client().deleteQueue(r -> r.queueUrl(url));

      Outcome outcome = sender.outcome(message("gone"));

      assertThat(outcome.kind()).isEqualTo(Kind.REJECTED);
      assertThat(outcome.reason()).isEqualTo("destination");
      peer.createQueue("gone");
      assertThat(sender.outcome(message("gone")).kind()).as("looked up anew").isEqualTo(Kind.SENT);
      assertThat(sender.outcome(message("stays")).kind()).isEqualTo(Kind.SENT);
    }
  }

  @Test
  void aQueueIsNamedByUrlToo() throws Exception {
    String url = peer.createQueue("by-url");
    try (OpenSender sender = OpenSender.to(peer, url)) {
      assertThat(sender.outcome(message(url)).kind()).isEqualTo(Kind.SENT);
      assertThat(peer.take("by-url", 1, LIMIT)).hasSize(1);
    }
  }
}
