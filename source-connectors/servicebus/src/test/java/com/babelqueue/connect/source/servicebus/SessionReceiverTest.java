package com.babelqueue.connect.source.servicebus;

import static com.babelqueue.connect.source.servicebus.OpenReceiver.LIMIT;
import static com.babelqueue.connect.source.servicebus.OpenReceiver.body;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.messaging.servicebus.ServiceBusMessage;
import com.babelqueue.connect.emulator.servicebus.EntityOptions;
import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.source.Delivery;
import com.babelqueue.connect.source.Receiver.Unsettled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Entities with sessions, as the engine drives the receiver. */
class SessionReceiverTest {
  private static final Duration LOCK = Duration.ofSeconds(3);

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
  void eachSessionKeepsItsOrderAndIsTheGroup() throws Exception {
    send("order", 60, 3);
    try (OpenReceiver receiver = open("order", 3)) {
      List<Delivery> all = receiver.receiveWithRoom(60);

      for (int session = 0; session < 3; session++) {
        int first = session;
        assertThat(all)
            .filteredOn(delivery -> delivery.group().equals("s" + first))
            .extracting(OpenReceiver::body)
            .containsExactlyElementsOf(
                IntStream.range(0, 20).mapToObj(i -> "body-" + (first + 3 * i)).toList());
      }
      assertThat(receiver.get().accept(all)).isEmpty();
      assertThat(peer.depth("order")).isZero();
    }
  }

  @Test
  void anIdleSessionIsLeftForTheNextOne() throws Exception {
    send("rotation", 4, 4);
    try (OpenReceiver receiver = open("rotation", 1)) {
      List<String> seen = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        Delivery delivery = receiver.receiveOne();
        seen.add(delivery.group());
        assertThat(receiver.get().accept(List.of(delivery))).isEmpty();
      }

      assertThat(seen).containsExactly("s0", "s1", "s2", "s3");
    }
  }

  @Test
  void aSessionWithUnsettledMessagesIsKept() throws Exception {
    send("kept", 2, 2);
    try (OpenReceiver receiver = open("kept", 1)) {
      Delivery held = receiver.receiveOne();

      long end = System.nanoTime() + Duration.ofSeconds(1).toNanos();
      while (System.nanoTime() < end) {
        assertThat(receiver.receive(10, Duration.ofMillis(100))).isEmpty();
      }

      assertThat(receiver.get().accept(List.of(held))).isEmpty();
      assertThat(receiver.receiveOne().group()).isEqualTo("s1");
    }
  }

  @Test
  void renewedSessionsOutliveTheirLocks() throws Exception {
    send("renewed", 4, 2);
    try (OpenReceiver receiver = open("renewed", 2)) {
      List<Delivery> held = receiver.receiveWithRoom(4);

      long end = System.nanoTime() + LOCK.multipliedBy(3).toNanos();
      while (System.nanoTime() < end) {
        assertThat(receiver.get().renew(held)).isEmpty();
        assertThat(receiver.receive(1, Duration.ofMillis(300))).isEmpty();
      }

      assertThat(receiver.get().accept(held)).isEmpty();
      assertThat(peer.depth("renewed")).isZero();
    }
  }

  @Test
  void aLostSessionIsReportedAndReadAgain() throws Exception {
    send("lost", 2, 1);
    try (OpenReceiver receiver = open("lost", 1)) {
      List<Delivery> held = receiver.receiveAll(2);
      Await.until(
          "the session's lock expires", LIMIT, () -> peer.emulator().receivers("lost") == 0);

      List<Delivery> again = receiver.receiveAll(2);

      assertThat(again).extracting(OpenReceiver::body).containsExactly("body-0", "body-1");
      assertThat(again).extracting(Delivery::deliveryCount).containsOnly(2);
      assertThat(receiver.get().accept(held))
          .extracting(Unsettled::reason)
          .containsOnly("SESSION_LOCK_LOST");
      assertThat(receiver.get().accept(again)).isEmpty();
    }
  }

  @Test
  void aDroppedConnectionBringsTheSessionBack() throws Exception {
    send("dropped", 3, 1);
    try (OpenReceiver receiver = open("dropped", 1)) {
      List<Delivery> held = receiver.receiveAll(1);

      peer.emulator().dropConnections();

      List<Delivery> again = receiver.receiveAll(3);
      assertThat(again)
          .extracting(OpenReceiver::body)
          .containsExactly("body-0", "body-1", "body-2");
      assertThat(receiver.get().accept(held)).hasSize(1);
      assertThat(receiver.get().accept(again)).isEmpty();
    }
  }

  @Test
  void handedBackSessionsAreFreeAndUncounted() throws Exception {
    send("handed", 5, 1);
    List<Delivery> open = new ArrayList<>();
    try (OpenReceiver receiver = open("handed", 1)) {
      open.addAll(receiver.receiveAll(2));
      open.addAll(receiver.get().drain(Duration.ofSeconds(2)));
      assertThat(receiver.get().release(open)).isEmpty();
    }
    Await.until("the messages are free", LIMIT, () -> peer.ready("handed") == 5);
    try (OpenReceiver next = open("handed", 1)) {
      Delivery first = next.receiveOne();
      assertThat(body(first)).isEqualTo("body-0");
      assertThat(first.deliveryCount()).isEqualTo(1);
    }
  }

  @Test
  void sessionsAreFreeWhileSuspended() throws Exception {
    send("suspended", 1, 1);
    try (OpenReceiver receiver = open("suspended", 2)) {
      assertThat(receiver.get().accept(List.of(receiver.receiveOne()))).isEmpty();
      receiver.receive(10, Duration.ofMillis(200));
      receiver.get().suspend();

      peer.send("suspended", new ServiceBusMessage("for others").setSessionId("s0"));

      List<String> taken = new ArrayList<>();
      peer.withNextSession(
          "suspended",
          LIMIT,
          session ->
              ServiceBusPeer.receive(session, 1)
                  .forEach(message -> taken.add(message.getBody().toString())));
      assertThat(taken).containsExactly("for others");
    }
  }

  private static OpenReceiver open(String queue, int sessions) throws Exception {
    return OpenReceiver.of(
        peer,
        queue,
        "servicebus.sessions.enabled",
        "true",
        "servicebus.sessions.max.concurrent",
        Integer.toString(sessions),
        "servicebus.session.idle.timeout.ms",
        "300");
  }

  private static void send(String queue, int messages, int sessions) {
    peer.emulator()
        .createQueue(queue, EntityOptions.standard().withLockDuration(LOCK).withSessions());
    peer.sendAllMessages(
        queue,
        IntStream.range(0, messages)
            .mapToObj(i -> new ServiceBusMessage("body-" + i).setSessionId("s" + i % sessions))
            .toList());
  }
}
