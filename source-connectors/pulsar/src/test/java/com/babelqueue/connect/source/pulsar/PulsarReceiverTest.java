package com.babelqueue.connect.source.pulsar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.NativeHeader;
import com.babelqueue.connect.source.Delivery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.client.api.Consumer;
import org.apache.pulsar.client.api.Message;
import org.apache.pulsar.client.api.SubscriptionType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a message becomes, and how it is settled, handed back and rejected. */
class PulsarReceiverTest extends ReceiverFixture {
  @Test
  void aMessageArrivesWithAllThatPulsarSaysOfIt() throws Exception {
    peer.message(topic, "hello")
        .key("k1")
        .orderingKey("o1".getBytes(UTF_8))
        .eventTime(123)
        .property("bq-schema-version", "1")
        .property("a", "b")
        .send();
    open(Map.of());

    Delivery delivery = receive(1).get(0);

    assertThat(body(delivery)).isEqualTo("hello");
    assertThat(delivery.queue()).isEqualTo(topic);
    assertThat(delivery.group()).isEqualTo("k1");
    assertThat(delivery.versionField()).isEqualTo("1");
    assertThat(delivery.attemptsField()).isEqualTo(0);
    assertThat(delivery.deliveryCount()).isEqualTo(1);
    assertThat(delivery.headers())
        .containsExactly(new NativeHeader("a", "b"), new NativeHeader("bq-schema-version", "1"));
    assertThat(delivery.metadata())
        .contains(
            new NativeHeader("pulsar.topic", "persistent://public/default/" + topic),
            new NativeHeader("pulsar.key", "k1"),
            new NativeHeader("pulsar.event.time", 123L),
            new NativeHeader("pulsar.redelivery.count", 0),
            new NativeHeader("pulsar.message.id", delivery.messageId()))
        .extracting(NativeHeader::name)
        .contains("pulsar.publish.time", "pulsar.producer.name", "pulsar.ordering.key");
  }

  @Test
  void exactlyTheAcceptedMessagesOfAProducersBatchAreSettled() throws Exception {
    peer.sendBatch(topic, numbers(1, 10));
    open(Map.of());
    List<Delivery> received = receive(10);
    List<Delivery> even = received.stream().filter(one -> number(one) % 2 == 0).toList();

    assertThat(receiver.accept(even)).isEmpty();
    receiver.close();

    assertThat(peer.take(topic, 6, Duration.ofSeconds(3)))
        .containsExactlyInAnyOrder("1", "3", "5", "7", "9");
  }

  @Test
  void aWholeBatchThatIsAcceptedInPiecesIsGone() throws Exception {
    peer.sendBatch(topic, numbers(1, 10));
    open(Map.of());
    for (Delivery delivery : receive(10)) {
      assertThat(receiver.accept(List.of(delivery))).isEmpty();
    }

    assertThat(peer.unsettled(topic)).isZero();
  }

  @Test
  void aReleasedMessageComesAgainAndIsCounted() throws Exception {
    peer.send(topic, numbers(1, 3));
    open(Map.of());
    List<Delivery> received = receive(3);

    receiver.release(List.of(received.get(1)));
    Delivery again = receive(1).get(0);

    assertThat(body(again)).isEqualTo("2");
    assertThat(again.attemptsField()).isEqualTo(1);
    assertThat(again.deliveryCount()).isEqualTo(2);
    assertThat(receiver.accept(List.of(received.get(0), again, received.get(2)))).isEmpty();
    assertThat(peer.unsettled(topic)).isZero();
  }

  @ParameterizedTest
  @CsvSource({"Shared, true", "Shared, false", "Failover, false", "Exclusive, false"})
  void whatIsInFlightIsNotHandedOnAgainWhenItsNeighbourIsReleased(String type, boolean batch)
      throws Exception {
    if (batch) {
      peer.sendBatch(topic, numbers(1, 5));
    } else {
      peer.send(topic, numbers(1, 5));
    }
    open(Map.of("pulsar.subscription.type", type));
    List<Delivery> received = receive(5);

    receiver.release(List.of(received.get(2)));

    assertThat(bodies(receive(1))).containsExactly("3");
    // The cluster has delivered all of it again by now, in its order.
    peer.send(topic, List.of("6"));
    assertThat(bodies(receive(1))).containsExactly("6");
  }

