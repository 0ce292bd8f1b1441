package com.babelqueue.connect.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("sets a system property")
class TempDirectoryTest {
  private static final String PROPERTY = "java.io.tmpdir";

  private final String before = System.getProperty(PROPERTY);

  @AfterEach
  void restore() {
    System.setProperty(PROPERTY, before);
  }

  @Test
  void isInTheFolderThatIsNamedWhenItIsMade(@TempDir Path folder) {
    TempDirectory.create("first").close();
    System.setProperty(PROPERTY, folder.toString());
    try (TempDirectory directory = TempDirectory.create("second")) {
      assertThat(directory.path()).hasParent(folder);
    }
  }
}
