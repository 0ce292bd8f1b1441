package com.babelqueue.connect.source.redis;

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
          + RedisSourceConnector.class.getName()
          + "` brings the messages of Redis lists into Kafka topics. How it treats lists, what a user needs to be"
          + " allowed, and what it does not read is in [redis.md](redis.md).";

  @Test
  void theReferenceIsUpToDate() throws IOException {
    Path file =
        Path.of(
            System.getProperty("babelqueue.root"),
            "source-connectors",
            "redis",
            "docs",
            "settings.md");
    String current =
        SettingsReference.markdown(
            "Settings of the Redis source", OVERVIEW, RedisSourceConfig.CONFIG_DEF);
    if (Boolean.getBoolean("babelqueue.docs.update")) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, current);
    }

    assertThat(file).content().isEqualTo(current);
  }
}
