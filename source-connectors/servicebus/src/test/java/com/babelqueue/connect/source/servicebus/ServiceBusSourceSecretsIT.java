package com.babelqueue.connect.source.servicebus;

import static com.babelqueue.connect.source.servicebus.ServiceBusBridge.LIMIT;
import static com.babelqueue.connect.source.servicebus.ServiceBusBridge.envelope;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.emulator.servicebus.ServiceBusEmulator;
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
class ServiceBusSourceSecretsIT {
  @TempDir private Path secrets;

  @Test
  void noSecretIsInAnyLogLine() throws IOException {
    try (ServiceBusBridge bridge = ServiceBusBridge.start(ServiceBusSourceSecretsIT::withProvider);
        LogCapture log = LogCapture.of("CANARY");
        TcpProxy proxy = TcpProxy.to("127.0.0.1", bridge.peer().emulator().port())) {
      bridge.peer().createQueue("secrets");
      bridge.peer().send("secrets", envelope(1));
      bridge.peer().send("secrets", "poison");
      write("good", proxy.port(), ServiceBusEmulator.KEY_NAME);
      write("refused", proxy.port(), "stranger");
      Files.writeString(secrets.resolve("broken"), "Endpoint=;SharedAccessKey=CANARY-BROKEN");
      Map<String, String> settings =
          bridge.settings("secrets", "secrets", "servicebus.connection.string", fromFile("good"));

      assertThat(bridge.rest().validate(ServiceBusBridge.CONNECTOR, settings)).isEmpty();
      bridge.rest().put("secrets", settings);
      bridge.records("secrets", 1);
      bridge.records("secrets.dlq", 1);
      bridge.awaitEmpty("secrets");
      long before = proxy.connections();
      proxy.dropConnections();
      Await.until("the client is back", LIMIT, () -> proxy.connections() > before);
      for (String file : new String[] {"refused", "broken"}) {
        settings.put("servicebus.connection.string", fromFile(file));
        assertThat(bridge.rest().validate(ServiceBusBridge.CONNECTOR, settings)).isNotEmpty();
      }
      bridge.rest().delete("secrets");

      assertThat(log.events()).isPositive();
      assertThat(log.lines()).isEmpty();
    }
  }

  private void write(String file, int port, String keyName) throws IOException {
    Files.writeString(
        secrets.resolve(file), ServiceBusEmulator.connectionString(port, keyName, "CANARY-KEY"));
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
