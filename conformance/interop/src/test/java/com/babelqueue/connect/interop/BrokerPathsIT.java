package com.babelqueue.connect.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An SDK at both ends of a connector: what was produced on one side is what a handler sees on the
 * other (contract sections 1, 3 and 4).
 */
@ExtendWith(InteropCluster.Shared.class)
class BrokerPathsIT {
  private static final String TRACE = "6f1c2a52-9f0e-4d27-8a51-00000000000";

  private final InteropCluster cluster;
  private final Sdk python = Sdk.python();

  BrokerPathsIT(InteropCluster cluster) {
    this.cluster = cluster;
  }

  /** Contract CON-4: attempts as far as the broker and its workers have counted them. */
  @ParameterizedTest
  @EnumSource
  void fromTheSdkOnTheBrokerToTheSdkOnKafka(BrokerKind kind) {
    BrokerAccess broker = access(kind);
    String queue = "from-" + kind.label();
    broker.createQueue(queue);
    cluster.createTopics(queue);
    Order first = Order.rich(TRACE + 1);
    Order counted = Order.rich(TRACE + 2).withAttempts(2);
    Order last = Order.plain(TRACE + 3);
    List<String> ids = python.produce(broker.address(), queue, first, counted, last);
    // The worker's handler fails once, so one message has been tried before the bridge sees it.
    List<Message> failed = python.consume(broker.address(), queue, 1, "--fail-below", "1");
    assertThat(failed).containsExactly(first.seen(ids.get(0), 1).failedBefore());

    cluster.startSource(queue, broker, queue, queue);

    assertThat(python.consume(cluster.kafkaAddress(), queue, 3))
        .containsExactlyInAnyOrder(
            first.seen(ids.get(0), 1), counted.seen(ids.get(1), 2), last.seen(ids.get(2), 0));
    cluster.rest().delete(queue);
  }

  /** Contract CON-5, and that the SDK can go on counting on what the sink has sent. */
  @ParameterizedTest
  @EnumSource
  void fromTheSdkOnKafkaToTheSdkOnTheBroker(BrokerKind kind) {
    BrokerAccess broker = access(kind);
    String queue = "to-" + kind.label();
    broker.createQueue(queue);
    cluster.createTopics(queue);
    Order first = Order.rich(TRACE + 4);
    Order counted = Order.plain(TRACE + 5).withAttempts(2);
    List<String> ids = python.produce(cluster.kafkaAddress(), queue, first, counted);

    cluster.startSink(queue, broker, queue, queue);

    Message again = first.seen(ids.get(0), 1);
    assertThat(python.consume(broker.address(), queue, 3, "--fail-below", "1"))
        .containsExactlyInAnyOrder(again.failedBefore(), again, counted.seen(ids.get(1), 2));
    cluster.rest().delete(queue);
  }

  /**
   * Rule HDR-8 on the brokers whose SDK transport carries headers: source and sink in a row, and
   * the trace context is the one that was sent.
   */
  @ParameterizedTest
  @EnumSource(names = {"SQS", "RABBITMQ", "REDIS"})
  void theTraceContextTravelsThroughKafka(BrokerKind kind) {
    BrokerAccess broker = access(kind);
    String from = "trace-" + kind.label();
    String to = "traced-" + kind.label();
    broker.createQueue(from);
    broker.createQueue(to);
    cluster.createTopics(from);
    Order order =
        Order.plain(TRACE + 6)
            .withTraceParent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
    List<String> ids = python.produce(broker.address(), from, order);

    cluster.startSource(from, broker, from, from);
    cluster.startSink(to, broker, from, to);

    assertThat(python.consume(broker.address(), to, 1)).containsExactly(order.seen(ids.get(0), 0));
    cluster.rest().delete(from);
    cluster.rest().delete(to);
  }

  private BrokerAccess access(BrokerKind kind) {
    if (kind == BrokerKind.ARTEMIS) {
      Sdk.requireInstalled("artemis");
    }
    return cluster.broker(kind);
  }
}
