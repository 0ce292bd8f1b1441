package com.babelqueue.connect.source.pulsar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.source.Delivery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How much is received, from where, and what a suspension leaves. */
class PulsarReceiverFlowTest extends ReceiverFixture {
  private static final int LEAST_FOR_FOUR_PARTITIONS = 11;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 40, 200})
  void noMoreIsDeliveredThanTheBoundAllows(int bound) throws Exception {
    peer.send(topic, numbers(1, 300));
    open(Map.of("max.in.flight.messages", Integer.toString(bound)));
    Set<Integer> seen = new HashSet<>();
    List<Delivery> held = new ArrayList<>();
    long most = 0;
    while (seen.size() < 300) {
      List<Delivery> received = receiver.receive(bound - held.size(), PLENTY, WAIT);
      held.addAll(received);
      most = Math.max(most, peer.delivered(topic));
      if (held.size() == bound || received.isEmpty()) {
        held.forEach(one -> seen.add(number(one)));
        receiver.accept(held);
        held.clear();
      }
    }

    assertThat(most).isLessThanOrEqualTo(bound);
    assertThat(peer.unsettled(topic)).isZero();
  }

  @Test
  void allSlotsAreUsed() throws Exception {
    peer.send(topic, numbers(1, 300));
    open(Map.of("max.in.flight.messages", "100"));

    assertThat(bodies(receive(100))).isEqualTo(numbers(1, 100));
    assertThat(peer.delivered(topic)).isEqualTo(100);
  }

  @Test
  void aReceiverThatIsIdleSeesTheNextMessageAtOnce() throws Exception {
    open(Map.of("max.in.flight.messages", "1"));
    for (int i = 1; i <= 5; i++) {
      assertThat(receiver.receive(1, PLENTY, Duration.ofMillis(50))).isEmpty();
      peer.send(topic, numbers(i, i));
      List<Delivery> received = receive(1);
      assertThat(bodies(received)).containsExactly(Integer.toString(i));
      receiver.accept(received);
    }
  }

  @Test
  void bytesEndTheTaking() throws Exception {
    peer.send(topic, List.of("x".repeat(100), "y".repeat(100), "z".repeat(100)));
    open(Map.of());
    // Permits go out with the first receive, which takes nothing here.
    receiver.receive(0, PLENTY, Duration.ZERO);
    Await.until("all are with the client", LIMIT, () -> peer.delivered(topic) == 3);

    List<Delivery> first =
        Await.value(
            "messages",
            LIMIT,
            () -> Optional.of(receiver.receive(10, 150, WAIT)).filter(got -> !got.isEmpty()));

    assertThat(first).hasSizeLessThanOrEqualTo(2);
  }

  @Test
  void aSuspendedReceiverGetsNothingSettlesWhatItHasAndLeaves() throws Exception {
    peer.send(topic, numbers(1, 2));
    open(Map.of());
    List<Delivery> received = receive(2);

    receiver.suspend();
    peer.send(topic, numbers(3, 12));
    assertThat(receiver.accept(received)).isEmpty();
    assertThat(peer.consumers(topic)).as("once all is settled").isZero();
    assertThat(peer.delivered(topic)).isZero();
    assertThat(peer.take(topic, 5, LIMIT)).isEqualTo(numbers(3, 7));

    assertThat(bodies(receive(5))).containsExactlyInAnyOrderElementsOf(numbers(8, 12));
  }

  @Test
  void whatWasInFlightDuringASuspensionIsNotHandedOnAgain() throws Exception {
    peer.send(topic, numbers(1, 2));
    open(Map.of());
    List<Delivery> received = receive(2);

    receiver.suspend();
    peer.send(topic, numbers(3, 3));

    assertThat(bodies(receive(1))).containsExactly("3");
    assertThat(receiver.accept(received)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {LEAST_FOR_FOUR_PARTITIONS, 40, 150})
  void everyPartitionIsReadWithinTheBound(int bound) throws Exception {
    String partitioned = topic + "-p";
    peer.createPartitioned(partitioned, 4);
    peer.send(partitioned, numbers(1, 200));
    open(Map.of("pulsar.topics", partitioned, "max.in.flight.messages", Integer.toString(bound)));
    Set<Integer> seen = new HashSet<>();
    List<Delivery> held = new ArrayList<>();
    while (seen.size() < 200) {
      List<Delivery> received = receiver.receive(bound - held.size(), PLENTY, WAIT);
      held.addAll(received);
      // The broker's own counts follow acknowledgements a little later; more than that stays.
      Await.until(
          "no more than the bound are out",
          Duration.ofSeconds(20),
          () -> delivered(partitioned) <= bound);
      // The last slots are kept for what the client may hold, so not all of them are used.
      if (held.size() == bound || received.isEmpty()) {
        held.forEach(one -> assertThat(one.queue()).isEqualTo(partitioned));
        held.forEach(one -> seen.add(number(one)));
        assertThat(receiver.accept(held)).isEmpty();
        held.clear();
      }
    }
  }

  @Test
  void aBoundThatIsTooSmallForThePartitionsIsRefused() throws Exception {
    String partitioned = topic + "-p";
    peer.createPartitioned(partitioned, 4);
    String tooSmall = Integer.toString(LEAST_FOR_FOUR_PARTITIONS - 1);

    assertThatThrownBy(
            () -> open(Map.of("pulsar.topics", partitioned, "max.in.flight.messages", tooSmall)))
        .isInstanceOfSatisfying(
            BrokerException.class, e -> assertThat(e.setting()).isEqualTo("max.in.flight.messages"))
        .hasMessageContaining("at least " + LEAST_FOR_FOUR_PARTITIONS);
  }

  private long delivered(String partitioned) throws Exception {
    long delivered = 0;
    for (int i = 0; i < 4; i++) {
      delivered += peer.delivered(partitioned + "-partition-" + i);
    }
    return delivered;
  }

  @Test
  void severalTopicsAndAPatternAreRead() throws Exception {
    String other = topic + "-b";
    peer.createQueue(other);
    peer.send(topic, numbers(1, 10));
    peer.send(other, numbers(11, 20));
    open(Map.of("pulsar.topics", topic + "," + other));
    List<Delivery> received = receive(20);
    assertThat(bodies(received)).containsExactlyInAnyOrderElementsOf(numbers(1, 20));
    assertThat(receiver.accept(received)).isEmpty();
    receiver.close();

    peer.send(topic, numbers(1, 10));
    peer.send(other, numbers(11, 20));
    open(
        Map.of(
            "pulsar.topics",
            "",
            "pulsar.topics.pattern",
            "persistent://public/default/" + topic + ".*"));
    List<Delivery> matched = receive(20);
    assertThat(bodies(matched)).containsExactlyInAnyOrderElementsOf(numbers(1, 20));
    assertThat(receiver.accept(matched)).isEmpty();
    assertThat(peer.unsettled(topic)).isZero();
    assertThat(peer.unsettled(other)).isZero();
  }

  @Test
  void wakingEndsAWait() throws Exception {
    open(Map.of());
    CompletableFuture<Void> waker =
        CompletableFuture.runAsync(
            receiver::wakeup, CompletableFuture.delayedExecutor(100, TimeUnit.MILLISECONDS));

    assertThat(receiver.receive(1, PLENTY, Duration.ofSeconds(1))).isEmpty();
    waker.get(10, TimeUnit.SECONDS);
  }
}
