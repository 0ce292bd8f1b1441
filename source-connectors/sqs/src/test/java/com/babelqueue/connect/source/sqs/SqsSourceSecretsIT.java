package com.babelqueue.connect.source.sqs;

import static com.babelqueue.connect.source.sqs.SqsBridge.LIMIT;
import static com.babelqueue.connect.source.sqs.SqsBridge.envelope;
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
class SqsSourceSecretsIT {
  @TempDir private Path secrets;

  @Test
  void noSecretIsInAnyLogLine() throws IOException {
    Files.writeString(secrets.resolve("secret"), "CANARY-SECRET");
    Files.writeString(secrets.resolve("token"), "CANARY-TOKEN");
    Files.writeString(secrets.resolve("url"), "http://me:CANARY-URL@127.0.0.1:1");
    try (SqsBridge bridge = SqsBridge.start(SqsSourceSecretsIT::withProvider);
        LogCapture log = LogCapture.of("CANARY");
        TcpProxy proxy = TcpProxy.to("127.0.0.1", bridge.peer().endpoint().getPort())) {
      String url = bridge.peer().createQueue("secrets", 600);
      bridge.peer().send(url, envelope(1));
      bridge.peer().send(url, "poison");
      Map<String, String> settings =
          SqsBridge.settings(
              bridge.peer(),
              "secrets",
              "secrets",
              "sqs.endpoint",
              "http://127.0.0.1:" + proxy.port(),
              "sqs.secret.access.key",
              fromFile("secret"),
              "sqs.session.token",
              fromFile("token"));

      assertThat(bridge.rest().validate(SqsBridge.CONNECTOR, settings)).isEmpty();
      bridge.rest().put("secrets", settings);
      bridge.records("secrets", 1);
      bridge.records("secrets.dlq", 1);
      Await.until("the queue is empty", LIMIT, () -> bridge.peer().depth(url) == 0);
      long before = proxy.connections();
      proxy.dropConnections();
      Await.until("the client is back", LIMIT, () -> proxy.connections() > before);
      settings.put("sqs.endpoint", fromFile("url"));
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
