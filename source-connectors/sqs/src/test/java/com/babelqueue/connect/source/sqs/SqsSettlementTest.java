package com.babelqueue.connect.source.sqs;

import static com.babelqueue.connect.source.sqs.OpenReceiver.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.harness.LogCapture;
import com.babelqueue.connect.source.Delivery;
import com.babelqueue.connect.source.Receiver.Unsettled;
import com.babelqueue.connect.source.sqs.SqsReceiver.Receipt;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.model.Message;

/** What the receiver tells a real broker about messages, and what the broker then does. */
class SqsSettlementTest {
  private static SqsPeer peer;

  private OpenReceiver receiver;

  @BeforeAll
  static void start() {
    peer = SqsPeer.start();
  }

  @AfterAll
  static void stop() {
    peer.close();
  }

  @AfterEach
  void close() {
    if (receiver != null) {
      receiver.close();
    }
  }

  @Test
  void manyMessagesAreDeletedInBatchesAndABogusHandleIsReportedByItself() throws Exception {
    String url = peer.createQueue("deleted", 30);
    peer.sendAll(url, OpenReceiver.bodies(44));
    open("deleted", SqsSourceConfig.SETTLE_THREADS, "3");
    List<Delivery> received = receiver.receiveAll(44);
    Delivery bogus =
        Delivery.of(
                "deleted",
                new byte[0],
                new Receipt(Receipt.of(received.get(0)).queue(), "bogus"),
                receiver.get().epoch())
            .build();
    received.add(17, bogus);

    List<Unsettled> unsettled = receiver.get().accept(received);

    assertThat(unsettled).containsExactly(new Unsettled(bogus, "ReceiptHandleIsInvalid"));
    assertThat(peer.depth(url)).isZero();
  }

  @Test
  void aReleasedMessageIsVisibleAtOnceAndCounted() throws Exception {
    String url = peer.createQueue("released", 600);
    peer.send(url, "again");
    open("released");
    List<Delivery> received = receiver.receive(1);

    assertThat(receiver.get().release(received)).isEmpty();

    Delivery second = receiver.receive(1).get(0);
    assertThat(OpenReceiver.body(second)).isEqualTo("again");
    assertThat(second.attemptsField()).isEqualTo("2");
    assertThat(second.deliveryCount()).isEqualTo(2);
    assertThat(peer.depth(url)).isEqualTo(1);
  }

  @Test
  void aHandleSurvivesAReconnect() throws Exception {
    String url = peer.createQueue("reconnected", 600);
    peer.send(url, "x");
    open("reconnected");
    List<Delivery> received = receiver.receive(1);

    receiver.get().close();
    receiver.get().open();

    assertThat(received.get(0).epoch()).isEqualTo(receiver.get().epoch());
    assertThat(receiver.get().accept(received)).isEmpty();
    assertThat(peer.depth(url)).isZero();
  }

  @Test
  void aRenewedMessageStaysInvisibleBeyondItsFirstTimeout() throws Exception {
    String renewed = peer.createQueue("renewed", 600);
    String control = peer.createQueue("renewed-control", 600);
    open("renewed,renewed-control", SqsSourceConfig.VISIBILITY_TIMEOUT, "2");
    peer.send(renewed, "kept");
    peer.send(control, "let go");
    List<Delivery> received = receiver.receiveAll(2);
    receiver.get().suspend();

    // The control proves that the first timeout is over; the other one is renewed on the way.
    Await.until(
        "the control message is visible again",
        LIMIT,
        () -> {
          assertThat(
                  receiver
                      .get()
                      .renew(
                          received.stream().filter(one -> one.queue().equals("renewed")).toList()))
              .isEmpty();
          return peer.visible(control) == 1;
        });

    assertThat(receiver.get().lockDuration()).isEqualTo(Duration.ofSeconds(2));
    assertThat(peer.visible(renewed)).isZero();
    assertThat(peer.depth(renewed)).isEqualTo(1);
  }

  @Test
  void aRejectedMessageIsLeftToTheRedrivePolicy() throws Exception {
    String dead = peer.createQueue("rejected-dead", 30);
    String url = peer.createQueue("rejected", 1, dead, 2);
    peer.send(url, "poison");
    open("rejected");
    try (LogCapture log = LogCapture.of("Rejected messages stay in queue rejected")) {
      receiver.get().reject(receiver.receive(1), "invalid_json");

      assertThat(peer.depth(url)).as("neither deleted nor moved by us").isEqualTo(1);
      receiver.get().reject(receiver.receive(1), "invalid_json");
      Await.until(
          "the broker moves the message",
          LIMIT,
          () -> {
            receiver.receive(1, Duration.ofMillis(100));
            return peer.depth(dead) == 1;
          });
      assertThat(log.lines()).as("said once").hasSize(1).noneMatch(line -> line.contains("none"));
    }
    assertThat(peer.receive(dead)).extracting(Message::body).containsExactly("poison");
  }

  @Test
  void aBrokenCallAmongSeveralDoesNotVoidTheOthers() throws Exception {
    String url = peer.createQueue("partly", 600);
    peer.sendAll(url, OpenReceiver.bodies(20));
    open("partly");
    List<Delivery> received = receiver.receiveAll(20);
    String gone = peer.createQueue("partly-gone", 600);
    peer.send(gone, "x");
    List<Delivery> ofGone;
    try (OpenReceiver other = OpenReceiver.of(peer, "partly-gone")) {
      ofGone = other.receive(1);
    }
    peer.client().deleteQueue(r -> r.queueUrl(gone));
    received.addAll(ofGone);

    BrokerException failure =
        catchThrowableOfType(BrokerException.class, () -> receiver.get().accept(received));

    assertThat(failure.setting()).isEqualTo(SqsSourceConfig.QUEUES);
    assertThat(peer.depth(url)).as("the calls for the other queue went out").isZero();
  }

  private void open(String queues, String... pairs) throws BrokerException {
    receiver = OpenReceiver.of(peer, queues, pairs);
  }
}
