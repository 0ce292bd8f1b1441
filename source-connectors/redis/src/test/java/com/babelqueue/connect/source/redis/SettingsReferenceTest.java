package com.babelqueue.connect.source.redis;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.config.SettingsReference;
import java.io.IOException;
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
    String current =
        SettingsReference.markdown(
            "Settings of the Redis source", OVERVIEW, RedisSourceConfig.CONFIG_DEF);
    assertThat(SettingsReference.isPublished(Path.of("docs", "settings.md"), current))
        .as("docs/settings.md is stale; run the tests with -Dbabelqueue.docs.write=true")
        .isTrue();
  }
}
