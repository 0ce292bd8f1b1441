package com.babelqueue.connect.source.artemis;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.source.Delivery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;

/** A receiver on a queue of a real broker, and a plain client beside it. */
abstract class ReceiverFixture {
  static final Duration LIMIT = Duration.ofSeconds(30);
  static final Duration WAIT = Duration.ofMillis(200);
  static final long PLENTY = Long.MAX_VALUE;

  static ArtemisPeer peer;

  /** Added to the receiver's clock, so that a test need not wait for it. */
  final AtomicLong skipped = new AtomicLong();

  String queue;
  ArtemisReceiver receiver;

  @BeforeAll
  static void startBroker() throws Exception {
    peer = ArtemisPeer.start();
  }

  @AfterAll
  static void stopBroker() {
    peer.close();
  }

  @BeforeEach
  void createQueue(TestInfo test) {
    queue = test.getTestMethod().orElseThrow().getName() + "-" + System.nanoTime();
    peer.createQueue(queue);
  }

  @AfterEach
  void close() {
    if (receiver != null) {
      receiver.close();
    }
  }

  void open(Map<String, String> more) throws BrokerException {
    Map<String, String> props = new HashMap<>(peer.settings(queue, peer.address()));
    props.put("name", "test");
    props.put("kafka.topic", "t");
    props.putAll(more);
    receiver =
        new ArtemisReceiver(
            new ArtemisSourceConfig(props), () -> System.nanoTime() + skipped.get());
    receiver.open();
  }

  List<Delivery> receive(int count) throws Exception {
    List<Delivery> received = new ArrayList<>();
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (received.size() < count && System.nanoTime() - deadline < 0) {
      received.addAll(receiver.receive(count - received.size(), PLENTY, WAIT));
    }
    return received;
  }

  void sendNumbers(int count) throws Exception {
    peer.send(queue, numbers(1, count));
  }

  static List<String> numbers(int from, int to) {
    return IntStream.rangeClosed(from, to).mapToObj(Integer::toString).toList();
  }

  BrokerException outage() {
    return Await.value(
        "the receiver notices",
        LIMIT,
        () -> {
          try {
            receiver.receive(1, PLENTY, WAIT);
            return Optional.empty();
          } catch (BrokerException e) {
            return Optional.of(e);
          }
        });
  }

  void awaitUnsettled(long count) {
    Await.until(count + " are unsettled", LIMIT, () -> peer.unsettled(queue) == count);
  }

  static List<String> bodies(List<Delivery> deliveries) {
    return deliveries.stream().map(ReceiverFixture::body).toList();
  }

  static String body(Delivery delivery) {
    return new String(delivery.body(), UTF_8);
  }
}
