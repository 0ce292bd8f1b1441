package com.babelqueue.connect.sink.servicebus;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.emulator.servicebus.ServiceBusEmulator;
import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.harness.LogCapture;
import com.babelqueue.connect.harness.TcpProxy;
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
class ServiceBusSinkSecretsIT {
  @TempDir private Path secrets;

  @Test
  void noSecretIsInAnyLogLine() throws IOException {
    try (ServiceBusBridge bridge = ServiceBusBridge.start();
        LogCapture log = LogCapture.of("CANARY");
        TcpProxy proxy = TcpProxy.to("127.0.0.1", bridge.peer().emulator().port())) {
      bridge.peer().createQueue("secrets");
      bridge.createTopic("secrets");
      bridge.write("secrets", Orders.envelope(1));
      bridge.write("secrets", "poison");
      write("good", proxy.port(), ServiceBusEmulator.KEY_NAME);
      write("refused", proxy.port(), "stranger");
      Files.writeString(secrets.resolve("broken"), "Endpoint=;SharedAccessKey=CANARY-BROKEN");
      Map<String, String> settings =
          bridge.settings(
              "secrets",
              "servicebus.connection.string",
              fromFile("good"),
              "errors.tolerance",
              "all",
              "errors.deadletterqueue.topic.name",
              "secrets.dlq",
              "errors.deadletterqueue.topic.replication.factor",
              "1");

      assertThat(bridge.rest().validate(ServiceBusBridge.CONNECTOR, settings)).isEmpty();
      bridge.rest().put("secrets", settings);
      awaitReady(bridge, 1);
      long before = proxy.connections();
      proxy.dropConnections();
      bridge.write("secrets", Orders.envelope(2));
      Await.until("the client is back", ServiceBusBridge.LIMIT, () -> proxy.connections() > before);
      awaitReady(bridge, 2);
      for (String file : new String[] {"refused", "broken"}) {
        settings.put("servicebus.connection.string", fromFile(file));
        assertThat(bridge.rest().validate(ServiceBusBridge.CONNECTOR, settings)).isNotEmpty();
      }
      bridge.rest().delete("secrets");

      assertThat(log.events()).isPositive();
      assertThat(log.lines()).isEmpty();
    }
  }

  private static void awaitReady(ServiceBusBridge bridge, int least) {
    Await.until(
        "queue secrets holds " + least,
        ServiceBusBridge.LIMIT,
        () -> bridge.peer().emulator().ready("secrets") >= least);
  }

  private void write(String file, int port, String keyName) throws IOException {
    Files.writeString(
        secrets.resolve(file), ServiceBusEmulator.connectionString(port, keyName, "CANARY-KEY"));
  }

  private String fromFile(String name) {
    return "${dir:" + secrets + ":" + name + "}";
  }
}
