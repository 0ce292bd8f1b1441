package com.babelqueue.connect.quickstart;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What the build left for one broker: the scene's module, the connector's plugin jar and its
 * example. All are found by the broker's name, so a new broker needs no line here.
 *
 * @param broker for example {@code sqs}
 * @param folder of the scene's module
 * @param plugin the source connector's plugin jar
 * @param sinkPlugin the sink connector's plugin jar
 * @param example the source connector's file in config-examples
 * @param sinkExample the sink connector's file in config-examples
 */
record SceneModule(
    String broker, Path folder, Path plugin, Path sinkPlugin, Path example, Path sinkExample) {
  private static final String REINJECT = "reinject";

  private static final String CLASS_PATH = "target/scene.classpath";

  /**
   * Finds the scenes that a person asked for.
   *
   * @param root the repository
   * @param wanted broker names; empty for all
   * @param own a person's own connector: the broker it is for comes too
   */
  static List<SceneModule> find(Path root, List<String> wanted, Optional<ConnectorFile> own) {
    List<String> known = known(root);
    for (String name : wanted) {
      if (!known.contains(name)) {
        throw new QuickstartException(
            "quickstart.brokers names '" + name + "'; known are: " + String.join(", ", known));
      }
    }
    Set<String> brokers = new LinkedHashSet<>(wanted.isEmpty() ? known : wanted);
    own.ifPresent(
        file ->
            known.stream()
                .filter(
                    broker -> file.isOfClassOf(ConnectorFile.read(example(root, "source", broker))))
                .forEach(brokers::add));
    return brokers.stream().map(broker -> of(root, broker)).toList();
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
    return new SceneModule(
        broker,
        scenes(root).resolve(broker),
        plugin(root, "source", broker),
        plugin(root, "sink", broker),
        example(root, "source", broker),
        example(root, "sink", broker));
  }

  /** Returns the plugin jar of the connector that brings records back to their topics. */
  static Path reinjectPlugin(Path root) {
    return plugin(root, "sink", REINJECT);
  }

  private static Path example(Path root, String direction, String broker) {
    return root.resolve("config-examples").resolve(broker + "-" + direction + ".json");
  }

  private static Path plugin(Path root, String direction, String broker) {
    Path target = root.resolve(direction + "-connectors").resolve(broker).resolve("target");
    try (Stream<Path> files =
        Files.isDirectory(target) ? Files.list(target) : Stream.<Path>empty()) {
      return files
          .filter(file -> file.getFileName().toString().endsWith("-plugin.jar"))
          .findFirst()
          .orElseThrow(
              () ->
                  new QuickstartException(
                      "the " + broker + " " + direction + " connector has no plugin jar yet"));
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
