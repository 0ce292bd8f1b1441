package com.babelqueue.connect.source.redis;

import static com.babelqueue.connect.source.redis.RedisBridge.envelope;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.harness.LogCapture;
import com.babelqueue.connect.harness.TcpProxy;
import com.babelqueue.connect.harness.WorkerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Protocol.Command;

/**
 * Every logger at TRACE, in the worker, the connector and its client, and no secret in any line.
 *
 * <p>The secrets come through a config provider. What is posted in the clear passes the worker's
 * own HTTP server, which writes requests to its log at DEBUG before any connector sees them.
 */
class RedisSourceSecretsIT {
  @TempDir private Path secrets;

  @Test
  void noSecretIsInAnyLogLine() throws IOException {
    try (RedisBridge bridge = RedisBridge.start(RedisSourceSecretsIT::withProvider);
        LogCapture log = LogCapture.of("CANARY");
        TcpProxy proxy =
            TcpProxy.to(bridge.peer().broker().host(), bridge.peer().broker().port())) {
      bridge.peer().run(Command.ACL, "SETUSER", "me", "on", ">CANARY-PASSWORD", "~*", "+@all");
      Files.writeString(
          secrets.resolve("uri"), "redis://me:CANARY-PASSWORD@127.0.0.1:" + proxy.port());
      Files.writeString(
          secrets.resolve("wrong"), "redis://me:CANARY-WRONG@127.0.0.1:" + proxy.port());
      Files.writeString(secrets.resolve("broken"), "redis://me:CANARY-BROKEN@127.0.0.1/x");
      bridge.peer().send("secrets", List.of(envelope(1), "poison"));
      Map<String, String> settings =
          RedisBridge.settings(bridge.peer(), "secrets", "secrets", "redis.uri", fromFile("uri"));
      settings.remove("redis.host.and.ports");
      String type = bridge.peer().connectorClass();

      assertThat(bridge.rest().validate(type, settings)).isEmpty();
      bridge.rest().put("secrets", settings);
      bridge.records("secrets", 1);
      bridge.records("secrets.dlq", 1);
      bridge.awaitEmpty("secrets");
      long before = proxy.connections();
      proxy.dropConnections();
      Await.until("the client is back", RedisBridge.LIMIT, () -> proxy.connections() > before);
      for (String bad : List.of("wrong", "broken")) {
        settings.put("redis.uri", fromFile(bad));
        assertThat(bridge.rest().validate(type, settings)).isNotEmpty();
      }
      settings.put("redis.uri", fromFile("wrong"));
      settings.put("validate.connection", "false");
      bridge.rest().put("failing", settings);
      assertThat(bridge.rest().awaitTaskFailed("failing", RedisBridge.LIMIT))
          .contains("redis.uri")
          .doesNotContain("CANARY");
      bridge.rest().delete("failing");
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
