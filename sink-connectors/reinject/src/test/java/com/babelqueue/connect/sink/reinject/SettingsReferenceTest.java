package com.babelqueue.connect.sink.reinject;

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
          + ReinjectSinkConnector.class.getName()
          + "` carries the records of retry topics back to their work topic, and dead letters when"
          + " asked to. How, and what an operator should know, is in [reinject.md](reinject.md).";

  @Test
  void theReferenceIsUpToDate() throws IOException {
    Path file =
        Path.of(
            System.getProperty("babelqueue.root"),
            "sink-connectors",
            "reinject",
            "docs",
            "settings.md");
    String current =
        SettingsReference.markdown(
            "Settings of re-injection and redrive", OVERVIEW, ReinjectConfig.CONFIG_DEF);
    if (Boolean.getBoolean("babelqueue.docs.update")) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, current);
    }

    assertThat(file).content().isEqualTo(current);
  }
}
