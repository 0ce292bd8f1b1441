package com.babelqueue.connect.sink.rabbitmq;

import static com.babelqueue.connect.sink.rabbitmq.SinkBridge.LIMIT;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.harness.TopicReader;
import com.babelqueue.connect.harness.TopicWriter;
import com.rabbitmq.client.GetResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The whole way of a message that fails, over three connectors on a real cluster: the sink parks
 * what the broker refuses, the re-injector brings it back, and a redrive empties the dead-letter
 * topic (contract sections 4 and 5.2).
 */
@ExtendWith(SinkBridge.Shared.class)
class RetryLoopIT {
  private static final String TOPIC = "loop";

  /** Long enough for the test to make room in the queue, once it has seen the record there. */
  private static final String TIERS = "200ms,10s";

  private final SinkBridge bridge;

  RetryLoopIT(SinkBridge bridge) {
    this.bridge = bridge;
  }

  @Test
  void twoRefusalsTwoTiersThenDelivery() throws Exception {
    bridge.client().declare(TOPIC, Map.of("x-max-length", 1, "x-overflow", "reject-publish"));
    for (String suffix : List.of("", ".retry.1", ".retry.2", ".dlq")) {
      bridge.kafka().createTopic(TOPIC + suffix, 1, Map.of("retention.ms", "-1"));
    }
    bridge.rest().put("loop-back", reinjector("retry", "loop.retry.1,loop.retry.2"));
    bridge
        .rest()
        .put(
            "loop-out",
            bridge.settings(
                TOPIC,
                "kafka.bootstrap.servers",
                bridge.kafka().bootstrapServers(),
                "retry.tiers",
                TIERS));

    fill();
    write(Orders.envelope(1), "0");
    await(TOPIC + ".retry.1");
    await(TOPIC + ".retry.2");
    empty();

    GetResponse delivered = take();
    assertThat(PlainClient.body(delivered)).contains("\"id\":\"id-1\"").endsWith("\"attempts\":2}");
    assertThat(delivered.getProps().getHeaders()).containsEntry("x-attempts", 2);

    fill();
    write(Orders.envelope(2), "2");
    await(TOPIC + ".dlq");
    empty();
    bridge.rest().put("loop-redrive", reinjector("redrive", TOPIC + ".dlq"));

    GetResponse redriven = take();
    assertThat(PlainClient.body(redriven))
        .contains("\"id\":\"id-2\"")
        .endsWith("\"attempts\":0}")
        .doesNotContain("dead_letter");
    assertThat(redriven.getProps().getHeaders()).containsEntry("x-attempts", 0);
    for (String connector : List.of("loop-redrive", "loop-out", "loop-back")) {
      bridge.rest().delete(connector);
    }
  }

  private Map<String, String> reinjector(String mode, String topics) {
    Map<String, String> settings = bridge.settings(topics);
    settings.keySet().removeIf(key -> key.startsWith("rabbitmq."));
    settings.put("connector.class", "com.babelqueue.connect.sink.reinject.ReinjectSinkConnector");
    settings.put("mode", mode);
    settings.put("kafka.bootstrap.servers", bridge.kafka().bootstrapServers());
    if (mode.equals("retry")) {
      settings.put("retry.tiers", TIERS);
    }
    return settings;
  }

  private void fill() throws Exception {
    bridge.client().channel().basicPublish("", TOPIC, null, "in the way".getBytes(UTF_8));
    Await.until("the queue is full", LIMIT, () -> bridge.client().depth(TOPIC) == 1);
  }

  private void empty() throws Exception {
    assertThat(PlainClient.body(take())).isEqualTo("in the way");
  }

  private GetResponse take() throws Exception {
    List<GetResponse> taken = bridge.client().take(TOPIC, 1, LIMIT);
    assertThat(taken).hasSize(1);
    return taken.get(0);
  }

  private void await(String topic) {
    try (TopicReader reader = bridge.kafka().reader(topic)) {
      assertThat(reader.read(1, LIMIT)).hasSize(1);
    }
  }

  private void write(String value, String attempts) {
    try (TopicWriter writer = bridge.kafka().writer()) {
      writer.write(
          TOPIC,
          null,
          value.getBytes(UTF_8),
          List.of(TopicWriter.header("bq-attempts", attempts.getBytes(UTF_8))));
    }
  }
}
