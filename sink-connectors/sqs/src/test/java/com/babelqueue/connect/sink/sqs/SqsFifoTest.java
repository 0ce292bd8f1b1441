package com.babelqueue.connect.sink.sqs;

import static com.babelqueue.connect.sink.sqs.OpenSender.LIMIT;
import static com.babelqueue.connect.sink.sqs.OpenSender.message;
import static com.babelqueue.connect.sink.sqs.OpenSender.probe;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.contract.SendProbe;
import com.babelqueue.connect.contract.SendProbe.Kind;
import com.babelqueue.connect.sink.OutboundMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** Order, groups and deduplication on FIFO queues of a real broker (SQS-3). */
class SqsFifoTest {
  private static final String BY_KEY = "${key}";

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
  void theGroupIsTheQueueAndTheDeduplicationIdTheMessagesId() throws Exception {
    peer.createQueue("ids.fifo");
    try (OpenSender sender = OpenSender.to(peer, "ids.fifo")) {
      assertThat(sender.outcome(message("ids.fifo")).kind()).isEqualTo(Kind.SENT);
      assertThat(sender.outcome(message("ids.fifo")).kind()).isEqualTo(Kind.SENT);

      Message message = peer.take("ids.fifo", 1, LIMIT).get(0);
      assertThat(message.attributes())
          .containsEntry(MessageSystemAttributeName.MESSAGE_GROUP_ID, "ids.fifo")
          .containsEntry(
              MessageSystemAttributeName.MESSAGE_DEDUPLICATION_ID,
              "0b54b1f2-0000-4000-8000-000000000001");
      assertThat(peer.depth("ids.fifo")).as("the second one was swallowed").isZero();
    }
  }

  @Test
  void contentBasedDeduplicationLeavesTheIdToSqs() throws Exception {
    peer.createQueue(
        "content.fifo",
        Map.of(
            QueueAttributeName.FIFO_QUEUE, "true",
            QueueAttributeName.CONTENT_BASED_DEDUPLICATION, "true"));
    try (OpenSender sender =
        OpenSender.to(peer, "content.fifo", SqsSinkConfig.CONTENT_DEDUPLICATION, "true")) {
      assertThat(sender.outcome(message("content.fifo")).kind()).isEqualTo(Kind.SENT);

      assertThat(
              peer.take("content.fifo", 1, LIMIT)
                  .get(0)
                  .attributes()
                  .get(MessageSystemAttributeName.MESSAGE_DEDUPLICATION_ID))
          .as("SHA-256 of the body")
          .hasSize(64);
    }
  }

  @Test
  void contentBasedDeduplicationNeedsAQueueThatHasIt() {
    peer.createQueue("by-id.fifo");

    BrokerException failure =
        catchThrowableOfType(
            BrokerException.class,
            () ->
                OpenSender.to(peer, "by-id.fifo", SqsSinkConfig.CONTENT_DEDUPLICATION, "true")
                    .close());

    assertThat(failure.setting()).isEqualTo(SqsSinkConfig.CONTENT_DEDUPLICATION);
  }

  @Test
  void aRawBodyIsToldApartByWhereItsRecordLies() throws Exception {
    peer.createQueue("raw.fifo");
    try (OpenSender sender = OpenSender.to(peer, "raw.fifo")) {
      byte[] raw = "no envelope".getBytes(UTF_8);

      for (String location : List.of("t-0@1", "t-0@2", "t-0@1")) {
        assertThat(sender.outcome(OutboundMessage.to("raw.fifo", raw, location)).kind())
            .isEqualTo(Kind.SENT);
      }

      assertThat(peer.take("raw.fifo", 2, LIMIT)).hasSize(2);
      assertThat(peer.depth("raw.fifo")).isZero();
    }
  }

  @Test
  void aDelayIsRejected() throws Exception {
    peer.createQueue("delay.fifo");
    try (OpenSender sender = OpenSender.to(peer, "delay.fifo")) {
      assertThat(sender.outcome(message("delay.fifo").delay(Duration.ofMillis(1))).reason())
          .isEqualTo("delay");
      assertThat(sender.outcome(message("delay.fifo").delay(Duration.ZERO)).kind())
          .isEqualTo(Kind.SENT);
    }
  }

  @Test
  void aRecordWithoutAGroupOfItsOwnIsOfTheQueuesGroup() throws Exception {
    peer.createQueue("nogroup.fifo");
    try (OpenSender sender = OpenSender.to(peer, "nogroup.fifo", SqsSinkConfig.GROUP_ID, BY_KEY)) {
      assertThat(sender.outcome(message("nogroup.fifo")).kind()).isEqualTo(Kind.SENT);

      assertThat(peer.take("nogroup.fifo", 1, LIMIT).get(0).attributes())
          .containsEntry(MessageSystemAttributeName.MESSAGE_GROUP_ID, "nogroup.fifo");
    }
  }

