package com.babelqueue.connect.sink.redis;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.contract.NativeMessage;
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
import java.nio.charset.StandardCharsets;
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
class RedisSinkSecretsIT {
  private static final String BODY =
      "{\"job\":\"urn:x\",\"trace_id\":\"t\",\"data\":{\"card\":\"CANARY-PAYLOAD\"},"
          + "\"meta\":{\"id\":\"i\",\"schema_version\":1},\"attempts\":0}";

  @TempDir private Path secrets;

  @Test
  void noSecretIsInAnyLogLine() throws Exception {
    try (RedisPeer peer = RedisPeer.start();
        KafkaServer kafka = KafkaServer.start();
        ConnectWorker worker = ConnectWorker.start(settings(kafka));
        TopicWriter writer = kafka.writer();
        LogCapture log = LogCapture.of("CANARY");
        TcpProxy proxy = TcpProxy.to(peer.broker().host(), peer.broker().port())) {
      peer.run(Command.ACL, "SETUSER", "me", "on", ">CANARY-PASSWORD", "~*", "+@all");
      write("uri", "redis://me:CANARY-PASSWORD@127.0.0.1:" + proxy.port());
      write("wrong", "redis://me:CANARY-WRONG@127.0.0.1:" + proxy.port());
      write("broken", "redis://me:CANARY-BROKEN@127.0.0.1/x");
      peer.createQueue("secrets");
      kafka.createTopic("secrets", 1, Map.of());
      Map<String, String> settings =
          Stage.sinkSettings(
              peer.connectorClass(), "secrets", 10, peer.settings("secrets", peer.address()));
      settings.remove("redis.host.and.ports");
      settings.put("redis.uri", fromFile("uri"));
      settings.put("errors.tolerance", "all");
      settings.put("errors.log.enable", "true");
      ConnectRest rest = worker.rest();

      assertThat(rest.validate(peer.connectorClass(), settings)).isEmpty();
      rest.put("secrets", settings);
      for (String body : List.of("{\"CANARY-POISON\":", BODY)) {
        writer.write("secrets", null, body.getBytes(StandardCharsets.UTF_8), List.of());
      }
      assertThat(peer.take("secrets", 1, Stage.LIMIT)).hasSize(1);
      long before = proxy.connections();
      proxy.dropConnections();
      writer.write("secrets", null, BODY.getBytes(StandardCharsets.UTF_8), List.of());
      Await.until("the client is back", Stage.LIMIT, () -> proxy.connections() > before);
      List<NativeMessage> again = peer.take("secrets", 1, Stage.LIMIT);
      assertThat(again).hasSize(1);
      for (String bad : List.of("wrong", "broken")) {
        settings.put("redis.uri", fromFile(bad));
        assertThat(rest.validate(peer.connectorClass(), settings)).isNotEmpty();
      }
      settings.put("redis.uri", fromFile("wrong"));
      settings.put("validate.connection", "false");
      rest.put("failing", settings);
      assertThat(rest.awaitTaskFailed("failing", Stage.LIMIT))
          .contains("redis.uri")
          .doesNotContain("CANARY");
      rest.delete("failing");
      rest.delete("secrets");

      assertThat(log.events()).isPositive();
      assertThat(log.lines()).isEmpty();
    }
  }

  private static WorkerSettings settings(KafkaServer kafka) {
    return WorkerSettings.of(kafka)
        .withPlugin(PluginJar.underTest())
        .withProperty("config.providers", "dir")
        .withProperty(
            "config.providers.dir.class",
            "org.apache.kafka.common.config.provider.DirectoryConfigProvider");
  }

  private void write(String name, String secret) throws Exception {
    Files.writeString(secrets.resolve(name), secret);
  }

  private String fromFile(String name) {
    return "${dir:" + secrets + ":" + name + "}";
  }
}
