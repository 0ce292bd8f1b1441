package com.babelqueue.connect.sink.artemis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.NativeHeader;
import com.babelqueue.connect.contract.SendProbe;
import com.babelqueue.connect.contract.SendProbe.Kind;
import com.babelqueue.connect.sink.Send;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;

/** A sender to a queue of a real broker, and a plain client that reads it. */
abstract class SenderFixture {
  static final Duration LIMIT = Duration.ofSeconds(60);

  static ArtemisPeer peer;

  /** What the sender reported as lost. */
  final BlockingQueue<BrokerException> losses = new LinkedBlockingQueue<>();

  String queue;
  ArtemisSender sender;

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
    if (sender != null) {
      sender.close();
    }
  }

  void open(Map<String, String> more) throws BrokerException {
    Map<String, String> props = new HashMap<>(peer.settings(queue, peer.address()));
    props.put("name", "test");
    props.put("topics", "t");
    props.putAll(more);
    sender = new ArtemisSender(new ArtemisSinkConfig(props));
    sender.open(losses::add);
  }

  /** Sends and waits until the broker has it all. */
  void deliver(SendProbe... probes) throws Exception {
    sender.send(List.of(probes));
    for (SendProbe probe : probes) {
      assertThat(probe.outcome(LIMIT).kind()).isEqualTo(Kind.SENT);
    }
  }

  Message takeOne() throws Exception {
    return peer.takeMessages(queue, 1, LIMIT).get(0);
  }

  List<String> takeBodies(int count) throws Exception {
    List<String> bodies = new ArrayList<>();
    for (Message message : peer.takeMessages(queue, count, LIMIT)) {
      bodies.add(((TextMessage) message).getText());
    }
    return bodies;
  }

  SendProbe probe(String body, NativeHeader... headers) {
    return SendProbe.of(queue, body.getBytes(UTF_8), List.of(headers));
  }

  List<SendProbe> numbered(int from, int to) {
    return IntStream.range(from, to).mapToObj(n -> probe(Messages.envelope(n))).toList();
  }

  static List<Send> sends(List<SendProbe> probes) {
    return List.copyOf(probes);
  }
}
