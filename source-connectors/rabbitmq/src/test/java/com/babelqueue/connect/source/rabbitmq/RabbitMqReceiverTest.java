package com.babelqueue.connect.source.rabbitmq;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.babelqueue.connect.broker.NativeHeader;
import com.babelqueue.connect.source.Delivery;
import com.rabbitmq.client.AMQP;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The receiver against a real broker, called as the engine calls it. */
class RabbitMqReceiverTest extends ReceiverFixture {
  @Test
  void receivesInOrderWithEverythingTheBrokerSays() throws Exception {
    declare("classic");
    Map<String, Object> headers = new HashMap<>();
    headers.put("x-schema-version", 1);
    headers.put("x-attempts", 4L);
    headers.put("nothing", null);
    headers.put("nested", Map.of("list", List.of("a", 1)));
    publish(new AMQP.BasicProperties.Builder().messageId("m-1").headers(headers).build(), "one");
    publish(null, "two");
    open(Map.of());

    List<Delivery> received = receive(2);

    assertThat(bodies(received)).containsExactly("one", "two");
    Delivery first = received.get(0);
    assertThat(first.queue()).isEqualTo(queue);
    assertThat(first.messageId()).isEqualTo("m-1");
    assertThat(first.group()).isEqualTo(queue);
    assertThat(first.versionField()).isEqualTo(1);
    assertThat(first.attemptsField()).isEqualTo(4L);
    assertThat(first.deliveryCount()).isZero();
    assertThat(first.headers())
        .contains(
            new NativeHeader("nothing", null),
            new NativeHeader("nested", Map.of("list", List.of("a", 1))));
    assertThat(first.metadata())
        .contains(
            new NativeHeader("rabbitmq.routing.key", queue),
            new NativeHeader("rabbitmq.redelivered", false));
    Delivery second = received.get(1);
    assertThat(second.messageId()).isNull();
    assertThat(second.versionField()).isNull();
    assertThat(second.attemptsField()).isNull();
    assertThat(second.headers()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"classic", "quorum"})
  void acknowledgesInAnyOrderExactlyWhatWasAccepted(String type) throws Exception {
    declare(type);
    publishNumbers(30);
    open(Map.of());
    List<Delivery> received = receive(30);

    // 7 and 20 stay open: around them frames may not span.
    List<Delivery> accepted = new ArrayList<>(received);
    accepted.removeIf(delivery -> List.of("7", "20").contains(body(delivery)));
    receiver.accept(accepted.subList(10, 20));
    receiver.accept(accepted.subList(0, 10));
    receiver.accept(accepted.subList(20, 28));
    receiver.close();

    assertThat(remaining(2)).containsExactly("7", "20");
  }

  @ParameterizedTest
  @ValueSource(strings = {"classic", "quorum"})
  void keepsTheOrderWhileConsumersBeginAgainWithMore(String type) throws Exception {
    declare(type);
    publishNumbers(2000);
    open(Map.of("max.in.flight.messages", "600", "max.in.flight.bytes", "2000000"));
    // More than the first prefetch, so consumers must have begun again.
    List<Delivery> held = receive(600);
    assertThat(held).hasSizeGreaterThan(2_000_000 / Prefetch.ASSUMED_BYTES);
    List<String> bodies = new ArrayList<>(bodies(held));
    receiver.accept(held);
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (bodies.size() < 2000 && System.nanoTime() - deadline < 0) {
      List<Delivery> received = receiver.receive(600, PLENTY, WAIT);
      bodies.addAll(bodies(received));
      receiver.accept(received);
    }

    assertThat(bodies).containsExactlyElementsOf(numbers(1, 2000));
  }

  @ParameterizedTest
  @ValueSource(strings = {"classic", "quorum"})
  void whatIsGivenBackComesAgainInTheOldOrderBeforeEverythingElse(String type) throws Exception {
    declare(type);
    publishNumbers(20);
    open(Map.of("max.in.flight.messages", "12"));
    List<Delivery> received = receive(12);
    receiver.accept(List.of(received.get(0), received.get(3)));

    List<Delivery> open = new ArrayList<>(received);
    assertThat(receiver.drain(WAIT)).isEmpty();
    open.removeAll(List.of(received.get(0), received.get(3)));
    Collections.reverse(open);
    receiver.release(open);
    receiver.close();

    List<String> expected = new ArrayList<>(numbers(1, 20));
    expected.removeAll(List.of("1", "4"));
    assertThat(remaining(18)).containsExactlyElementsOf(expected);
  }

  @Test
  void settlingOneEpochsDeliveriesInTheNextDoesNothing() throws Exception {
    declare("classic");
    publishNumbers(3);
    open(Map.of());
    List<Delivery> old = receive(3);
    receiver.close();
    receiver.open();
    List<Delivery> again = receive(3);
    assertThat(receiver.epoch()).isNotEqualTo(old.get(0).epoch());

    receiver.accept(old);
    receiver.release(old);
    receiver.reject(old, "poison");

    assertThat(bodies(again)).containsExactly("1", "2", "3");
    receiver.accept(again.subList(0, 1));
    receiver.close();
    assertThat(remaining(2)).containsExactly("2", "3");
  }

