package com.babelqueue.connect.source.servicebus;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.source.Delivery;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A receiver that is connected to the test's broker, driven as the engine would. One test thread.
 */
final class OpenReceiver implements AutoCloseable {
  static final Duration LIMIT = Duration.ofSeconds(20);

  private static final Duration WAIT = Duration.ofMillis(500);

  private static final int ROOM = 1_000;

  private final ServiceBusReceiver receiver;

  private OpenReceiver(ServiceBusReceiver receiver) {
    this.receiver = receiver;
  }

  static OpenReceiver of(ServiceBusPeer peer, String queues, String... pairs)
      throws BrokerException {
    ServiceBusReceiver receiver = unopened(peer, queues, pairs);
    receiver.open();
    return new OpenReceiver(receiver);
  }

  static ServiceBusReceiver unopened(ServiceBusPeer peer, String queues, String... pairs) {
    return new ServiceBusReceiver(config(peer, queues, pairs), Clock.systemUTC(), System::nanoTime);
  }

  static ServiceBusSourceConfig config(ServiceBusPeer peer, String queues, String... pairs) {
    Map<String, String> props = peer.connection();
    props.put("name", "test");
    props.put("kafka.topic", "orders");
    props.put(ServiceBusSourceConfig.QUEUES, queues);
    for (int i = 0; i < pairs.length; i += 2) {
      props.put(pairs[i], pairs[i + 1]);
    }
    return new ServiceBusSourceConfig(props);
  }

  ServiceBusReceiver get() {
    return receiver;
  }

  List<Delivery> receive(int max, Duration wait) throws BrokerException, InterruptedException {
    return receiver.receive(max, Long.MAX_VALUE, wait);
  }

  /** Receives exactly so many, and never asks for more. */
  List<Delivery> receiveAll(int count) throws BrokerException, InterruptedException {
    List<Delivery> all = new ArrayList<>();
    long end = System.nanoTime() + LIMIT.toNanos();
    while (all.size() < count && System.nanoTime() < end) {
      all.addAll(receive(count - all.size(), WAIT));
    }
    assertThat(all).hasSize(count);
    return all;
  }

  /** Receives so many with slots to spare, as an engine has them that settles meanwhile. */
  List<Delivery> receiveWithRoom(int count) throws BrokerException, InterruptedException {
    List<Delivery> all = new ArrayList<>();
    long end = System.nanoTime() + LIMIT.toNanos();
    while (all.size() < count && System.nanoTime() < end) {
      all.addAll(receive(ROOM, WAIT));
    }
    assertThat(all).hasSize(count);
    return all;
  }

  Delivery receiveOne() throws BrokerException, InterruptedException {
    return receiveAll(1).get(0);
  }

  static List<String> bodies(int count) {
    return IntStream.range(0, count).mapToObj(i -> "body-" + i).toList();
  }

  static String body(Delivery delivery) {
    return new String(delivery.body(), UTF_8);
  }

  @Override
  public void close() {
    receiver.close();
  }
}
