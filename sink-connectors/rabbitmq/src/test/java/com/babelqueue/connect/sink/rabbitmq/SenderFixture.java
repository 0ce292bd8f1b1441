package com.babelqueue.connect.sink.rabbitmq;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.contract.SendProbe;
import com.babelqueue.connect.contract.SendProbe.Outcome;
import com.babelqueue.connect.harness.BrokerChoice;
import com.babelqueue.connect.harness.RabbitMqBroker;
import com.babelqueue.connect.sink.Send;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.GetResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;

/** A sender to a real broker, and a plain client beside it. */
@Timeout(120)
abstract class SenderFixture {
  static final Duration LIMIT = Duration.ofSeconds(30);

  static RabbitMqBroker broker;
  static PlainClient client;

  private final BlockingQueue<BrokerException> lost = new LinkedBlockingQueue<>();

  Channel channel;
  String queue;
  RabbitMqSender sender;

  @BeforeAll
  static void startBroker() throws Exception {
    broker = RabbitMqBroker.start();
    BrokerChoice.announce("rabbitmq", broker.describe());
    client = PlainClient.of(broker);
  }

  @AfterAll
  static void stopBroker() {
    client.close();
    broker.close();
  }

  @BeforeEach
  void name(TestInfo test) throws IOException {
    channel = client.channel();
    queue = test.getTestMethod().orElseThrow().getName() + "-" + System.nanoTime();
  }

  @AfterEach
  void close() {
    if (sender != null) {
      sender.close();
    }
  }

  RabbitMqSinkConfig config(Map<String, String> more) {
    Map<String, String> props = new HashMap<>(client.settings(broker.host(), broker.port()));
    props.put("name", "test");
    if (!more.containsKey("rabbitmq.exchange")) {
      props.put("rabbitmq.queue", queue);
    }
    props.putAll(more);
    return new RabbitMqSinkConfig(props);
  }

  void open(Map<String, String> more) throws BrokerException {
    sender = new RabbitMqSender(config(more));
    reopen();
  }

  void reopen() throws BrokerException {
    sender.open(lost::add);
  }

  /** What broke the connection outside of any call. */
  BrokerException lost() throws InterruptedException {
    BrokerException failure = lost.poll(LIMIT.toSeconds(), TimeUnit.SECONDS);
    if (failure == null) {
      throw new AssertionError("nothing was reported as lost");
    }
    return failure;
  }

  boolean isIntact() {
    return lost.isEmpty();
  }

  void send(SendProbe... probes) throws BrokerException {
    sender.send(List.<Send>of(probes));
  }

  /** An envelope with a number in its data to the queue of this test. */
  SendProbe probe(int number) {
    return probe(queue, number);
  }

  static SendProbe probe(String destination, int number) {
    return SendProbe.of(destination, Orders.envelope(number).getBytes(UTF_8), List.of());
  }

  static List<SendProbe> probes(String destination, int from, int to) {
    List<SendProbe> probes = new ArrayList<>();
    for (int number = from; number < to; number++) {
      probes.add(probe(destination, number));
    }
    return probes;
  }

  static Outcome outcome(SendProbe probe) throws InterruptedException {
    return probe.outcome(LIMIT);
  }

  static List<SendProbe.Kind> kinds(List<SendProbe> probes) throws InterruptedException {
    List<SendProbe.Kind> kinds = new ArrayList<>();
    for (SendProbe probe : probes) {
      kinds.add(outcome(probe).kind());
    }
    return kinds;
  }

  /** The next messages of a queue, oldest first. */
  List<String> bodies(String from, int count) throws IOException {
    return messages(from, count).stream().map(PlainClient::body).toList();
  }

  List<GetResponse> messages(String from, int count) throws IOException {
    return client.take(from, count, LIMIT);
  }
}
