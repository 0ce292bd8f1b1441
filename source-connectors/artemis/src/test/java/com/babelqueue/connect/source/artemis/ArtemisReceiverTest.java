package com.babelqueue.connect.source.artemis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.NativeHeader;
import com.babelqueue.connect.harness.ArtemisBroker;
import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.source.Delivery;
import jakarta.jms.BytesMessage;
import jakarta.jms.MapMessage;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Receiving and settling, against a real broker. */
class ArtemisReceiverTest extends ReceiverFixture {

  @Test
  void oneOfManyIsSettledByItself() throws Exception {
    sendNumbers(5);
    open(Map.of());
    List<Delivery> received = receive(5);
    assertThat(bodies(received)).isEqualTo(numbers(1, 5));

    receiver.accept(List.of(received.get(2)));
    awaitUnsettled(4);
    receiver.close();
    receiver = null;

    assertThat(peer.take(queue, 4, LIMIT)).containsExactly("1", "2", "4", "5");
  }

  @Test
  void whatIsHandedBackComesInItsOldOrderAndDoesNotCountAsAnAttempt() throws Exception {
    sendNumbers(10);
    open(Map.of());
    List<Delivery> received = receive(6);
    receiver.accept(received.subList(0, 2));
    List<Delivery> newestFirst = new ArrayList<>(received.subList(2, 6));
    Collections.reverse(newestFirst);

    assertThat(receiver.drain(LIMIT)).isEmpty();
    assertThat(receiver.release(newestFirst)).isEmpty();
    // Still connected, so it is the hand-back and not the end of the session that others see.
    Await.until("all are back", LIMIT, () -> peer.ready(queue) == 8);
    ArtemisReceiver first = receiver;
    open(Map.of());
    List<Delivery> again = receive(8);
    first.close();

    assertThat(bodies(again)).isEqualTo(numbers(3, 10));
    assertThat(again).extracting(Delivery::deliveryCount).containsOnly(1);
  }

  @Test
  void whatIsRejectedIsInTheDeadLetterQueueAtOnce() throws Exception {
    sendNumbers(3);
    open(Map.of());
    List<Delivery> received = receive(3);
    long before = peer.unsettled(ArtemisBroker.DEAD_LETTER_QUEUE);

    receiver.reject(List.of(received.get(1)), "poison");
    receiver.accept(List.of(received.get(0), received.get(2)));

    Await.until(
        "one more is dead",
        LIMIT,
        () -> peer.unsettled(ArtemisBroker.DEAD_LETTER_QUEUE) == before + 1);
    awaitUnsettled(0);
    assertThat(peer.take(ArtemisBroker.DEAD_LETTER_QUEUE, 1, LIMIT)).containsExactly("2");
  }

  @Test
  void attemptsComeFromTheBrokersCount() throws Exception {
    sendNumbers(1);
    peer.deliverInVain(queue, 2);
    open(Map.of());

    Delivery third = receive(1).get(0);

    assertThat(third.deliveryCount()).isEqualTo(3);
    assertThat(third.attemptsField()).isEqualTo(3);
  }

  @Test
  void nothingIsReceivedBeforeTheFirstReceiveNorBeyondTheBound() throws Exception {
    sendNumbers(100);
    open(Map.of("max.in.flight.messages", "40"));
    assertThat(peer.broker().delivered(queue)).isZero();
    assertThat(peer.broker().consumers(queue)).isZero();

    List<Delivery> received = receive(30);
    assertThat(received).hasSize(30);
    assertThat(receiver.receive(10, PLENTY, WAIT)).isEmpty();
    assertThat(peer.broker().delivered(queue)).isBetween(30L, 40L);

    // Kafka stands still: the rest is filled one by one.
    skipped.addAndGet(Duration.ofSeconds(1).toNanos());
    received.addAll(receive(10));
    assertThat(bodies(received)).isEqualTo(numbers(1, 40));
    assertThat(receiver.receive(10, PLENTY, WAIT)).isEmpty();
    assertThat(peer.broker().delivered(queue)).isEqualTo(40);

    receiver.accept(received);
    assertThat(bodies(receive(30))).isEqualTo(numbers(41, 70));
  }

