package com.babelqueue.connect.source.pulsar;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.harness.ConfigErrors;
import com.babelqueue.connect.harness.ConnectWorker;
import com.babelqueue.connect.harness.KafkaServer;
import com.babelqueue.connect.harness.PluginJar;
import com.babelqueue.connect.harness.WorkerSettings;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The JSON that the README shows, and wrong settings, as an operator meets them on a worker. */
class PulsarSourceErrorsIT {
  private static final Duration LIMIT = Duration.ofSeconds(90);

  private static PulsarPeer peer;
  private static KafkaServer kafka;
  private static ConnectWorker worker;

  @BeforeAll
  static void start() throws Exception {
    peer = PulsarPeer.start();
    peer.createQueue("exists");
    kafka = KafkaServer.start();
    worker = ConnectWorker.start(WorkerSettings.of(kafka).withPlugin(PluginJar.underTest()));
  }

  @AfterAll
  static void stop() {
    worker.close();
    kafka.close();
    peer.close();
  }

  @Test
  void theExampleValidatesAndRuns() throws Exception {
    Map<String, String> config = example();
    assertThat(config).containsEntry("pulsar.topics", "orders");
    config.putAll(peer.settings("orders", peer.address()));
    peer.createQueue("orders");
    peer.send("orders", List.of(envelope()));

    assertThat(worker.rest().validate(PulsarPeer.CONNECTOR, config)).isEmpty();
    worker.rest().put("orders-from-pulsar", config);

    ConsumerRecord<byte[], byte[]> record = kafka.reader("orders").read(1, LIMIT).get(0);
    assertThat(record.value()).asString().isEqualTo(envelope());
    worker.rest().delete("orders-from-pulsar");
  }

  @ParameterizedTest
  @CsvSource({
    "pulsar.topic,              x,                      pulsar.topic,             pulsar.topics",
    "pulsar.topics,             missing,                pulsar.topics,            missing",
    "pulsar.topics,             non-persistent://a/b/c, pulsar.topics,            persistent",
    "pulsar.topics.pattern,     x.*,                    pulsar.topics.pattern,    Only one",
    "pulsar.topics.pattern,     '(',                    pulsar.topics.pattern,    expression",
    "pulsar.service.url,        pulsar://127.0.0.1:1,   pulsar.service.url,       answer",
    "pulsar.service.url,        127.0.0.1,              pulsar.service.url,       pulsar://",
    "pulsar.subscription.type,  some,                   pulsar.subscription.type, shared",
    "max.in.flight.messages,    50000,                  max.in.flight.messages,   unacked",
    "pulsar.consumer.nameless,  x,                      pulsar.consumer.nameless, none of",
    "pulsar.consumer.priorityLevel, x,                  pulsar.consumer.priorityLevel, value",
    "value.converter, org.apache.kafka.connect.storage.StringConverter, value.converter, ByteArray"
  })
  void validationNamesTheKeyAtFault(String key, String value, String fault, String word)
      throws IOException {
    Map<String, String> config = example();
    config.put("name", "validated");
    config.putAll(peer.settings("exists", peer.address()));
    config.put(key, value);

    List<ConfigErrors> errors = worker.rest().validate(PulsarPeer.CONNECTOR, config);

    assertThat(errors).singleElement().extracting(ConfigErrors::key).isEqualTo(fault);
    assertThat(errors.get(0).errors()).anyMatch(message -> message.contains(word));
  }

  @Test
  void aTopicThatIsMissingWhenTheTaskStartsFailsItWithTheKey() throws IOException {
    Map<String, String> config = example();
    config.putAll(peer.settings("missing", peer.address()));
    config.put("validate.connection", "false");
    worker.rest().put("missing", config);

    assertThat(worker.rest().awaitTaskFailed("missing", LIMIT))
        .contains("pulsar.topics")
        .contains("topic missing");
    worker.rest().delete("missing");
  }

  private static Map<String, String> example() throws IOException {
    JsonNode example =
        new ObjectMapper()
            .readTree(
                Path.of(System.getProperty("babelqueue.root"), "config-examples")
                    .resolve("pulsar-source.json")
                    .toFile());
    Map<String, String> config = new HashMap<>();
    example
        .get("config")
        .properties()
        .forEach(entry -> config.put(entry.getKey(), entry.getValue().textValue()));
    return config;
  }

  private static String envelope() {
    return "{\"job\":\"urn:babel:orders:created\",\"trace_id\":\"t\",\"data\":{},\"meta\":{\"id\":\"m\","
        + "\"schema_version\":1},\"attempts\":0}";
  }
}
