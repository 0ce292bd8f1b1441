package com.babelqueue.connect.source.pulsar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.harness.BrokerChoice;
import com.babelqueue.connect.harness.ConfigErrors;
import com.babelqueue.connect.harness.ConnectWorker;
import com.babelqueue.connect.harness.KafkaServer;
import com.babelqueue.connect.harness.LogCapture;
import com.babelqueue.connect.harness.PluginJar;
import com.babelqueue.connect.harness.WorkerSettings;
import com.babelqueue.connect.pulsarbroker.PulsarBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.pulsar.client.api.AuthenticationFactory;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A broker that asks for tokens; every logger at TRACE, in the worker, the connector and its
 * client, and no token in any line. The tokens come through a config provider, since what is posted
 * in the clear passes the worker's own HTTP server and its log.
 */
class PulsarSourceSecretsIT {
  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final String REFUSED = "CANARY.TOKEN.REFUSED";

  @TempDir private Path secrets;

  @Test
  void aTokenLetsInAndIsInNoLogLine() throws Exception {
    try (PulsarBroker broker = PulsarBroker.startWithTokens();
        KafkaServer kafka = KafkaServer.start();
        ConnectWorker worker = ConnectWorker.start(withProvider(WorkerSettings.of(kafka)))) {
      BrokerChoice.announce("pulsar", broker.describe());
      Files.writeString(secrets.resolve("token"), broker.token());
      Files.writeString(secrets.resolve("refused"), REFUSED);
      send(broker, "secrets", "not json");
      String signature = broker.token().substring(broker.token().lastIndexOf('.') + 1);
      try (LogCapture log = LogCapture.of(signature, "CANARY")) {
        Map<String, String> settings = settings(broker);

        settings.put("pulsar.auth.token", fromFile("refused"));
        List<ConfigErrors> errors = worker.rest().validate(PulsarPeer.CONNECTOR, settings);
        assertThat(errors)
            .singleElement()
            .extracting(ConfigErrors::key)
            .isEqualTo("pulsar.auth.token");
        assertThat(errors.get(0).errors()).noneMatch(message -> message.contains("CANARY"));

        settings.put("pulsar.auth.token", fromFile("token"));
        assertThat(worker.rest().validate(PulsarPeer.CONNECTOR, settings)).isEmpty();
        worker.rest().put("secrets", settings);
        kafka.createTopic("secrets.dlq", 1, Map.of());
        assertThat(kafka.reader("secrets.dlq").read(1, LIMIT)).hasSize(1);
        worker.rest().delete("secrets");

        assertThat(log.events()).isPositive();
        assertThat(log.lines()).isEmpty();
      }
    }
  }

  private static void send(PulsarBroker broker, String topic, String body) throws IOException {
    try (PulsarClient client =
            PulsarClient.builder()
                .serviceUrl(broker.serviceUrl().toString())
                .authentication(AuthenticationFactory.token(broker.token()))
                .build();
        Producer<byte[]> producer = client.newProducer().topic(topic).create()) {
      producer.send(body.getBytes(UTF_8));
    }
  }

  private static Map<String, String> settings(PulsarBroker broker) {
    Map<String, String> settings = new HashMap<>();
    settings.put("name", "secrets");
    settings.put("connector.class", PulsarPeer.CONNECTOR);
    settings.put("tasks.max", "1");
    settings.put("pulsar.service.url", broker.serviceUrl().toString());
    settings.put("pulsar.topics", "secrets");
    settings.put("kafka.topic", "secrets");
    for (String converter : List.of("key", "value", "header")) {
      settings.put(
          converter + ".converter", "org.apache.kafka.connect.converters.ByteArrayConverter");
    }
    return settings;
  }

  private static WorkerSettings withProvider(WorkerSettings settings) {
    return settings
        .withPlugin(PluginJar.underTest())
        .withProperty("config.providers", "dir")
        .withProperty(
            "config.providers.dir.class",
            "org.apache.kafka.common.config.provider.DirectoryConfigProvider");
  }

  private String fromFile(String name) {
    return "${dir:" + secrets + ":" + name + "}";
  }
}