  @Test
  void takesNothingBeforeTheFirstReceiveNorWhileSuspended() throws Exception {
    declare("classic");
    publishNumbers(10);
    open(Map.of("max.in.flight.messages", "4"));
    assertThat(ready()).isEqualTo(10);

    List<Delivery> received = receive(1);
    receiver.suspend();
    receiver.suspend();
    long whileSuspended = ready();
    assertThat(whileSuspended).isBetween(6L, 9L);
    receiver.accept(received);
    publish(null, "11");

    assertThat(ready()).isEqualTo(whileSuspended + 1);

    // What was pushed stays, and is what comes first when it goes on.
    List<String> bodies = new ArrayList<>(bodies(received));
    while (bodies.size() < 11) {
      Delivery delivery = receive(1).get(0);
      bodies.add(body(delivery));
      receiver.accept(List.of(delivery));
    }
    assertThat(bodies).containsExactlyElementsOf(numbers(1, 11));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 500})
  void neverHoldsMoreThanMayBeInFlight(int limit) throws Exception {
    declare("classic");
    publishNumbers(1200);
    open(Map.of("max.in.flight.messages", Integer.toString(limit)));

    List<Delivery> received = receive(limit);
    assertThat(receiver.receive(1, PLENTY, WAIT)).isEmpty();
    assertThat(ready()).isEqualTo(1200 - limit);

    // A new consumer starts its own count; what the old one left open has to be taken off.
    receiver.suspend();
    assertThat(receiver.receive(1, PLENTY, WAIT)).isEmpty();
    assertThat(ready()).isEqualTo(1200 - limit);
    receiver.accept(received);
    assertThat(receive(limit)).hasSize(limit);
    assertThat(receiver.receive(1, PLENTY, WAIT)).isEmpty();
    assertThat(ready()).isEqualTo(1200 - 2L * limit);
  }

  @Test
  void severalQueuesShareWhatMayBeInFlight() throws Exception {
    declare("classic");
    String other = queue + "-other";
    channel.queueDeclare(other, true, false, false, null);
    for (int i = 0; i < 50; i++) {
      channel.basicPublish("", other, null, "other".getBytes(UTF_8));
    }
    publishNumbers(50);
    open(Map.of("rabbitmq.queues", queue + "," + other, "max.in.flight.messages", "9"));

    List<Delivery> received = receive(9);

    assertThat(receiver.receive(1, PLENTY, WAIT)).isEmpty();
    assertThat(received).extracting(Delivery::queue).contains(queue, other);
    assertThat(ready() + channel.messageCount(other)).isEqualTo(100 - 9);
  }

  @Test
  void largeMessagesAreNotHoardedBeyondTheBytesAllowed() throws Exception {
    declare("classic");
    String large = "x".repeat(100_000);
    for (int i = 0; i < 200; i++) {
      publish(null, large);
    }
    open(Map.of("max.in.flight.messages", "1000", "max.in.flight.bytes", "1000000"));

    int settled = 0;
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (settled < 200 && System.nanoTime() - deadline < 0) {
      List<Delivery> received = receiver.receive(1000, 1_000_000, WAIT);
      // Pushed, returned or not: 15 by the size assumed, and 7 as soon as a size is known.
      assertThat(200 - ready() - settled).isLessThanOrEqualTo(settled == 0 ? 15 : 7 + 15);
      receiver.accept(received);
      settled += received.size();
    }
    assertThat(settled).isEqualTo(200);
  }

  @Test
  void wakeupEndsAWait() throws Exception {
    declare("classic");
    open(Map.of());
    receiver.wakeup();

    assertThat(receiver.receive(1, PLENTY, Duration.ofMinutes(5))).isEmpty();
  }

  @Test
  void quorumQueuesCountDeliveriesAndClassicOnesDoNot() throws Exception {
    assumeTrue(broker.isRabbitMq(), "needs quorum queues: " + broker.describe());
    declare("quorum");
    publishNumbers(1);
    open(Map.of());
    int before = -1;
    for (int i = 0; i < 3; i++) {
      Delivery delivery = receive(1).get(0);
      // The first delivery carries no count; how far a return counts is the broker's affair.
      assertThat(delivery.deliveryCount()).isGreaterThan(before);
      before = Math.max(1, delivery.deliveryCount());
      receiver.release(List.of(delivery));
    }
    receiver.close();

    queue += "-classic";
    declare("classic");
    publishNumbers(1);
    open(Map.of("rabbitmq.queues", queue));
    receiver.release(receive(1));
    Delivery again = receive(1).get(0);
    assertThat(again.deliveryCount()).isZero();
    assertThat(again.metadata()).contains(new NativeHeader("rabbitmq.redelivered", true));
  }

  @Test
  void rejectedMessagesGoToTheDeadLetterExchange() throws Exception {
    assumeTrue(broker.isRabbitMq(), "needs dead-letter exchanges: " + broker.describe());
    String dead = queue + ".dead";
    channel.queueDeclare(dead, true, false, false, null);
    channel.queueDeclare(
        queue,
        true,
        false,
        false,
        Map.of("x-dead-letter-exchange", "", "x-dead-letter-routing-key", dead));
    publishNumbers(3);
    open(Map.of());
    List<Delivery> received = receive(3);

    receiver.reject(List.of(received.get(1)), "invalid_json");
    receiver.accept(List.of(received.get(0), received.get(2)));
    receiver.close();

    assertThat(ready()).isZero();
    String work = queue;
    queue = dead;
    assertThat(remaining(1)).containsExactly("2");
    queue = work;
  }
}
