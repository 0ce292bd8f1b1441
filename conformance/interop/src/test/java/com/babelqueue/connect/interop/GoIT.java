package com.babelqueue.connect.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The Go SDK on Kafka, with the Python SDK behind the connectors. */
@ExtendWith(InteropCluster.Shared.class)
class GoIT {
  private static final String TRACE = "c5d0a1b2-3f44-4e1e-9b77-00000000000";

  private final InteropCluster cluster;
  private final Sdk go = Sdk.go();
  private final Sdk python = Sdk.python();

  GoIT(InteropCluster cluster) {
    this.cluster = cluster;
  }

  /** Plain data: the Go SDK decodes numbers as doubles (contract NUM-4). */
  @Test
  void goToKafkaToTheBroker() {
    cluster.createTopics("go-out");
    BrokerAccess redis = cluster.broker(BrokerKind.REDIS);
    Order order = Order.plain(TRACE + 1);
    List<String> ids = go.produce(cluster.kafkaAddress(), "go-out", order);

    cluster.startSink("go-out", redis, "go-out", "go-out");

    assertThat(python.consume(redis.address(), "go-out", 1))
        .containsExactly(order.seen(ids.get(0), 0));
    cluster.rest().delete("go-out");
  }

  @Test
  void theBrokerToKafkaToGo() {
    cluster.createTopics("go-in");
    BrokerAccess redis = cluster.broker(BrokerKind.REDIS);
    Order order = Order.plain(TRACE + 2).withAttempts(2);
    List<String> ids = python.produce(redis.address(), "go-in", order);

    cluster.startSource("go-in", redis, "go-in", "go-in");

    assertThat(go.consume(cluster.kafkaAddress(), "go-in", 1))
        .containsExactly(order.seen(ids.get(0), 2));
    cluster.rest().delete("go-in");
  }
}
