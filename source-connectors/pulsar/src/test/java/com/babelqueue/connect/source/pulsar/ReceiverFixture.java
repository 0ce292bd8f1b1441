package com.babelqueue.connect.source.pulsar;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.source.Delivery;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;

/** A receiver on a topic of a real broker, and a plain client beside it. */
abstract class ReceiverFixture {
  /** Generous, since it is only spent where a test fails. */
  static final Duration LIMIT = Duration.ofSeconds(30);

  static final Duration WAIT = Duration.ofMillis(200);
  static final long PLENTY = Long.MAX_VALUE;

  static PulsarPeer peer;

  String topic;
  PulsarReceiver receiver;

  @BeforeAll
  static void startBroker() throws Exception {
    peer = PulsarPeer.start();
  }

  @AfterAll
  static void stopBroker() {
    if (peer != null) {
      peer.close();
    }
  }

  @BeforeEach
  void createTopic(TestInfo test) throws Exception {
    topic = test.getTestMethod().orElseThrow().getName() + "-" + System.nanoTime();
    peer.createQueue(topic);
  }

  @AfterEach
  void closeReceiver() {
    if (receiver != null) {
      receiver.close();
    }
  }

  PulsarSourceConfig config(Map<String, String> more) {
    return config(peer.address(), more);
  }

  PulsarSourceConfig config(InetSocketAddress at, Map<String, String> more) {
    Map<String, String> props = new HashMap<>(peer.settings(topic, at));
    props.put("name", "test");
    props.put("kafka.topic", "t");
    props.putAll(more);
    return new PulsarSourceConfig(props);
  }

  void open(Map<String, String> more) throws BrokerException {
    receiver = new PulsarReceiver(config(more));
    receiver.open();
  }

  /** Receives until so many came, or the limit is over. */
  List<Delivery> receive(int count) throws BrokerException, InterruptedException {
    List<Delivery> received = new ArrayList<>();
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (received.size() < count && System.nanoTime() - deadline < 0) {
      received.addAll(receiver.receive(count - received.size(), PLENTY, WAIT));
    }
    return received;
  }

  static List<String> numbers(int from, int to) {
    return IntStream.rangeClosed(from, to).mapToObj(Integer::toString).toList();
  }

  static List<String> bodies(List<Delivery> deliveries) {
    return deliveries.stream().map(ReceiverFixture::body).toList();
  }

  static String body(Delivery delivery) {
    return new String(delivery.body(), UTF_8);
  }

  static int number(Delivery delivery) {
    return Integer.parseInt(body(delivery));
  }
}
