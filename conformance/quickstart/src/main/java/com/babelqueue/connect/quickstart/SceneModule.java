package com.babelqueue.connect.quickstart;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the build left for one broker: the scene's module, the connector's plugin jar and its
 * example. All are found by the broker's name, so a new broker needs no line here.
 *
 * @param broker for example {@code sqs}
 * @param folder of the scene's module
 * @param plugin the connector's plugin jar
 * @param example the connector's file in config-examples
 */
record SceneModule(String broker, Path folder, Path plugin, Path example) {
  private static final String CLASS_PATH = "target/scene.classpath";

  /**
   * Finds the scenes that a person asked for.
   *
   * @param root the repository
   * @param wanted broker names; empty for all
   */
  static List<SceneModule> find(Path root, List<String> wanted) {
    List<String> known = known(root);
    for (String name : wanted) {
      if (!known.contains(name)) {
        throw new QuickstartException(
            "quickstart.brokers names '" + name + "'; known are: " + String.join(", ", known));
      }
    }
    return (wanted.isEmpty() ? known : wanted)
        .stream().map(broker -> of(root, broker)).collect(Collectors.toUnmodifiableList());
  }

  private static List<String> known(Path root) {
    try (Stream<Path> folders = Files.list(scenes(root))) {
      return folders
          .filter(folder -> Files.isRegularFile(folder.resolve(CLASS_PATH)))
          .map(folder -> folder.getFileName().toString())
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path scenes(Path root) {
    return root.resolve("conformance").resolve("quickstart");
  }

  private static SceneModule of(Path root, String broker) {
    Path example = root.resolve("config-examples").resolve(broker + "-source.json");
    Path target = root.resolve("source-connectors").resolve(broker).resolve("target");
    return new SceneModule(broker, scenes(root).resolve(broker), plugin(broker, target), example);
  }

  private static Path plugin(String broker, Path target) {
    try (Stream<Path> files =
        Files.isDirectory(target) ? Files.list(target) : Stream.<Path>empty()) {
      return files
          .filter(file -> file.getFileName().toString().endsWith("-plugin.jar"))
          .findFirst()
          .orElseThrow(
              () -> new QuickstartException("the " + broker + " connector has no plugin jar yet"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the class path of the scene's JVM: the scene, its broker and that broker's client. */
  String classPath() {
    try {
      return folder.resolve("target/classes")
          + File.pathSeparator
          + Files.readString(folder.resolve(CLASS_PATH)).trim();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
