package com.babelqueue.connect.harness;

import java.nio.file.Files;
import java.nio.file.Path;

/** Finds the plugin jar that the build of the module under test has made. */
public final class PluginJar {
  /** System property that the build sets to the jar's path. */
  public static final String PROPERTY = "babelqueue.plugin.jar";

  private PluginJar() {}

  /**
   * Returns the plugin jar of the module whose integration test is running.
   *
   * @throws HarnessException when the property is not set or names no file
   */
  public static Path underTest() {
    String path = System.getProperty(PROPERTY, "");
    if (path.isBlank()) {
      throw new HarnessException(
          "system property " + PROPERTY + " is not set: run the test with mvn verify");
    }
    Path jar = Path.of(path);
    if (!Files.isRegularFile(jar)) {
      throw new HarnessException(
          "system property " + PROPERTY + " names no file: " + jar + " (not packaged yet?)");
    }
    return jar;
  }
}
