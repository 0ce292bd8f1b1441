package com.babelqueue.connect.source.servicebus;

import static com.babelqueue.connect.source.servicebus.OpenReceiver.LIMIT;
import static com.babelqueue.connect.source.servicebus.OpenReceiver.bodies;
import static com.babelqueue.connect.source.servicebus.OpenReceiver.body;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.emulator.servicebus.EntityOptions;
import com.babelqueue.connect.emulator.servicebus.ServiceBusEmulator;
import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.source.Delivery;
import com.babelqueue.connect.source.Receiver.Unsettled;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import reactor.util.concurrent.Queues;

/** Entities without sessions, as the engine drives the receiver. */
class ServiceBusReceiverTest {
  private static ServiceBusPeer peer;

  @BeforeAll
  static void start() {
    peer = ServiceBusPeer.start();
  }

  @AfterAll
  static void stop() {
    peer.close();
  }

  @Test
  void messagesComeInOrderAndAreGoneOnceAccepted() throws Exception {
    peer.sendAll(peer.createQueue("order"), bodies(500));
    try (OpenReceiver receiver = OpenReceiver.of(peer, "order")) {
      List<Delivery> all = receiver.receiveAll(500);

      assertThat(all).extracting(OpenReceiver::body).containsExactlyElementsOf(bodies(500));
      assertThat(receiver.get().accept(all)).isEmpty();
      assertThat(peer.depth("order")).isZero();
    }
  }

  @Test
  void noMoreIsLockedThanWasAskedFor() throws Exception {
    peer.sendAll(peer.createQueue("bounded"), bodies(50));
    try (OpenReceiver receiver = OpenReceiver.of(peer, "bounded")) {
      receiver.receiveAll(7);

      assertThat(receiver.receive(0, Duration.ofMillis(300))).isEmpty();
      assertThat(peer.ready("bounded")).isEqualTo(43);
    }
  }

  /** More at once than the SDK can buffer makes it close the link, with every lock still held. */
  @Test
  void noMoreIsOnItsWayThanTheSdkCanBuffer() throws Exception {
    int count = 4 * Queues.SMALL_BUFFER_SIZE;
    peer.sendAll(peer.createQueue("flood"), bodies(count));
    try (OpenReceiver receiver = OpenReceiver.of(peer, "flood", "servicebus.prefetch", "56")) {
      List<Delivery> all = new ArrayList<>(receiver.receive(count, LIMIT));
      int locked = Queues.SMALL_BUFFER_SIZE;

      Await.until("the link's share is locked", LIMIT, () -> peer.ready("flood") == count - locked);

      all.addAll(receiver.receiveWithRoom(count - all.size()));
      assertThat(all).extracting(OpenReceiver::body).containsExactlyElementsOf(bodies(count));
    }
  }

  @Test
  void aReleasedMessageIsThereForOthersAndCountsOneMoreDelivery() throws Exception {
    peer.send(peer.createQueue("released"), "again");
    try (OpenReceiver receiver = OpenReceiver.of(peer, "released")) {
      Delivery first = receiver.receiveOne();
      assertThat(first.deliveryCount()).isEqualTo(1);
      assertThat(first.attemptsField()).isEqualTo(1);

      assertThat(receiver.get().release(List.of(first))).isEmpty();

      Delivery second = receiver.receiveOne();
      assertThat(second.deliveryCount()).isEqualTo(2);
      assertThat(second.epoch()).isEqualTo(first.epoch());
    }
  }

  @Test
  void aRejectedMessageIsADeadLetterWithReasonAndDescription() throws Exception {
    peer.send(peer.createQueue("rejected"), "bad");
    try (OpenReceiver receiver = OpenReceiver.of(peer, "rejected")) {
      assertThat(receiver.get().reject(List.of(receiver.receiveOne()), "malformed_json")).isEmpty();
    }

    ServiceBusReceivedMessage dead = peer.takeDeadLetters("rejected", 1).get(0);
    assertThat(dead.getDeadLetterReason()).isEqualTo("poison");
    assertThat(dead.getDeadLetterErrorDescription()).isEqualTo("malformed_json");
    assertThat(dead.getBody()).hasToString("bad");
  }

