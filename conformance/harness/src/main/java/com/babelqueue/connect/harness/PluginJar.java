package com.babelqueue.connect.harness;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Finds the plugin jar that the build of the module under test has made. */
public final class PluginJar {
  /** System property that the build sets to the jar's path. */
  public static final String PROPERTY = "babelqueue.plugin.jar";

  private static final String ROOT = "babelqueue.root";

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

  /**
   * Returns the plugin jar of another module of this build, for tests that need two connectors.
   *
   * @param module the module's folder, such as {@code source-connectors/sqs}
   * @throws HarnessException when the build has not made exactly one
   */
  public static Path of(String module) {
    Path target = Path.of(System.getProperty(ROOT, "")).resolve(module).resolve("target");
    List<Path> jars = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(target, "*-plugin.jar")) {
      found.forEach(jars::add);
    } catch (IOException e) {
      throw new HarnessException("no plugin jar in " + target + ": run with mvn -am verify", e);
    }
    if (jars.size() != 1) {
      throw new HarnessException("one plugin jar expected in " + target + ", found " + jars.size());
    }
    return jars.get(0);
  }
}
