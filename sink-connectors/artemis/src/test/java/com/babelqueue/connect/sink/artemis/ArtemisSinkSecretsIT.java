package com.babelqueue.connect.sink.artemis;

import static com.babelqueue.connect.sink.artemis.ArtemisBridge.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.harness.ConfigErrors;
import com.babelqueue.connect.harness.LogCapture;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * No secret is in any line that the worker logs at TRACE, the client's lines included, nor in what
 * it says over REST. Secrets reach the worker through a file, as they should: whoever posts them in
 * clear finds them in the traces of the worker's own web server.
 */
class ArtemisSinkSecretsIT {
  private static final String WRONG_IN_URI = "canary-in-uri-7f3a";
  private static final String WRONG = "canary-in-password-91bc";

  @Test
  void secretsAreNeverLoggedNorReported(@TempDir Path directory) throws Exception {
    try (ArtemisBridge bridge = ArtemisBridge.start()) {
      ArtemisPeer peer = bridge.peer();
      String at = peer.broker().host() + ":" + peer.broker().port();
      String own = peer.broker().password();
      Path secrets = directory.resolve("secrets.properties");
      Files.writeString(
          secrets,
          """
          works=failover:(amqp://bridge:%s@%s)
          wrong=amqp://bridge:%s@%s
          malformed=amqp://bridge:%s@not a host
          password=%s
          """
              .formatted(own, at, WRONG_IN_URI, at, WRONG_IN_URI, WRONG));
      peer.createQueue("secrets");
      bridge.createTopic("secrets");
      bridge.write("secrets", Messages.envelope(1));
      Map<String, String> wrongPassword =
          bridge.settings("secrets", "artemis.password", secret(secrets, "password"));

      try (LogCapture capture = LogCapture.of(WRONG_IN_URI, WRONG, own)) {
        bridge.rest().put("secrets", inUri(bridge, secrets, "works"));
        assertThat(peer.take("secrets", 1, LIMIT)).hasSize(1);
        assertThat(blamed(bridge, inUri(bridge, secrets, "wrong"))).containsExactly("artemis.uri");
        assertThat(blamed(bridge, inUri(bridge, secrets, "malformed")))
            .containsExactly("artemis.uri");
        assertThat(blamed(bridge, wrongPassword)).containsExactly("artemis.password");
        wrongPassword.put("validate.connection", "false");
        bridge.rest().put("secrets-failing", wrongPassword);
        assertThat(bridge.rest().awaitTaskFailed("secrets-failing", LIMIT))
            .contains("artemis.password:")
            .doesNotContain(WRONG);
        bridge.rest().delete("secrets-failing");
        bridge.rest().delete("secrets");

        assertThat(capture.events()).isPositive();
        assertThat(capture.lines()).isEmpty();
      }
    }
  }

  private static Map<String, String> inUri(ArtemisBridge bridge, Path secrets, String key) {
    Map<String, String> settings = bridge.settings("secrets", "artemis.uri", secret(secrets, key));
    settings.keySet().removeAll(List.of("artemis.username", "artemis.password"));
    return settings;
  }

  private static List<String> blamed(ArtemisBridge bridge, Map<String, String> settings) {
    List<ConfigErrors> errors = bridge.rest().validate(ArtemisPeer.CONNECTOR, settings);
    assertThat(errors.toString()).doesNotContain(WRONG_IN_URI, WRONG);
    return errors.stream().map(ConfigErrors::key).toList();
  }

  private static String secret(Path file, String key) {
    return "${file:" + file + ":" + key + "}";
  }
}
