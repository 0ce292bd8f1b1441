package com.babelqueue.connect.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.harness.RecordText;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Dead letters of one side, redriven by the other (contract section 5.2). */
@ExtendWith(InteropCluster.Shared.class)
class DeadLettersIT {
  private static final String TRACE = "b3c1f2aa-7c0e-4b59-8d1c-00000000000";

  private final InteropCluster cluster;
  private final Sdk python = Sdk.python();

  DeadLettersIT(InteropCluster cluster) {
    this.cluster = cluster;
  }

  @Test
  void theSdkRedrivesWhatOurSinkGaveUp() {
    cluster.createTopics("lost", "lost.retry.1", "lost.dlq");
    BrokerAccess rabbit = cluster.broker(BrokerKind.RABBITMQ);
    Address kafka = cluster.kafkaAddress();
    // Nobody has declared the queue yet, so the third delivery fails too.
    cluster.startSink(
        "lost-out",
        rabbit,
        "lost",
        "${meta.queue}",
        "rabbitmq.queue.declare",
        "none",
        "retry.tiers",
        "200ms",
        "kafka.bootstrap.servers",
        cluster.kafka().bootstrapServers());
    Order order = Order.rich(TRACE + 1).withAttempts(2);
    String id = python.produce(kafka, "lost", order).get(0);
    ConsumerRecord<byte[], byte[]> letter = cluster.records("lost.dlq", 1).get(0);
    JsonNode block = Message.tree(RecordText.text(letter.value())).path("dead_letter");
    assertThat(block.path("original_queue").asText()).isEqualTo("lost");
    assertThat(block.path("attempts").asInt()).isEqualTo(3);
    Order other = Order.plain(TRACE + 2);
    String otherId = python.produce(rabbit.address(), "lost", other).get(0);

    List<JsonNode> report = python.redrive(kafka, "lost.dlq", 1);

    assertThat(report).hasSize(1);
    assertThat(report.get(0).toString())
        .contains(
            "\"id\":\"" + id + "\"",
            "\"trace_id\":\"" + order.traceId() + "\"",
            "\"urn\":\"" + Order.URN + "\"",
            "\"reason\":\"failed\"",
            "\"to\":\"lost\"",
            "\"redriven\":true");
    assertThat(python.consume(rabbit.address(), "lost", 2))
        .containsExactly(other.seen(otherId, 0), order.seen(id, 0));
    cluster.rest().delete("lost-out");
  }

  @Test
  void weRedriveWhatTheSdkGaveUp() {
    cluster.createTopics("given", "given.dlq");
    Address kafka = cluster.kafkaAddress();
    Order order = Order.rich(TRACE + 3);
    String id = python.produce(kafka, "given", order).get(0);
    Message failed = order.seen(id, 1).failedBefore();
    assertThat(
            python.consume(
                kafka, "given", 1, "--fail-below", "1", "--max-attempts", "1", "--dead-letter"))
        .containsExactly(failed);
    assertThat(RecordText.text(cluster.records("given.dlq", 1).get(0).value()))
        .contains("\"dead_letter\":{\"reason\":\"failed\"");

    cluster.startReinjector("given-back", "redrive", "given.dlq", "redrive.reasons", "failed");

    assertThat(python.consume(kafka, "given", 1)).containsExactly(order.seen(id, 0));
    cluster.rest().delete("given-back");
  }

  /**
   * A bridged message: the SDK's dead letter names the queue of its production (contract DL-3),
   * which is no topic, and still it comes back to the topic that it was read from.
   */
  @Test
  void weRedriveWhatTheSdkGaveUpBehindASource() {
    cluster.createTopics("bridged", "bridged.dlq");
    BrokerAccess redis = cluster.broker(BrokerKind.REDIS);
    Address kafka = cluster.kafkaAddress();
    Order order = Order.rich(TRACE + 4);
    String id = python.produce(redis.address(), "list", order).get(0);
    cluster.startSource("bridged-in", redis, "list", "bridged");
    python.consume(
        kafka, "bridged", 1, "--fail-below", "1", "--max-attempts", "1", "--dead-letter");
    JsonNode letter =
        Message.tree(RecordText.text(cluster.records("bridged.dlq", 1).get(0).value()));
    assertThat(letter.path("dead_letter").path("original_queue").asText()).isEqualTo("list");

    cluster.startReinjector("bridged-back", "redrive", "bridged.dlq");

    assertThat(python.consume(kafka, "bridged", 1)).containsExactly(order.seen(id, 0));
    cluster.rest().delete("bridged-back");
    cluster.rest().delete("bridged-in");
  }

  /** Rule RDV-4 on both sides: what is no envelope is put back as it was. */
  @Test
  void theSdkPutsOurPoisonBackAsItWas() {
    String poison = "no envelope: \u2028 ü {";
    cluster.createTopics("odd", "odd.dlq");
    BrokerAccess rabbit = cluster.broker(BrokerKind.RABBITMQ);
    python.produceText(rabbit.address(), "odd", poison);
    cluster.startSource("odd-in", rabbit, "odd", "odd");
    cluster.records("odd.dlq", 1);

    List<JsonNode> report = python.redrive(cluster.kafkaAddress(), "odd.dlq", 1);

    assertThat(report).extracting(item -> item.path("redriven").asBoolean()).containsExactly(false);
    assertThat(cluster.records("odd.dlq", 2))
        .extracting(record -> RecordText.text(record.value()))
        .containsExactly(poison, poison);
    cluster.rest().delete("odd-in");
  }
}
