package com.babelqueue.connect.sink.redis;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.config.SettingsReference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * The reference that a user reads is the definition that the worker checks. Run with {@code
 * -Dbabelqueue.docs.update=true} it is written anew.
 */
class SettingsReferenceTest {
  private static final String OVERVIEW =
      "`"
          + RedisSinkConnector.class.getName()
          + "` brings the records of Kafka topics into Redis lists. What it writes, what a user needs to be allowed,"
          + " and what it refuses is in [redis.md](redis.md).";

  @Test
  void theReferenceIsUpToDate() throws IOException {
    Path file =
        Path.of(
            System.getProperty("babelqueue.root"),
            "sink-connectors",
            "redis",
            "docs",
            "settings.md");
    String current =
        SettingsReference.markdown(
            "Settings of the Redis sink", OVERVIEW, RedisSinkConfig.CONFIG_DEF);
    if (Boolean.getBoolean("babelqueue.docs.update")) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, current);
    }

    assertThat(file).content().isEqualTo(current);
  }
}
