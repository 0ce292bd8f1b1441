package com.babelqueue.connect.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A folder for {@code plugin.path}: each plugin jar lies alone in a folder of its own below it, so
 * the worker gives each a class loader of its own, as in a real installation.
 */
final class PluginFolder implements AutoCloseable {
  private final TempDirectory directory;

  private PluginFolder(TempDirectory directory) {
    this.directory = directory;
  }

  static PluginFolder of(List<Path> jars) {
    TempDirectory directory = TempDirectory.create("plugins");
    try {
      for (int i = 0; i < jars.size(); i++) {
        Path jar = jars.get(i);
        Path plugin = Files.createDirectory(directory.path().resolve("plugin-" + i));
        Files.copy(jar, plugin.resolve(jar.getFileName()));
      }
      return new PluginFolder(directory);
    } catch (IOException e) {
      directory.close();
      throw new UncheckedIOException("a plugin jar could not be copied", e);
    }
  }

  /** Returns the value for the worker's {@code plugin.path}. */
  Path path() {
    return directory.path();
  }

  @Override
  public void close() {
    directory.close();
  }
}
