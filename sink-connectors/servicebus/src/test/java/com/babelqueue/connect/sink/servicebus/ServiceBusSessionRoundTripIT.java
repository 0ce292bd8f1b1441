package com.babelqueue.connect.sink.servicebus;

import static com.babelqueue.connect.harness.RecordText.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.contract.Stage;
import com.babelqueue.connect.harness.PluginJar;
import com.babelqueue.connect.harness.TopicReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

/** Keys become sessions, and sessions keys again, each with its order. */
class ServiceBusSessionRoundTripIT {
  private static final int RECORDS = 300;
  private static final int KEYS = 7;
  private static final String QUEUE = "sessions";
  private static final String OUT = "sessions-out";
  private static final String BACK = "sessions-back";

  @Test
  void keysAndTheirOrderComeBack() throws Exception {
    ContractPeer peer = new ContractPeer(ServiceBusPeer.start(), false);
    try (peer;
        Stage stage =
            Stage.start(PluginJar.underTest(), PluginJar.of("source-connectors/servicebus"))) {
      peer.bus().createSessionQueue(QUEUE);
      stage.createTopic(OUT);
      stage.createTopic(BACK);
      Map<String, List<String>> sent = new TreeMap<>();
      List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
      for (int i = 0; i < RECORDS; i++) {
        String key = "customer-" + i % KEYS;
        records.add(Stage.record(OUT, key.getBytes(UTF_8), Orders.envelope(i), Map.of()));
        sent.computeIfAbsent(key, any -> new ArrayList<>()).add(Orders.envelope(i));
      }
      stage.feed(records);

      Map<String, String> sink = new HashMap<>(peer.settings(QUEUE, peer.address()));
      sink.put("servicebus.session.id", "${key}");
      stage.rest().put(OUT, Stage.sinkSettings(peer.connectorClass(), OUT, RECORDS, sink));
      Map<String, String> source =
          Stage.settings(peer.sourceClass(), new HashMap<>(peer.sourceSettings(QUEUE)));
      source.put("servicebus.sessions.enabled", "true");
      source.put("kafka.topic", BACK);
      source.put("kafka.key", "group");
      stage.rest().put(BACK, source);

      Map<String, List<String>> back = new TreeMap<>();
      try (TopicReader reader = stage.kafka().reader(BACK)) {
        for (ConsumerRecord<byte[], byte[]> record : reader.read(RECORDS, ServiceBusPeer.LIMIT)) {
          back.computeIfAbsent(text(record.key()), any -> new ArrayList<>())
              .add(text(record.value()));
        }
      }
      assertThat(back).isEqualTo(sent);
    }
  }
}
