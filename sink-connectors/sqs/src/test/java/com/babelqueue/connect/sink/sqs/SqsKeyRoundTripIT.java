package com.babelqueue.connect.sink.sqs;

import static com.babelqueue.connect.harness.RecordText.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.harness.PluginJar;
import com.babelqueue.connect.harness.TopicReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

/**
 * Through a FIFO queue with the key as message group: keys come back, and each key's records in
 * their order.
 */
class SqsKeyRoundTripIT {
  private static final int RECORDS = 300;
  private static final int KEYS = 7;
  private static final String QUEUE = "keyed.fifo";

  @Test
  void keysAndTheirOrderComeBack() {
    try (SqsBridge bridge =
        SqsBridge.start(worker -> worker.withPlugin(PluginJar.of("source-connectors/sqs")))) {
      bridge.peer().createQueue(QUEUE);
      Map<String, List<String>> sent = new TreeMap<>();
      for (int i = 0; i < RECORDS; i++) {
        String key = "customer-" + i % KEYS;
        String body = SqsBridge.envelope(i, "ğ");
        bridge.write("out", key, body);
        sent.computeIfAbsent(key, any -> new ArrayList<>()).add(body);
      }
      Map<String, String> connection =
          bridge.peer().connection(bridge.peer().endpoint().toString());

      bridge
          .rest()
          .put(
              "sink",
              SqsBridge.settings(
                  connection,
                  SqsBridge.CONNECTOR,
                  "topics",
                  "out",
                  "sqs.queue",
                  QUEUE,
                  "sqs.message.group.id",
                  "${key}"));
      bridge
          .rest()
          .put(
              "source",
              SqsBridge.settings(
                  connection,
                  "com.babelqueue.connect.source.sqs.SqsSourceConnector",
                  "sqs.queues",
                  QUEUE,
                  "kafka.topic",
                  "back",
                  "kafka.key",
                  "group"));

      Map<String, List<String>> back = new TreeMap<>();
      try (TopicReader reader = bridge.kafka().reader("back")) {
        for (ConsumerRecord<byte[], byte[]> record : reader.read(RECORDS, SqsBridge.LIMIT)) {
          back.computeIfAbsent(text(record.key()), any -> new ArrayList<>())
              .add(text(record.value()));
        }
      }
      assertThat(back).isEqualTo(sent);
    }
  }
}
