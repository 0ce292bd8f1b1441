package com.babelqueue.connect.sink.sqs;

import static com.babelqueue.connect.sink.sqs.SqsBridge.LIMIT;
import static com.babelqueue.connect.sink.sqs.SqsBridge.envelope;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.harness.LogCapture;
import com.babelqueue.connect.harness.TcpProxy;
import com.babelqueue.connect.harness.WorkerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every logger at TRACE, in the worker, the connector and its client, and no secret in any line.
 *
 * <p>The secrets come through a config provider. What is posted in the clear passes the worker's
 * own HTTP server, which writes requests to its log at DEBUG before any connector sees them.
 */
class SqsSinkSecretsIT {
  @TempDir private Path secrets;

  @Test
  void noSecretIsInAnyLogLine() throws IOException {
    Files.writeString(secrets.resolve("secret"), "CANARY-SECRET");
    Files.writeString(secrets.resolve("token"), "CANARY-TOKEN");
    Files.writeString(secrets.resolve("url"), "http://me:CANARY-URL@127.0.0.1:1");
    try (SqsBridge bridge = SqsBridge.start(SqsSinkSecretsIT::withProvider);
        LogCapture log = LogCapture.of("CANARY");
        TcpProxy proxy = TcpProxy.to("127.0.0.1", bridge.peer().endpoint().getPort())) {
      bridge.peer().createQueue("secrets");
      Map<String, String> settings =
          SqsBridge.settings(
              bridge.peer().connection("http://127.0.0.1:" + proxy.port()),
              SqsBridge.CONNECTOR,
              "topics",
              "secrets",
              "sqs.queue",
              "secrets",
              "sqs.secret.access.key",
              fromFile("secret"),
              "sqs.session.token",
              fromFile("token"),
              "errors.tolerance",
              "all",
              "errors.deadletterqueue.topic.name",
              "secrets.dlq",
              "errors.deadletterqueue.topic.replication.factor",
              "1");
      bridge.write("secrets", null, envelope(1, "n"));
      bridge.write("secrets", null, "poison");

      assertThat(bridge.rest().validate(SqsBridge.CONNECTOR, settings)).isEmpty();
      bridge.rest().put("secrets", settings);
      assertThat(bridge.peer().take("secrets", 1, LIMIT)).hasSize(1);
      proxy.dropConnections();
      bridge.write("secrets", null, envelope(2, "n"));
      assertThat(bridge.peer().take("secrets", 1, LIMIT)).hasSize(1);
      proxy.refuse();
      bridge.write("secrets", null, envelope(3, "n"));
      Await.until(
          "the outage is known",
          LIMIT,
          () -> bridge.rest().validate(SqsBridge.CONNECTOR, settings).size() == 1);
      settings.put("sqs.endpoint", fromFile("url"));
      assertThat(bridge.rest().validate(SqsBridge.CONNECTOR, settings)).isNotEmpty();
      settings.put("sqs.queue", fromFile("url"));
      assertThat(bridge.rest().validate(SqsBridge.CONNECTOR, settings)).isNotEmpty();
      bridge.rest().delete("secrets");

      assertThat(log.events()).isPositive();
      assertThat(log.lines()).isEmpty();
    }
  }

  private static WorkerSettings withProvider(WorkerSettings settings) {
    return settings
        .withProperty("config.providers", "dir")
        .withProperty(
            "config.providers.dir.class",
            "org.apache.kafka.common.config.provider.DirectoryConfigProvider");
  }

  private String fromFile(String name) {
    return "${dir:" + secrets + ":" + name + "}";
  }
}