  @Test
  void renewedLocksOutliveSeveralLockDurations() throws Exception {
    Duration lock = Duration.ofSeconds(2);
    peer.emulator().createQueue("renewed", EntityOptions.standard().withLockDuration(lock));
    peer.sendAll("renewed", bodies(5));
    try (OpenReceiver receiver = OpenReceiver.of(peer, "renewed")) {
      List<Delivery> held = receiver.receiveAll(5);
      assertThat(receiver.get().lockDuration()).isBetween(lock.dividedBy(2), lock);

      long end = System.nanoTime() + lock.multipliedBy(3).toNanos();
      while (System.nanoTime() < end) {
        assertThat(receiver.get().renew(held)).isEmpty();
        assertThat(receiver.receive(1, Duration.ofMillis(300))).isEmpty();
      }

      assertThat(receiver.get().accept(held)).isEmpty();
      assertThat(peer.depth("renewed")).isZero();
    }
  }

  @Test
  void aLostLockIsReportedForItsMessageAlone() throws Exception {
    peer.emulator()
        .createQueue("lost", EntityOptions.standard().withLockDuration(Duration.ofSeconds(1)));
    peer.sendAll("lost", bodies(2));
    try (OpenReceiver receiver = OpenReceiver.of(peer, "lost")) {
      List<Delivery> held = receiver.receiveAll(2);
      receiver.get().suspend();
      Await.until("the locks expire", LIMIT, () -> peer.ready("lost") == 2);
      Delivery again = receiver.receiveOne();

      List<Unsettled> unsettled = receiver.get().accept(List.of(held.get(1), again));

      assertThat(unsettled)
          .singleElement()
          .satisfies(
              one -> {
                assertThat(one.delivery()).isSameAs(held.get(1));
                assertThat(one.reason()).isEqualTo("MESSAGE_LOCK_LOST");
              });
      assertThat(receiver.get().renew(List.of(held.get(0))))
          .extracting(Unsettled::reason)
          .containsExactly("MESSAGE_LOCK_LOST");
    }
  }

  @Test
  void aDroppedConnectionVoidsNoLockAndReceivingGoesOn() throws Exception {
    peer.sendAll(peer.createQueue("dropped"), bodies(3));
    try (OpenReceiver receiver = OpenReceiver.of(peer, "dropped")) {
      List<Delivery> held = receiver.receiveAll(2);

      peer.emulator().dropConnections();

      assertThat(receiver.receiveAll(1)).extracting(OpenReceiver::body).containsExactly("body-2");
      assertThat(receiver.get().accept(held)).isEmpty();
      assertThat(peer.depth("dropped")).isEqualTo(1);
    }
  }

  @Test
  void aLockIsGoodForTheReceiverThatFollows() throws Exception {
    peer.send(peer.createQueue("reopened"), "one");
    try (OpenReceiver receiver = OpenReceiver.of(peer, "reopened")) {
      Delivery held = receiver.receiveOne();
      receiver.get().close();
      receiver.get().open();

      assertThat(held.epoch()).isEqualTo(receiver.get().epoch());
      assertThat(receiver.get().accept(List.of(held))).isEmpty();
      assertThat(peer.depth("reopened")).isZero();
    }
  }

  @Test
  void nothingIsReceivedWhileSuspended() throws Exception {
    peer.createQueue("suspended");
    try (OpenReceiver receiver = OpenReceiver.of(peer, "suspended")) {
      assertThat(receiver.receive(10, Duration.ofSeconds(1))).isEmpty();
      receiver.get().suspend();
      Await.until("the link is closed", LIMIT, () -> peer.emulator().receivers("suspended") == 0);

      peer.sendAll("suspended", bodies(3));

      assertThat(peer.ready("suspended")).isEqualTo(3);
      assertThat(receiver.receiveAll(3))
          .extracting(OpenReceiver::body)
          .containsExactlyElementsOf(bodies(3));
    }
  }