  @Test
  void aRecordWithAnUnusableGroupIsRejected() throws Exception {
    peer.createQueue("badgroup.fifo");
    try (OpenSender sender = OpenSender.to(peer, "badgroup.fifo", SqsSinkConfig.GROUP_ID, BY_KEY)) {
      List<SendProbe> probes =
          List.of(
              probe("badgroup.fifo", "two words", 1),
              probe("badgroup.fifo", "ğ", 2),
              probe("badgroup.fifo", "g".repeat(129), 3),
              probe("badgroup.fifo", "g".repeat(128), 4));

      sender.send(probes);

      assertThat(OpenSender.kinds(probes))
          .containsExactly(Kind.REJECTED, Kind.REJECTED, Kind.REJECTED, Kind.SENT);
      assertThat(probes.get(0).outcome(LIMIT).reason()).isEqualTo("message_group");
    }
  }

  @Test
  void everyGroupKeepsItsOrderAndIsInOneBatchAtATime() throws Exception {
    peer.createQueue("groups.fifo");
    try (SqsGateway gateway = SqsGateway.to(peer.endpoint());
        OpenSender sender = byKey("groups.fifo", gateway)) {
      List<SendProbe> probes = new ArrayList<>();
      for (int i = 0; i < 300; i++) {
        probes.add(probe("groups.fifo", "g" + i % 5, i));
      }

      sender.send(probes.subList(0, 170));
      sender.send(probes.subList(170, 300));

      assertThat(OpenSender.kinds(probes)).containsOnly(Kind.SENT);
      assertThat(gateway.overlaps()).isEmpty();
      assertThat(gateway.batches()).hasSizeLessThan(60);
      List<Message> all = peer.take("groups.fifo", 300, LIMIT);
      for (int g = 0; g < 5; g++) {
        int group = g;
        assertThat(numbers(all, "g" + g))
            .isEqualTo(IntStream.range(0, 300).filter(i -> i % 5 == group).boxed().toList());
      }
    }
  }

  @Test
  void whatFollowsAFailedMessageInItsGroupGoesBackWithItAndOtherGroupsGoOn() throws Exception {
    peer.createQueue("failed.fifo");
    try (SqsGateway gateway = SqsGateway.to(peer.endpoint());
        OpenSender sender = byKey("failed.fifo", gateway)) {
      // The last one of the first batch, so that none after it is under way with it.
      gateway.refuseEntry("\"number\":9,", false, "InternalError");
      List<SendProbe> a = probes("failed.fifo", "a", 0, 25);
      List<SendProbe> b = probes("failed.fifo", "b", 100, 125);
      List<SendProbe> both = new ArrayList<>(a);
      both.addAll(b);

      sender.send(both);

      assertThat(OpenSender.kinds(b)).containsOnly(Kind.SENT);
      assertThat(OpenSender.kinds(a.subList(0, 9))).containsOnly(Kind.SENT);
      assertThat(OpenSender.kinds(a.subList(9, 25))).containsOnly(Kind.RETRY);
      // The engine had handed one more on before it could know.
      List<SendProbe> early = probes("failed.fifo", "a", 25, 26);
      sender.send(early);
      assertThat(OpenSender.kinds(early)).containsOnly(Kind.RETRY);
      List<SendProbe> again = probes("failed.fifo", "a", 9, 26);
      sender.send(again);
      assertThat(OpenSender.kinds(again)).containsOnly(Kind.SENT);
      assertThat(numbers(peer.take("failed.fifo", 51, LIMIT), "a"))
          .isEqualTo(IntStream.range(0, 26).boxed().toList());
    }
  }

  @Test
  void aRejectedMessageDoesNotHoldItsGroupUp() throws Exception {
    peer.createQueue("rejected.fifo");
    try (SqsGateway gateway = SqsGateway.to(peer.endpoint());
        OpenSender sender = byKey("rejected.fifo", gateway)) {
      gateway.refuseEntry("\"number\":3,", true, "InvalidMessageContents");
      List<SendProbe> probes = probes("rejected.fifo", "a", 0, 15);

      sender.send(probes);

      assertThat(probes.get(3).outcome(LIMIT).kind()).isEqualTo(Kind.REJECTED);
      assertThat(numbers(peer.take("rejected.fifo", 14, LIMIT), "a"))
          .isEqualTo(IntStream.range(0, 15).filter(i -> i != 3).boxed().toList());
    }
  }

  private static OpenSender byKey(String queue, SqsGateway gateway) throws BrokerException {
    return OpenSender.through(peer, gateway.address(), queue, SqsSinkConfig.GROUP_ID, BY_KEY);
  }

  private static List<SendProbe> probes(String queue, String group, int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> probe(queue, group, i)).toList();
  }

  /** The numbers of a group's messages, in the order in which they came. */
  private static List<Integer> numbers(List<Message> messages, String group) {
    return messages.stream()
        .filter(
            message ->
                group.equals(message.attributes().get(MessageSystemAttributeName.MESSAGE_GROUP_ID)))
        .map(message -> message.body().replaceAll(".*\"number\":(\\d+).*", "$1"))
        .map(Integer::valueOf)
        .toList();
  }
}
