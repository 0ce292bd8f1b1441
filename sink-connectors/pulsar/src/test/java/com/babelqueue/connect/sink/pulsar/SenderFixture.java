package com.babelqueue.connect.sink.pulsar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.NativeHeader;
import com.babelqueue.connect.contract.SendProbe;
import com.babelqueue.connect.contract.SendProbe.Kind;
import com.babelqueue.connect.sink.OutboundMessage;
import com.babelqueue.connect.sink.Send;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.IntStream;
import org.apache.pulsar.client.api.Message;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;

/** A sender to a topic of a real broker, and a plain client that reads it. */
abstract class SenderFixture {
  /** Generous, since it is only spent where a test fails. */
  static final Duration LIMIT = Duration.ofSeconds(60);

  /** Lets every record name its topic. */
  static final String ANY_TOPIC = "${header.topic}";

  static PulsarPeer peer;

  /** What the sender reported as lost. */
  final BlockingQueue<BrokerException> losses = new LinkedBlockingQueue<>();

  String topic;
  PulsarSender sender;

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
  void close() {
    if (sender != null) {
      sender.close();
    }
  }

  PulsarSinkConfig config(InetSocketAddress at, Map<String, String> more) {
    Map<String, String> props = new HashMap<>(peer.settings(topic, at));
    props.put("name", "test");
    props.put("topics", "t");
    props.putAll(more);
    return new PulsarSinkConfig(props);
  }

  void open(Map<String, String> more) throws BrokerException {
    open(peer.address(), more);
  }

  void open(InetSocketAddress at, Map<String, String> more) throws BrokerException {
    sender = new PulsarSender(config(at, more), Clock.systemUTC());
    sender.open(losses::add);
  }

  /** Sends in one call. */
  void send(SendProbe... probes) throws BrokerException {
    sender.send(List.<Send>of(probes));
  }

  /** Sends in one call and waits until the broker has it all. */
  void deliver(SendProbe... probes) throws Exception {
    send(probes);
    for (SendProbe probe : probes) {
      assertThat(probe.outcome(LIMIT).kind()).isEqualTo(Kind.SENT);
    }
  }

  SendProbe probe(int number, NativeHeader... headers) {
    return SendProbe.of(topic, bytes(number), List.of(headers));
  }

  SendProbe[] probes(int from, int to) {
    return IntStream.range(from, to).mapToObj(this::probe).toArray(SendProbe[]::new);
  }

  OutboundMessage.Builder message(int number) {
    return SendProbe.envelope(topic, bytes(number));
  }

  static byte[] bytes(int number) {
    return PulsarPeer.envelope(number, "").getBytes(UTF_8);
  }

  Message<byte[]> takeOne() throws Exception {
    return take(1).get(0);
  }

  List<Message<byte[]>> take(int count) throws Exception {
    List<Message<byte[]>> messages = peer.takeMessages(topic, count, LIMIT);
    assertThat(messages).hasSize(count);
    return messages;
  }

  static void assertRejected(SendProbe probe, String reason) throws Exception {
    assertThat(probe.outcome(LIMIT).kind()).isEqualTo(Kind.REJECTED);
    assertThat(probe.outcome(LIMIT).reason()).isEqualTo(reason);
  }

  static List<String> bodies(List<Message<byte[]>> messages) {
    return messages.stream().map(PulsarPeer::text).toList();
  }

  static List<String> envelopes(int from, int to) {
    return IntStream.range(from, to).mapToObj(n -> PulsarPeer.envelope(n, "")).toList();
  }
}
