package com.babelqueue.connect.source.artemis;

import static com.babelqueue.connect.source.artemis.ArtemisBridge.LIMIT;
import static com.babelqueue.connect.source.artemis.ArtemisBridge.envelope;
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
 * No secret is in any line that the worker logs at TRACE, the client's lines included, nor in what
 * it says over REST. Secrets reach the worker through a file, as they should: whoever posts them in
 * clear finds them in the traces of the worker's own web server.
 */
@ExtendWith(ArtemisBridge.Shared.class)
class ArtemisSourceSecretsIT {
  private static final String WRONG_IN_URI = "canary-in-uri-7f3a";
  private static final String WRONG = "canary-in-password-91bc";

  private final ArtemisBridge bridge;
  private final ArtemisPeer peer;

  ArtemisSourceSecretsIT(ArtemisBridge bridge) {
    this.bridge = bridge;
    this.peer = bridge.peer();
  }

  @Test
  void secretsAreNeverLoggedNorReported(@TempDir Path directory) throws Exception {
    String at = peer.broker().host() + ":" + peer.broker().port();
    String own = peer.broker().password();
    Path secrets = directory.resolve("secrets.properties");
    Files.writeString(
        secrets,
        """
        works=failover:(amqp://bridge:%s@%s)
        wrong=amqp://bridge:%s@%s
        malformed=amqp://bridge:%s@not a host
        option=amqp://%s?transport.keyStorePassword=%s
        password=%s
        """
            .formatted(own, at, WRONG_IN_URI, at, WRONG_IN_URI, at, WRONG_IN_URI, WRONG));
    peer.createQueue("secrets");
    peer.send("secrets", List.of(envelope(1)));
    Map<String, String> wrongPassword =
        bridge.settings("secrets", "secrets", "artemis.password", secret(secrets, "password"));

    try (LogCapture capture = LogCapture.of(WRONG_IN_URI, WRONG, own)) {
      bridge.start("secrets", 1, inUri(secrets, "works"));
      assertThat(bridge.records("secrets", 1)).hasSize(1);
      assertThat(blamed(inUri(secrets, "wrong"))).containsExactly("artemis.uri");
      assertThat(blamed(inUri(secrets, "malformed"))).containsExactly("artemis.uri");
      assertThat(blamed(inUri(secrets, "option"))).containsExactly("artemis.uri");
      assertThat(blamed(wrongPassword)).containsExactly("artemis.password");
      for (Map<String, String> failing : List.of(inUri(secrets, "wrong"), wrongPassword)) {
        failing.put("validate.connection", "false");
        bridge.rest().put("secrets-failing", failing);
        assertThat(bridge.rest().awaitTaskFailed("secrets-failing", LIMIT))
            .doesNotContain(WRONG_IN_URI, WRONG);
        bridge.rest().delete("secrets-failing");
      }
      bridge.end("secrets", "secrets");

      assertThat(capture.events()).isPositive();
      assertThat(capture.lines()).isEmpty();
    }
  }

  private Map<String, String> inUri(Path secrets, String key) {
    Map<String, String> settings =
        bridge.settings("secrets", "secrets", "artemis.uri", secret(secrets, key));
    settings.keySet().removeAll(List.of("artemis.username", "artemis.password"));
    return settings;
  }

  private List<String> blamed(Map<String, String> settings) {
    List<ConfigErrors> errors = bridge.rest().validate(ArtemisPeer.CONNECTOR, settings);
    assertThat(errors.toString()).doesNotContain(WRONG_IN_URI, WRONG);
    return errors.stream().map(ConfigErrors::key).toList();
  }

  private static String secret(Path file, String key) {
    return "${file:" + file + ":" + key + "}";
  }
}
