package com.babelqueue.connect.sink.reinject;

import static com.babelqueue.connect.harness.RecordText.text;
import static com.babelqueue.connect.sink.reinject.ReinjectCluster.APPEND_TIME;
import static com.babelqueue.connect.sink.reinject.ReinjectCluster.LIMIT;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.harness.ConnectWorkerProcess;
import com.babelqueue.connect.harness.KafkaServer;
import com.babelqueue.connect.harness.PluginJar;
import com.babelqueue.connect.harness.TopicReader;
import com.babelqueue.connect.harness.WorkerSettings;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** Ten thousand parked records, three tiers, twelve partitions, and a worker that is killed. */
class ReinjectKillIT {
  private static final int RECORDS = 10_000;
  private static final int PARTITIONS = 4;
  private static final List<Long> TIERS_MS = List.of(200L, 1_000L, 10_000L);

  @Test
  void allComeBackInOrderAndNoneEarly() throws Exception {
    try (KafkaServer kafka = KafkaServer.start()) {
      kafka.createTopic("orders", 12, APPEND_TIME);
      for (int tier = 1; tier <= TIERS_MS.size(); tier++) {
        kafka.createTopic("orders.retry." + tier, PARTITIONS, APPEND_TIME);
      }
      try (ConnectWorkerProcess worker =
              ConnectWorkerProcess.start(
                  WorkerSettings.of(kafka).withPlugin(PluginJar.underTest()), "256m");
          TopicReader back = kafka.reader("orders")) {
        worker
            .rest()
            .put(
                "orders-back",
                ReinjectCluster.settings(
                    kafka,
                    "orders.retry.1,orders.retry.2,orders.retry.3",
                    "tasks.max",
                    "3",
                    "retry.tiers",
                    "10s,200ms,1s"));
        worker.rest().awaitRunning("orders-back", 3, LIMIT);
        Map<String, Long> parkedAt = park(kafka);

        back.read(RECORDS / 4, LIMIT);
        worker.kill();
        int beforeKill = back.readToEnd(LIMIT).size();
        assertThat(beforeKill).as("the kill came midway").isBetween(RECORDS / 4, RECORDS - 1);
        worker.restart();

        check(back.readUntil(all -> distinct(all) == RECORDS, LIMIT), parkedAt);
      }
    }
  }

  /** Parks records round robin; gives when the broker took each in. */
  private static Map<String, Long> park(KafkaServer kafka) throws Exception {
    Map<String, Future<RecordMetadata>> sent = new HashMap<>();
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (int i = 0; i < RECORDS; i++) {
        int tier = i % TIERS_MS.size() + 1;
        int partition = i / TIERS_MS.size() % PARTITIONS;
        String lane = tier + "-" + partition;
        String value = lane + "-" + i;
        sent.put(
            value,
            producer.send(
                new ProducerRecord<>(
                    "orders.retry." + tier,
                    partition,
                    lane.getBytes(UTF_8),
                    value.getBytes(UTF_8))));
      }
    }
    Map<String, Long> parkedAt = new HashMap<>();
    for (Map.Entry<String, Future<RecordMetadata>> record : sent.entrySet()) {
      parkedAt.put(record.getKey(), record.getValue().get(30, TimeUnit.SECONDS).timestamp());
    }
    return parkedAt;
  }

  private static int distinct(List<ConsumerRecord<byte[], byte[]>> records) {
    Set<String> values = new HashSet<>();
    records.forEach(record -> values.add(text(record.value())));
    return values.size();
  }

  private static void check(List<ConsumerRecord<byte[], byte[]>> back, Map<String, Long> parkedAt) {
    Set<String> seen = new HashSet<>();
    Map<String, Integer> last = new HashMap<>();
    for (ConsumerRecord<byte[], byte[]> record : back) {
      String value = text(record.value());
      String lane = text(record.key());
      long tier = TIERS_MS.get(lane.charAt(0) - '1');
      assertThat(record.timestamp() - parkedAt.get(value))
          .as("%s by the broker's clock", value)
          .isGreaterThanOrEqualTo(tier);
      if (seen.add(value)) {
        int number = Integer.parseInt(value.substring(lane.length() + 1));
        assertThat(number).as("order of %s", lane).isGreaterThan(last.getOrDefault(lane, -1));
        last.put(lane, number);
      }
    }
    assertThat(seen).as("none is lost").isEqualTo(parkedAt.keySet());
  }
}