  @Test
  void oneSlotIsOneMessage() throws Exception {
    sendNumbers(3);
    open(Map.of("max.in.flight.messages", "1"));

    for (String number : numbers(1, 3)) {
      Delivery delivery = receive(1).get(0);
      assertThat(body(delivery)).isEqualTo(number);
      assertThat(peer.broker().delivered(queue)).isEqualTo(1);
      receiver.accept(List.of(delivery));
    }
    awaitUnsettled(0);
  }

  @Test
  void largeMessagesAreNotPushedAhead() throws Exception {
    peer.send(queue, Collections.nCopies(60, "x".repeat(10_000)));
    open(Map.of("max.in.flight.messages", "400", "max.in.flight.bytes", "100000"));
    List<Delivery> received = new ArrayList<>();
    while (received.size() < 40) {
      received.addAll(receiver.receive(1, 1, WAIT));
    }

    Await.until(
        "a quarter of the bytes at most is pushed ahead",
        LIMIT,
        () -> {
          received.addAll(receiver.receive(1, 1, Duration.ofMillis(1)));
          return peer.broker().delivered(queue) - received.size() <= 3;
        });
  }

  @Test
  void aSuspendedReceiverLeavesEverythingToOthers() throws Exception {
    sendNumbers(20);
    open(Map.of());
    List<Delivery> received = receive(3);

    receiver.suspend();
    receiver.suspend();

    Await.until("only what was taken is out", LIMIT, () -> peer.broker().delivered(queue) == 3);
    assertThat(peer.take(queue, 5, LIMIT)).isEqualTo(numbers(4, 8));
    // What was taken can still be settled.
    receiver.accept(received);
    awaitUnsettled(12);
    List<Delivery> resumed = receive(12);
    assertThat(bodies(resumed)).isEqualTo(numbers(9, 20));
    assertThat(resumed).extracting(Delivery::deliveryCount).containsOnly(1);
  }

  @Test
  void aWakeupEndsAWait() throws Exception {
    for (String slots : List.of("1", "100")) {
      open(Map.of("max.in.flight.messages", slots));
      receiver.receive(1, PLENTY, Duration.ZERO);
      receiver.wakeup();

      // Ten minutes: without the wake-up the test would not end.
      assertThat(receiver.receive(1, PLENTY, Duration.ofMinutes(10))).isEmpty();
      receiver.close();
    }
  }

  @Test
  void aMessageEndsAWait() throws Exception {
    open(Map.of());
    assertThat(receiver.receive(1, PLENTY, Duration.ZERO)).isEmpty();
    sendNumbers(1);

    List<Delivery> received = new ArrayList<>();
    while (received.isEmpty()) {
      received.addAll(receiver.receive(1, PLENTY, Duration.ofMinutes(10)));
    }
    assertThat(bodies(received)).containsExactly("1");
  }

  @Test
  void severalQueuesHaveTheirTurns() throws Exception {
    String other = queue + "-other";
    peer.createQueue(other);
    sendNumbers(50);
    peer.send(other, numbers(101, 150));
    open(Map.of("artemis.queues", queue + "," + other));
    receiver.receive(2, PLENTY, WAIT);
    Await.until(
        "both have pushed",
        LIMIT,
        () -> peer.broker().delivered(queue) > 10 && peer.broker().delivered(other) > 10);

    List<Delivery> received = receive(40);

    // What has arrived at the client is not exactly known, so neither are the shares.
    long ofOne = received.stream().filter(d -> d.queue().equals(queue)).count();
    assertThat(ofOne).isBetween(5L, 35L);
    assertThat(received).extracting(Delivery::queue).containsOnly(queue, other);
  }