  @Test
  void aStopHandsEverythingBackInItsOrder() throws Exception {
    peer.send(topic, numbers(1, 50));
    open(Map.of("max.in.flight.messages", "20"));
    List<Delivery> received = receive(10);

    assertThat(receiver.drain(WAIT)).isEmpty();
    assertThat(receiver.release(newestFirst(received))).isEmpty();
    receiver.close();

    assertThat(peer.take(topic, 50, Duration.ofSeconds(5))).isEqualTo(numbers(1, 50));
  }

  @Test
  void aStopHandsBackToAConsumerThatIsThere() throws Exception {
    peer.send(topic, numbers(1, 10));
    open(Map.of());
    List<Delivery> received = receive(10);
    try (Consumer<byte[]> other = peer.consumer(topic)) {
      receiver.drain(WAIT);
      receiver.release(received);
      receiver.close();

      Set<String> back = new HashSet<>();
      for (int i = 0; i < 10; i++) {
        Message<byte[]> message = other.receive(2, TimeUnit.SECONDS);
        assertThat(message).as("message %d within 2 s", i).isNotNull();
        back.add(new String(message.getData(), UTF_8));
        other.acknowledge(message);
      }
      assertThat(back).containsExactlyInAnyOrderElementsOf(numbers(1, 10));
    }
  }

  @Test
  void aRejectedMessageIsCopiedRawAndSettled() throws Exception {
    try (Consumer<byte[]> dead = peer.consumer(topic + ".dlq")) {
      peer.message(topic, "not json")
          .keyBytes(new byte[] {0, 1})
          .orderingKey("o".getBytes(UTF_8))
          .eventTime(7)
          .property("a", "b")
          .send();
      open(Map.of());
      List<Delivery> received = receive(1);

      assertThat(receiver.reject(received, "malformed_json")).isEmpty();

      Message<byte[]> copy = dead.receive(10, TimeUnit.SECONDS);
      assertThat(new String(copy.getData(), UTF_8)).isEqualTo("not json");
      assertThat(copy.getProperties())
          .containsExactlyInAnyOrderEntriesOf(
              Map.of("a", "b", "bq-error-reason", "malformed_json"));
      assertThat(copy.getKeyBytes()).containsExactly(0, 1);
      assertThat(copy.getOrderingKey()).asString(UTF_8).isEqualTo("o");
      assertThat(copy.getEventTime()).isEqualTo(7);
      assertThat(peer.unsettled(topic)).isZero();
    }
  }

  @Test
  void aMissingTopicIsBlamedOnItsSetting() {
    assertThatThrownBy(() -> open(Map.of("pulsar.topics", "nowhere-" + topic)))
        .isInstanceOfSatisfying(
            BrokerException.class, e -> assertThat(e.setting()).isEqualTo("pulsar.topics"));
  }

  @Test
  void aSubscriptionThatIsTakenIsBlamedOnItsType() throws Exception {
    try (Consumer<byte[]> exclusive =
        peer.client()
            .newConsumer()
            .topic(topic)
            .subscriptionName("babelqueue")
            .subscriptionType(SubscriptionType.Exclusive)
            .subscribe()) {
      assertThat(exclusive.isConnected()).isTrue();
      assertThatThrownBy(() -> open(Map.of("pulsar.subscription.type", "Exclusive")))
          .isInstanceOfSatisfying(
              BrokerException.class,
              e -> assertThat(e.setting()).isEqualTo("pulsar.subscription.type"));
    }
  }

  private static List<Delivery> newestFirst(List<Delivery> deliveries) {
    List<Delivery> reversed = new ArrayList<>(deliveries);
    Collections.reverse(reversed);
    return reversed;
  }
}
