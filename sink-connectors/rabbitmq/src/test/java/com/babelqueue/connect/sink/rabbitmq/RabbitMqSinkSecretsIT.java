package com.babelqueue.connect.sink.rabbitmq;

import static com.babelqueue.connect.sink.rabbitmq.SinkBridge.LIMIT;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.harness.ConfigErrors;
import com.babelqueue.connect.harness.LogCapture;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * No secret is in any line that the worker logs at TRACE, nor in what it says over REST. Secrets
 * reach the worker through a file, as they should: whoever posts them in clear finds them in the
 * traces of the worker's own web server.
 */
@ExtendWith(SinkBridge.Shared.class)
class RabbitMqSinkSecretsIT {
  private static final String IN_URI = "canary-in-uri-7f3a";
  private static final String IN_PASSWORD = "canary-in-password-91bc";

  private final SinkBridge bridge;

  RabbitMqSinkSecretsIT(SinkBridge bridge) {
    this.bridge = bridge;
  }

  @Test
  void secretsAreNeverLoggedNorReported(@TempDir Path directory) throws Exception {
    String at = bridge.broker().host() + ":" + bridge.broker().port();
    Path secrets = directory.resolve("secrets.properties");
    Files.writeString(
        secrets,
        "uri=amqp://guest:%s@%s\npassword=%s\nown=%s\n"
            .formatted(IN_URI, at, IN_PASSWORD, bridge.broker().password()));
    String queue = bridge.client().declare("secrets", Map.of());
    bridge.feed(queue, Orders.envelope(1).getBytes(UTF_8));
    Map<String, String> works = bridge.settings(queue);
    works.remove("rabbitmq.addresses");
    works.put("rabbitmq.uri", secret(secrets, "uri"));
    works.put("rabbitmq.password", secret(secrets, "own"));
    Map<String, String> wrongInUri = bridge.settings(queue);
    wrongInUri.keySet().removeAll(List.of("rabbitmq.addresses", "rabbitmq.password"));
    wrongInUri.put("rabbitmq.uri", secret(secrets, "uri"));
    Map<String, String> wrongPassword =
        bridge.settings(queue, "rabbitmq.password", secret(secrets, "password"));

    try (LogCapture capture = LogCapture.of(IN_URI, IN_PASSWORD)) {
      bridge.rest().put("secrets-works", works);
      assertThat(bridge.client().take(queue, 1, LIMIT)).hasSize(1);
      assertThat(blamed(wrongInUri)).containsExactly("rabbitmq.uri");
      assertThat(blamed(wrongPassword)).containsExactly("rabbitmq.password");
      for (Map<String, String> failing : List.of(wrongInUri, wrongPassword)) {
        failing.put("validate.connection", "false");
        bridge.rest().put("secrets-failing", failing);
        assertThat(bridge.rest().awaitTaskFailed("secrets-failing", LIMIT))
            .doesNotContain(IN_URI, IN_PASSWORD);
        bridge.rest().delete("secrets-failing");
      }
      bridge.rest().delete("secrets-works");

      assertThat(capture.events()).isPositive();
      assertThat(capture.lines()).isEmpty();
    }
  }

  private List<String> blamed(Map<String, String> settings) {
    List<ConfigErrors> errors = bridge.rest().validate(RabbitMqPeer.CONNECTOR, settings);
    assertThat(errors.toString()).doesNotContain(IN_URI, IN_PASSWORD);
    return errors.stream().map(ConfigErrors::key).toList();
  }

  private static String secret(Path file, String key) {
    return "${file:" + file + ":" + key + "}";
  }
}