  @Test
  void drainGivesWhatIsOnItsWayAndAllCanBeHandedBack() throws Exception {
    peer.sendAll(peer.createQueue("drained"), bodies(400));
    try (OpenReceiver receiver = OpenReceiver.of(peer, "drained")) {
      List<Delivery> open = new ArrayList<>(receiver.receiveAll(10));
      open.addAll(receiver.receive(200, Duration.ofSeconds(5)));
      open.addAll(receiver.get().drain(Duration.ofSeconds(5)));
      assertThat(open).hasSize(210);

      Collections.reverse(open);
      assertThat(receiver.get().release(open)).isEmpty();

      assertThat(peer.ready("drained")).isEqualTo(400);
    }
    assertThat(peer.take("drained", 400))
        .extracting(message -> message.getBody().toString())
        .containsExactlyElementsOf(bodies(400));
  }

  @Test
  void scheduledAndDeferredMessagesAreLeftAlone() throws Exception {
    peer.createQueue("aside");
    peer.send("aside", "deferred");
    try (ServiceBusReceiverClient application = peer.receiver("aside")) {
      application.defer(ServiceBusPeer.receive(application, 1).get(0));
    }
    peer.send(
        "aside",
        new ServiceBusMessage("scheduled")
            .setScheduledEnqueueTime(OffsetDateTime.now(ZoneOffset.UTC).plusHours(1)));
    peer.send("aside", "plain");
    try (OpenReceiver receiver = OpenReceiver.of(peer, "aside")) {
      assertThat(body(receiver.receiveOne())).isEqualTo("plain");
      assertThat(receiver.receive(10, Duration.ofSeconds(1))).isEmpty();
      assertThat(peer.emulator().setAside("aside")).isEqualTo(2);
    }
  }

  @Test
  void subscriptionsAndQueuesAreReadSideBySide() throws Exception {
    peer.emulator().createTopic("events");
    String path = peer.emulator().createSubscription("events", "bridge", EntityOptions.standard());
    peer.createQueue("beside");
    peer.sendToTopic("events", "of the topic");
    peer.send("beside", "of the queue");
    try (OpenReceiver receiver = OpenReceiver.of(peer, path + ",beside")) {
      List<Delivery> both = receiver.receiveAll(2);

      assertThat(both)
          .extracting(delivery -> delivery.queue() + ": " + body(delivery))
          .containsExactlyInAnyOrder(path + ": of the topic", "beside: of the queue");
      assertThat(receiver.get().accept(both)).isEmpty();
      assertThat(peer.depth(path)).isZero();
    }
  }

  @Test
  void wrongSettingsAreNamed() {
    assertThatThrownBy(() -> OpenReceiver.of(peer, "missing"))
        .isInstanceOfSatisfying(
            BrokerException.class,
            e -> assertThat(e.setting()).isEqualTo(ServiceBusSourceConfig.QUEUES));
    peer.createQueue("keyed");
    assertThatThrownBy(
            () ->
                OpenReceiver.of(
                    peer,
                    "keyed",
                    "servicebus.connection.string",
                    ServiceBusEmulator.connectionString(
                        peer.emulator().port(), "stranger", "CANARY")))
        .hasMessageNotContaining("CANARY")
        .isInstanceOfSatisfying(
            BrokerException.class,
            e -> assertThat(e.setting()).isEqualTo("servicebus.connection.string"));
    peer.emulator().createQueue("has-sessions", EntityOptions.standard().withSessions());
    assertThatThrownBy(
            () -> {
              try (OpenReceiver receiver = OpenReceiver.of(peer, "has-sessions")) {
                receiver.receiveOne();
              }
            })
        .isInstanceOfSatisfying(
            BrokerException.class,
            e -> assertThat(e.setting()).isEqualTo(ServiceBusSourceConfig.SESSIONS_ENABLED));
  }

  @Test
  void closeLeavesNoThreadAndNoConnection() throws Exception {
    peer.sendAll(peer.createQueue("closed"), bodies(10));
    int before = peer.emulator().connections();
    OpenReceiver receiver = OpenReceiver.of(peer, "closed", "name", "leaves-nothing");
    receiver.receiveAll(3);

    receiver.close();

    assertThat(ServiceBusPeer.threadsNamed("servicebus-close-leaves-nothing")).isEmpty();
    Await.until("the connection is closed", LIMIT, () -> peer.emulator().connections() <= before);
  }
}
