package com.babelqueue.connect.source.artemis;

import static com.babelqueue.connect.source.artemis.ArtemisBridge.envelope;
import static com.babelqueue.connect.source.artemis.ArtemisBridge.header;
import static com.babelqueue.connect.source.artemis.ArtemisBridge.headers;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.harness.ConfigErrors;
import com.babelqueue.connect.harness.TlsEndpoint;
import jakarta.jms.BytesMessage;
import jakarta.jms.MapMessage;
import jakarta.jms.TextMessage;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Messages of a real broker through the plugin jar in a real worker into a real topic. */
@ExtendWith(ArtemisBridge.Shared.class)
class ArtemisSourceIT {
  private final ArtemisBridge bridge;
  private final ArtemisPeer peer;

  ArtemisSourceIT(ArtemisBridge bridge) {
    this.bridge = bridge;
    this.peer = bridge.peer();
  }

  @Test
  void aMessageCrossesAsTheContractSays() throws Exception {
    TextMessage message = peer.session().createTextMessage(envelope(7));
    message.setJMSType("urn:babel:orders:created");
    message.setJMSCorrelationID("6f1c2a52-9f0e-4d27-8a51-000000000007");
    message.setStringProperty("bq_schema_version", "1");
    message.setStringProperty("bq_source_lang", "php");
    message.setStringProperty("bq_attempts", "0");
    message.setStringProperty("bq_app_id", "babelqueue");
    message.setStringProperty("bq_replay_bypass", "1");
    message.setStringProperty("traceparent", "00-1-2-01");
    message.setStringProperty("tenant", "0123");
    message.setIntProperty("rank", 5);
    message.setStringProperty("blank", " ");
    message.setStringProperty("JMSXGroupID", "customer-7");
    bridge.connect("crossing", "kafka.key", "group", "headers.metadata", "true");
    peer.send("crossing", message);

    ConsumerRecord<byte[], byte[]> record = bridge.records("crossing", 1).get(0);

    assertThat(record.value()).isEqualTo(message.getText().getBytes(UTF_8));
    assertThat(record.key()).asString(UTF_8).isEqualTo("customer-7");
    assertThat(headers(record))
        .startsWith(
            "bq-job=urn:babel:orders:created",
            "bq-trace-id=6f1c2a52-9f0e-4d27-8a51-000000000007",
            "bq-message-id=0b54b1f2-0000-4000-8000-000000000007",
            "bq-schema-version=1",
            "bq-source-lang=php",
            "bq-attempts=0",
            "bq-replay-bypass=1",
            "rank=5",
            "tenant=0123",
            "traceparent=00-1-2-01",
            "artemis.message.id=" + message.getJMSMessageID())
        .contains("artemis.type=urn:babel:orders:created", "artemis.group.id=customer-7")
        .noneMatch(header -> header.startsWith("bq_") || header.startsWith("blank"));
    bridge.end("crossing", "crossing");
  }

  @Test
  void attemptsAreTheBrokersCountWhereItIsHigher() throws Exception {
    peer.createQueue("attempts");
    peer.send("attempts", List.of(envelope(1, 0), envelope(2, 1)));
    // Each failure puts the first message back to its place, so that only it is delivered again.
    peer.deliverInVain("attempts", 3);
    bridge.start("attempts", 1, bridge.settings("attempts", "attempts"));

    List<ConsumerRecord<byte[], byte[]>> records = bridge.records("attempts", 2);

    assertThat(records)
        .extracting(record -> header(record, "bq-attempts"))
        .containsExactly("3", "1");
    assertThat(records.get(0).value()).asString(UTF_8).endsWith("\"attempts\":0}");
    bridge.end("attempts", "attempts");
  }