  @Test
  void textAndBytesAreBodiesAndOtherTypesAreNeverEnvelopes() throws Exception {
    TextMessage text = peer.session().createTextMessage("naïve ☕");
    BytesMessage bytes = peer.session().createBytesMessage();
    byte[] raw = {0, (byte) 0xff, '{', 7};
    bytes.writeBytes(raw);
    MapMessage map = peer.session().createMapMessage();
    map.setString("job", "urn:x");
    StreamMessage stream = peer.session().createStreamMessage();
    stream.writeInt(5);
    peer.send(queue, text);
    peer.send(queue, bytes);
    peer.send(queue, map);
    peer.send(queue, stream);
    peer.send(queue, peer.session().createObjectMessage(Instant.EPOCH));
    peer.send(queue, peer.session().createMessage());
    peer.send(queue, peer.session().createTextMessage(null));
    open(Map.of());

    List<Delivery> received = receive(7);

    assertThat(received).hasSize(7);
    assertThat(body(received.get(0))).isEqualTo("naïve ☕");
    assertThat(received.get(1).body()).isEqualTo(raw);
    // AMQP's own encoding: a described type, 0x77 a single value, 0x76 a sequence.
    assertThat(received.get(2).body()).startsWith(0, 0x53, 0x77).contains("urn:x".getBytes(UTF_8));
    assertThat(received.get(3).body()).startsWith(0, 0x53, 0x76);
    // What Java serializes begins so; it is handed on and never read.
    assertThat(received.get(4).body()).startsWith(0xac, 0xed, 0, 5);
    assertThat(received.get(5).body()).isEmpty();
    assertThat(received.get(6).body()).isEmpty();
  }

  @Test
  void propertiesKeepTheirTypesAndMetadataSaysTheRest() throws Exception {
    TextMessage message = peer.session().createTextMessage("x");
    message.setJMSType("urn:babel:orders:created");
    message.setJMSCorrelationID("trace-1");
    message.setStringProperty("JMSXGroupID", "customer-7");
    message.setStringProperty("bq_schema_version", "1");
    message.setStringProperty("bq_replay_bypass", "1");
    message.setStringProperty("with_underscore", "own");
    message.setIntProperty("int", 5);
    message.setLongProperty("long", 1L << 40);
    message.setBooleanProperty("flag", true);
    message.setDoubleProperty("double", 1.5);
    peer.send(queue, message);
    open(Map.of());

    Delivery delivery = receive(1).get(0);

    assertThat(map(delivery.headers()))
        .containsOnly(
            entry("bq_schema_version", "1"),
            entry("bq-replay-bypass", "1"),
            entry("with_underscore", "own"),
            entry("int", 5),
            entry("long", 1L << 40),
            entry("flag", true),
            entry("double", 1.5));
    assertThat(map(delivery.metadata()))
        .containsEntry("artemis.type", "urn:babel:orders:created")
        .containsEntry("artemis.correlation.id", "trace-1")
        .containsEntry("artemis.group.id", "customer-7")
        .containsEntry("artemis.redelivered", false)
        .containsEntry("JMSXDeliveryCount", 1)
        .containsKeys("artemis.message.id", "artemis.timestamp");
    assertThat(delivery.group()).isEqualTo("customer-7");
    assertThat(delivery.versionField()).isEqualTo("1");
    assertThat(delivery.messageId()).isEqualTo(message.getJMSMessageID());
  }

  @Test
  void aMissingQueueAndAWrongPasswordAreNamed() {
    assertThatThrownBy(() -> open(Map.of("artemis.queues", "nowhere")))
        .isInstanceOfSatisfying(
            BrokerException.class, e -> assertThat(e.setting()).isEqualTo("artemis.queues"));
    assertThatThrownBy(() -> open(Map.of("artemis.password", "wrong")))
        .isInstanceOfSatisfying(
            BrokerException.class, e -> assertThat(e.setting()).isEqualTo("artemis.password"));
    assertThatThrownBy(() -> open(Map.of("artemis.username", peer.broker().powerlessUser())))
        .isInstanceOfSatisfying(
            BrokerException.class, e -> assertThat(e.setting()).isEqualTo("artemis.username"));
  }

  private static Map<String, Object> map(List<NativeHeader> headers) {
    Map<String, Object> map = new HashMap<>();
    headers.forEach(header -> map.put(header.name(), header.value()));
    return map;
  }
}
