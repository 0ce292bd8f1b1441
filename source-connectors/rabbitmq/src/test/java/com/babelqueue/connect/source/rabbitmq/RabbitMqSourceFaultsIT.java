package com.babelqueue.connect.source.rabbitmq;

import static com.babelqueue.connect.source.rabbitmq.RabbitMqBridge.LIMIT;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.harness.ConnectRest;
import com.babelqueue.connect.harness.ConnectWorkerProcess;
import com.babelqueue.connect.harness.TcpProxy;
import com.babelqueue.connect.harness.TopicReader;
import com.babelqueue.connect.source.rabbitmq.RabbitMqBridge.Running;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A queue full of messages crosses whatever breaks on the way. */
@ExtendWith(RabbitMqBridge.Shared.class)
class RabbitMqSourceFaultsIT {
  private static final int MESSAGES = 20_000;
  private static final int IN_FLIGHT = 500;
  private static final String BOUND = Integer.toString(IN_FLIGHT);

  private final RabbitMqBridge bridge;

  RabbitMqSourceFaultsIT(RabbitMqBridge bridge) {
    this.bridge = bridge;
  }

  @Test
  void theTaskIsRestartedThreeTimes() throws Exception {
    String queue = filled("restarted");
    Running connector = bridge.start(queue, "max.in.flight.messages", BOUND);
    try (TopicReader reader = bridge.kafka().reader(queue)) {
      for (int restart = 1; restart <= 3; restart++) {
        reader.read(restart * MESSAGES / 5, LIMIT);
        assertThat(bridge.channel().messageCount(queue)).as("left to cross").isPositive();
        bridge.rest().restartTask(queue, 0);
        bridge.rest().awaitRunning(queue, 1, LIMIT);
      }
      // What was unsettled at each restart was handed back, so nothing comes twice.
      assertCrossed(reader, 0);
    }
    bridge.awaitEmpty(queue, connector);
  }

  @Test
  void theConnectionIsDroppedThreeTimes() throws Exception {
    dropThreeTimes("dropped", 3 * IN_FLIGHT);
  }

  /**
   * What Kafka acknowledges after its channel was lost is known when the broker brings it again.
   */
  @Test
  void withIdempotencyDroppedConnectionsLeaveNoDuplicates() throws Exception {
    dropThreeTimes("dropped-once", 0, "idempotency.store", "memory");
  }

  private void dropThreeTimes(String name, int mostDuplicates, String... more) throws Exception {
    String queue = filled(name);
    try (TcpProxy proxy = TcpProxy.to(bridge.broker().host(), bridge.broker().port());
        TopicReader reader = bridge.kafka().reader(queue)) {
      List<String> settings = new ArrayList<>(List.of(more));
      settings.addAll(List.of("max.in.flight.messages", BOUND));
      settings.addAll(List.of("rabbitmq.addresses", "127.0.0.1:" + proxy.port()));
      Running connector = bridge.start(queue, settings.toArray(new String[0]));
      for (int drop = 1; drop <= 3; drop++) {
        reader.read(drop * MESSAGES / 5, LIMIT);
        proxy.dropConnections();
      }
      assertCrossed(reader, mostDuplicates);
      assertThat(proxy.connections()).as("validation, task, three reconnects").isGreaterThan(4);
      bridge.awaitEmpty(queue, connector);
    }
  }

  @Test
  void theWorkerIsKilled() throws Exception {
    String queue = filled("killed");
    try (ConnectWorkerProcess worker = ConnectWorkerProcess.start(bridge.workerSettings(), "256m");
        TopicReader reader = bridge.kafka().reader(queue)) {
      ConnectRest rest = worker.rest();
      rest.put(queue, bridge.settings(queue, queue, "max.in.flight.messages", BOUND));
      reader.read(MESSAGES / 4, LIMIT);

      worker.kill();
      worker.restart();

      assertCrossed(reader, IN_FLIGHT);
      bridge.awaitEmpty(queue, () -> rest.delete(queue));
    }
  }

  @Test
  void kafkaIsAwayForAWhile() throws Exception {
    String queue = bridge.declare("stalled", Map.of());
    bridge.publishEnvelopes(queue, 0, 100);
    Running connector = bridge.start(queue, "max.in.flight.messages", "100");
    try (TopicReader reader = bridge.kafka().reader(queue)) {
      assertThat(reader.read(100, LIMIT)).hasSize(100);
      bridge.kafka().stop();
      bridge.publishEnvelopes(queue, 100, 3_000);
      // The broker keeps what is beyond the bound, and nothing of it is settled meanwhile.
      Await.until(
          "100 of 2,900 are out", LIMIT, () -> bridge.channel().messageCount(queue) == 2_800);
      bridge.kafka().restart();
      Set<Integer> arrived = new LinkedHashSet<>();
      reader.readUntil(
          all -> {
            all.forEach(record -> arrived.add(RabbitMqBridge.number(record)));
            return arrived.size() == 3_000;
          },
          LIMIT);
      assertThat(arrived).hasSize(3_000);
    }
    bridge.awaitEmpty(queue, connector);
  }

  private String filled(String queue) throws Exception {
    bridge.declare(queue, Map.of());
    assertThat(RabbitMqBridge.envelope(MESSAGES - 1).getBytes(UTF_8)).hasSizeBetween(300, 360);
    bridge.publishEnvelopes(queue, 0, MESSAGES);
    return queue;
  }

  /** All are there, in order apart from what came again, and no more came again than allowed. */
  private static void assertCrossed(TopicReader reader, int mostDuplicates) {
    Set<Integer> firsts = new LinkedHashSet<>();
    int[] read = {0};
    reader.readUntil(
        all -> {
          for (ConsumerRecord<byte[], byte[]> record : all.subList(read[0], all.size())) {
            firsts.add(RabbitMqBridge.number(record));
          }
          read[0] = all.size();
          return firsts.size() == MESSAGES;
        },
        LIMIT);
    assertThat(List.copyOf(firsts))
        .as("numbers in the order of their first arrival")
        .isEqualTo(IntStream.range(0, MESSAGES).boxed().toList());
    int[] last = {0};
    Await.until(
        "the topic has come to rest",
        LIMIT,
        () -> {
          int before = last[0];
          last[0] = reader.readToEnd(LIMIT).size();
          return last[0] == before;
        });
    assertThat(last[0] - MESSAGES).as("duplicates").isBetween(0, mostDuplicates);
  }
}
