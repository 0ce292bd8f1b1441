package com.babelqueue.connect.sink.pulsar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.contract.Stage;
import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.harness.ConnectRest;
import com.babelqueue.connect.harness.ConnectWorker;
import com.babelqueue.connect.harness.KafkaServer;
import com.babelqueue.connect.harness.LogCapture;
import com.babelqueue.connect.harness.PluginJar;
import com.babelqueue.connect.harness.TcpProxy;
import com.babelqueue.connect.harness.TopicWriter;
import com.babelqueue.connect.harness.WorkerSettings;
import com.babelqueue.connect.pulsarbroker.PulsarBroker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.client.api.AuthenticationFactory;
import org.apache.pulsar.client.api.Consumer;
import org.apache.pulsar.client.api.PulsarClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every logger at TRACE, in the worker, the connector and its client, and no secret in any line.
 *
 * <p>The tokens come through a config provider, since what is posted in the clear passes the
 * worker's own HTTP server and its log.
 */
class PulsarSinkSecretsIT {
  private static final String BODY = PulsarPeer.envelope(1, "CANARY-PAYLOAD");

  @TempDir private Path secrets;

  @Test
  void noSecretIsInAnyLogLine() throws Exception {
    try (PulsarBroker broker = PulsarBroker.startSecured();
        PulsarClient reader =
            PulsarClient.builder()
                .serviceUrl(broker.serviceUrl().toString())
                .authentication(AuthenticationFactory.token(broker.token()))
                .build();
        // Makes the topic.
        Consumer<byte[]> consumer =
            reader.newConsumer().topic("secrets").subscriptionName("s").subscribe();
        KafkaServer kafka = KafkaServer.start();
        ConnectWorker worker = ConnectWorker.start(settings(kafka));
        TopicWriter writer = kafka.writer();
        TcpProxy proxy =
            TcpProxy.to(broker.serviceUrl().getHost(), broker.serviceUrl().getPort())) {
      String signature = broker.token().substring(broker.token().lastIndexOf('.') + 1);
      Files.writeString(secrets.resolve("token"), broker.token());
      Files.writeString(secrets.resolve("wrong"), "CANARY.TOKEN.REFUSED");
      kafka.createTopic("secrets", 1, Map.of());
      Map<String, String> own = new HashMap<>();
      own.put("pulsar.service.url", "pulsar://127.0.0.1:" + proxy.port());
      own.put("pulsar.topic", "secrets");
      own.put("pulsar.auth.token", fromFile("token"));
      own.put("errors.tolerance", "all");
      own.put("errors.log.enable", "true");
      Map<String, String> settings = Stage.sinkSettings(PulsarPeer.CONNECTOR, "secrets", 10, own);
      ConnectRest rest = worker.rest();

      try (LogCapture log = LogCapture.of(signature, "CANARY")) {
        assertThat(rest.validate(PulsarPeer.CONNECTOR, settings)).isEmpty();
        rest.put("secrets", settings);
        for (String body : List.of("{\"CANARY-POISON\":", BODY)) {
          writer.write("secrets", null, body.getBytes(UTF_8), List.of());
        }
        assertArrived(consumer);
        long before = proxy.connections();
        proxy.dropConnections();
        writer.write("secrets", null, BODY.getBytes(UTF_8), List.of());
        Await.until("the client is back", Stage.LIMIT, () -> proxy.connections() > before);
        assertArrived(consumer);
        settings.put("pulsar.auth.token", fromFile("wrong"));
        assertThat(rest.validate(PulsarPeer.CONNECTOR, settings)).isNotEmpty();
        settings.put("validate.connection", "false");
        rest.put("failing", settings);
        assertThat(rest.awaitTaskFailed("failing", Stage.LIMIT))
            .contains("pulsar.auth.token")
            .doesNotContain("CANARY");
        rest.delete("failing");
        rest.delete("secrets");

        assertThat(log.events()).isPositive();
        assertThat(log.lines()).isEmpty();
      }
    }
  }

  private static void assertArrived(Consumer<byte[]> consumer) throws Exception {
    assertThat(consumer.receive((int) Stage.LIMIT.toSeconds(), TimeUnit.SECONDS))
        .isNotNull()
        .extracting(message -> new String(message.getData(), UTF_8))
        .isEqualTo(BODY);
  }

  private static WorkerSettings settings(KafkaServer kafka) {
    return WorkerSettings.of(kafka)
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
