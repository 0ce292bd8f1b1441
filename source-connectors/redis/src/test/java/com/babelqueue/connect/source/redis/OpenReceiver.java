package com.babelqueue.connect.source.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.source.Delivery;
import com.babelqueue.connect.source.Receiver;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A receiver on the test's server, driven as the engine would. One test thread. */
final class OpenReceiver implements AutoCloseable {
  static final Duration LIMIT = Duration.ofSeconds(30);

  private static final Duration WAIT = Duration.ofSeconds(1);

  private final Receiver receiver;

  private OpenReceiver(RedisSourceConfig config) {
    receiver = new RecordingReceiver(new ListReceiver(config));
  }

  /** Connects directly to the server. */
  static OpenReceiver of(RedisPeer peer, String queue, String... pairs) throws BrokerException {
    return at(peer.address(), queue, pairs);
  }

  /** Connects to an address, such as a proxy's. */
  static OpenReceiver at(InetSocketAddress address, String queue, String... pairs)
      throws BrokerException {
    Map<String, String> props = new HashMap<>();
    props.put("redis.host.and.ports", address.getHostString() + ":" + address.getPort());
    props.put("redis.queues", queue);
    for (int i = 0; i < pairs.length; i += 2) {
      props.put(pairs[i], pairs[i + 1]);
    }
    OpenReceiver opened = new OpenReceiver(config(queue, props));
    opened.receiver.open();
    return opened;
  }

  static RedisSourceConfig config(String name, Map<String, String> props) {
    Map<String, String> all = new HashMap<>(props);
    all.putIfAbsent("name", name);
    all.put("kafka.topic", "orders");
    return new RedisSourceConfig(all);
  }

  Receiver get() {
    return receiver;
  }

  /** Receives exactly so many, in as many calls as it takes. */
  List<Delivery> receive(int count) throws BrokerException, InterruptedException {
    List<Delivery> all = new ArrayList<>();
    long end = System.nanoTime() + LIMIT.toNanos();
    while (all.size() < count && System.nanoTime() - end < 0) {
      all.addAll(receiver.receive(count - all.size(), Long.MAX_VALUE, WAIT));
    }
    assertThat(all).hasSize(count);
    return all;
  }

  /** Loses the connection and opens another, as the engine does. */
  void reconnect() throws BrokerException {
    receiver.close();
    receiver.open();
  }

  static List<String> bodies(List<Delivery> deliveries) {
    return deliveries.stream().map(delivery -> new String(delivery.body(), UTF_8)).toList();
  }

  static List<Delivery> newestFirst(List<Delivery> deliveries) {
    List<Delivery> reversed = new ArrayList<>(deliveries);
    Collections.reverse(reversed);
    return reversed;
  }

  @Override
  public void close() {
    receiver.close();
  }
}
