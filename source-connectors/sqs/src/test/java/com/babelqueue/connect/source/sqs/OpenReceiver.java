package com.babelqueue.connect.source.sqs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.source.Delivery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A receiver that is connected to the test's broker, driven as the engine would. One test thread.
 */
final class OpenReceiver implements AutoCloseable {
  static final Duration LIMIT = Duration.ofSeconds(20);

  private static final Duration WAIT = Duration.ofSeconds(1);

  /** Room for a full pull of each queue that a test reads. */
  private static final int ROOM = 40;

  private final SqsReceiver receiver;

  private OpenReceiver(SqsReceiver receiver) {
    this.receiver = receiver;
  }

  static OpenReceiver of(SqsPeer peer, String queues, String... pairs) throws BrokerException {
    SqsReceiver receiver = new SqsReceiver(config(peer, queues, pairs));
    receiver.open();
    return new OpenReceiver(receiver);
  }

  static SqsSourceConfig config(SqsPeer peer, String queues, String... pairs) {
    Map<String, String> props = peer.connection();
    props.put("name", "test");
    props.put("kafka.topic", "orders");
    props.put(SqsSourceConfig.QUEUES, queues);
    for (int i = 0; i < pairs.length; i += 2) {
      props.put(pairs[i], pairs[i + 1]);
    }
    return new SqsSourceConfig(props);
  }

  SqsReceiver get() {
    return receiver;
  }

  /** Receives once something is there. */
  List<Delivery> receive(int max) {
    return Await.value(
        "a message of the test",
        LIMIT,
        () -> Optional.of(receive(max, WAIT)).filter(received -> !received.isEmpty()));
  }

  List<Delivery> receive(int max, Duration wait) throws BrokerException, InterruptedException {
    return receiver.receive(max, Long.MAX_VALUE, wait);
  }

  /** Receives exactly so many. */
  List<Delivery> receiveAll(int count) throws BrokerException, InterruptedException {
    List<Delivery> all = new ArrayList<>();
    long end = System.nanoTime() + LIMIT.toNanos();
    while (all.size() < count && System.nanoTime() < end) {
      all.addAll(receive(ROOM, WAIT));
    }
    assertThat(all).hasSize(count);
    return all;
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
