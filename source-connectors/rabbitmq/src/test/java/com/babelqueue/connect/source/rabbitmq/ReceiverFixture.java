package com.babelqueue.connect.source.rabbitmq;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.harness.BrokerChoice;
import com.babelqueue.connect.harness.RabbitMqBroker;
import com.babelqueue.connect.source.Delivery;
import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.GetResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;

/** A receiver on a queue of a real broker, and a plain client beside it. */
@Timeout(90)
abstract class ReceiverFixture {
  static final Duration LIMIT = Duration.ofSeconds(20);
  static final Duration WAIT = Duration.ofMillis(200);
  static final long PLENTY = Long.MAX_VALUE;

  static RabbitMqBroker broker;
  static Connection connection;

  Channel channel;
  String queue;
  RabbitMqReceiver receiver;

  @BeforeAll
  static void startBroker() throws Exception {
    broker = RabbitMqBroker.start();
    BrokerChoice.announce("rabbitmq", broker.describe());
    ConnectionFactory factory = new ConnectionFactory();
    factory.setHost(broker.host());
    factory.setPort(broker.port());
    factory.setUsername(broker.user());
    factory.setPassword(broker.password());
    factory.setVirtualHost(broker.virtualHost());
    connection = factory.newConnection("test");
  }

  @AfterAll
  static void stopBroker() {
    connection.abort();
    broker.close();
  }

  @BeforeEach
  void openChannel(TestInfo test) throws IOException {
    channel = connection.createChannel();
    channel.confirmSelect();
    queue = test.getTestMethod().orElseThrow().getName() + "-" + System.nanoTime();
  }

  @AfterEach
  void close() throws IOException {
    if (receiver != null) {
      receiver.close();
    }
    channel.abort();
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

  void declare(String type) throws IOException {
    assumeTrue(
        type.equals("classic") || broker.isRabbitMq(), "needs quorum queues: " + broker.describe());
    channel.queueDeclare(
        queue, true, false, false, broker.isRabbitMq() ? Map.of("x-queue-type", type) : null);
  }

  void publishNumbers(int count) throws Exception {
    for (String number : numbers(1, count)) {
      channel.basicPublish("", queue, null, number.getBytes(UTF_8));
    }
    channel.waitForConfirmsOrDie(LIMIT.toMillis());
  }

  void publish(AMQP.BasicProperties properties, String body) throws Exception {
    channel.basicPublish("", queue, properties, body.getBytes(UTF_8));
    channel.waitForConfirmsOrDie(LIMIT.toMillis());
  }

  static List<String> numbers(int from, int to) {
    return IntStream.rangeClosed(from, to).mapToObj(Integer::toString).toList();
  }

  RabbitMqSourceConfig config(Map<String, String> more) {
    Map<String, String> props = new HashMap<>();
    props.put("name", "test");
    props.put("rabbitmq.addresses", broker.host() + ":" + broker.port());
    props.put("rabbitmq.username", broker.user());
    props.put("rabbitmq.password", broker.password());
    props.put("rabbitmq.virtual.host", broker.virtualHost());
    props.put("rabbitmq.queues", queue);
    props.put("kafka.topic", "t");
    props.putAll(more);
    return new RabbitMqSourceConfig(props);
  }

  void open(Map<String, String> more) throws BrokerException {
    receiver = new RabbitMqReceiver(config(more));
    receiver.open();
  }

  List<Delivery> receive(int count) throws BrokerException, InterruptedException {
    List<Delivery> received = new ArrayList<>();
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (received.size() < count && System.nanoTime() - deadline < 0) {
      received.addAll(receiver.receive(count - received.size(), PLENTY, WAIT));
    }
    return received;
  }

  long ready() throws IOException {
    return channel.messageCount(queue);
  }

  /** What is in the queue once the receiver is gone, oldest first; and nothing behind it. */
  List<String> remaining(int count) throws IOException {
    Await.until(count + " messages are back in the queue", LIMIT, () -> ready() == count);
    List<String> bodies = new ArrayList<>();
    for (GetResponse got = channel.basicGet(queue, true);
        got != null;
        got = channel.basicGet(queue, true)) {
      bodies.add(new String(got.getBody(), UTF_8));
    }
    return bodies;
  }

  static List<String> bodies(List<Delivery> deliveries) {
    return deliveries.stream().map(ReceiverFixture::body).toList();
  }

  static String body(Delivery delivery) {
    return new String(delivery.body(), UTF_8);
  }
}