  @Test
  void theGateTakesTextAndIntegralOne() throws Exception {
    bridge.connect("gated");
    Object[] versions = {"1", 1, (byte) 1, 1L, " ", "2", "01", 2, 1.0, true};
    for (int i = 0; i < versions.length; i++) {
      TextMessage message = peer.session().createTextMessage(envelope(i));
      message.setObjectProperty("bq_schema_version", versions[i]);
      peer.send("gated", message);
    }

    assertThat(bridge.records("gated", 5))
        .extracting(ArtemisBridge::number)
        .containsExactly(0, 1, 2, 3, 4);
    List<ConsumerRecord<byte[], byte[]>> refused = bridge.records("gated.dlq", 5);
    assertThat(refused).extracting(ArtemisBridge::number).containsExactly(5, 6, 7, 8, 9);
    assertThat(refused)
        .extracting(record -> header(record, "bq-error-reason"))
        .containsOnly("schema_version_gate");
    assertThat(refused)
        .extracting(record -> header(record, "bq_schema_version"))
        .containsExactly("2", "01", "2", "1.0", "true");
    bridge.end("gated", "gated");
  }

  @Test
  void bytesAreABodyAndOtherTypesArePoison() throws Exception {
    bridge.connect("types");
    BytesMessage bytes = peer.session().createBytesMessage();
    bytes.writeBytes(envelope(1).getBytes(UTF_8));
    MapMessage map = peer.session().createMapMessage();
    map.setString("job", "urn:x");
    peer.send("types", peer.session().createObjectMessage(envelope(2)));
    peer.send("types", map);
    peer.send("types", peer.session().createMessage());
    peer.send("types", bytes);

    assertThat(bridge.records("types", 1)).extracting(ArtemisBridge::number).containsExactly(1);
    List<ConsumerRecord<byte[], byte[]>> dead = bridge.records("types.dlq", 3);
    assertThat(dead.get(0).value()).startsWith(0xac, 0xed);
    assertThat(dead.get(1).value()).startsWith(0, 0x53, 0x77).contains("urn:x".getBytes(UTF_8));
    assertThat(dead.get(2).value()).isEmpty();
    bridge.end("types", "types");
  }

  @Test
  void poisonGoesToTheBrokersOwnDeadLetterQueueWhenAskedTo() throws Exception {
    long before = peer.unsettled("DLQ");
    bridge.connect("rejected", "poison.policy", "reject");
    peer.send("rejected", List.of("{", envelope(1)));

    assertThat(bridge.records("rejected", 1)).hasSize(1);
    Await.until("it is dead", ArtemisBridge.LIMIT, () -> peer.unsettled("DLQ") == before + 1);
    assertThat(peer.take("DLQ", 1, ArtemisBridge.LIMIT)).containsExactly("{");
    bridge.end("rejected", "rejected");
  }

  @Test
  void severalQueuesAreReadBySeveralTasksEachInOrder() throws Exception {
    String[] queues = {"several-a", "several-b", "several-c"};
    for (String queue : queues) {
      peer.createQueue(queue);
      peer.send(queue, IntStream.range(0, 300).mapToObj(ArtemisBridge::envelope).toList());
    }
    bridge.start(
        "several",
        2,
        bridge.settings(
            String.join(",", queues),
            "into-${queue}",
            "tasks.max",
            "2",
            "max.in.flight.messages",
            "50"));

    for (String queue : queues) {
      assertThat(bridge.records("into-" + queue, 300))
          .extracting(ArtemisBridge::number)
          .containsExactlyElementsOf(IntStream.range(0, 300).boxed().toList());
      assertThat(peer.broker().consumers(queue)).isEqualTo(1);
    }
    bridge.end("several", queues);
  }

  @Test
  void tlsIsTrustedByItsStoreOnly() throws Exception {
    TlsEndpoint tls = peer.broker().tls().orElseThrow();
    peer.createQueue("tls");
    peer.send("tls", List.of(envelope(1)));
    Map<String, String> settings =
        bridge.settings(
            "tls", "tls", "artemis.uri", "amqps://" + peer.broker().host() + ":" + tls.port());

    assertThat(bridge.rest().validate(ArtemisPeer.CONNECTOR, settings))
        .extracting(ConfigErrors::key)
        .containsExactly("artemis.ssl.truststore.location");

    settings.put("artemis.ssl.truststore.location", tls.trustStore().toString());
    settings.put("artemis.ssl.truststore.password", tls.trustStorePassword());
    bridge.start("tls", 1, settings);
    assertThat(bridge.records("tls", 1)).hasSize(1);
    bridge.end("tls", "tls");
  }
}
