package com.babelqueue.connect.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * One module of the build and what it may know.
 *
 * @param path as the parent POM names it, for example {@code brokers/sqs}
 * @param directory where it lies
 */
record Module(String path, Path directory) {

  private static final String KAFKA = "brokers/kafka";

  /** What both runtimes ask whether a message had its effect; may be kept in a Redis. */
  private static final String IDEMPOTENCY = "brokers/idempotency";

  private static final String REDIS = "brokers/redis";

  boolean isShipped() {
    return !path.startsWith("conformance/");
  }

  private String room() {
    return path.contains("/") ? path.substring(0, path.indexOf('/')) : path;
  }

  /** The last part of the path: a broker's name, {@code common}, {@code runtime} or {@code smt}. */
  private String leaf() {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /** The broker this module is about; empty for the rooms that know none. */
  String broker() {
    return leaf().equals("common") || leaf().equals("runtime") || !path.contains("/") ? "" : leaf();
  }

  /** The shipped modules whose classes this one may use, itself included. */
  Set<String> mayUse() {
    String broker = "brokers/" + leaf();
    return switch (room()) {
      case "smt" -> Set.of("smt");
      case "brokers" ->
          broker().isEmpty()
              ? Set.of("smt", "brokers/common")
              : path.equals(IDEMPOTENCY)
                  ? Set.of("smt", "brokers/common", REDIS, path)
                  : Set.of("smt", "brokers/common", broker);
      case "source-connectors" ->
          broker().isEmpty()
              ? Set.of("smt", "brokers/common", IDEMPOTENCY, path)
              : Set.of("smt", "brokers/common", IDEMPOTENCY, broker, room() + "/runtime", path);
      // Retries, dead letters and the way back are written to Kafka by the connector itself.
      case "sink-connectors" ->
          broker().isEmpty()
              ? Set.of("smt", "brokers/common", KAFKA, IDEMPOTENCY, path)
              : Set.of(
                  "smt", "brokers/common", KAFKA, IDEMPOTENCY, broker, room() + "/runtime", path);
      default -> throw new IllegalStateException("module " + path + " is in no known room");
    };
  }

  /** The packages that belong to this module; a trailing star stands for all below. */
  boolean owns(String packageName) {
    String root = "com.babelqueue.connect.";
    return switch (room()) {
      case "smt" ->
          Set.of(root + "config", root + "envelope", root + "transforms").contains(packageName);
      case "brokers" -> isIn(packageName, root + "broker");
      case "source-connectors" -> isIn(packageName, root + "source");
      case "sink-connectors" -> isIn(packageName, root + "sink");
      default -> throw new IllegalStateException("module " + path + " is in no known room");
    };
  }

  private boolean isIn(String packageName, String parent) {
    if (broker().isEmpty()) {
      return packageName.equals(parent);
    }
    String own = parent + "." + broker();
    return packageName.equals(own) || packageName.startsWith(own + ".");
  }

  /**
   * Where the main classes are.
   *
   * @throws IllegalStateException when the module has sources and no classes
   */
  Path classes() {
    Path classes = directory.resolve("target/classes");
    if (files(classes, ".class").isEmpty() && !mainSources().isEmpty()) {
      throw new IllegalStateException(
          "module " + path + " is not compiled: build it in the same run of Maven, or before");
    }
    return classes;
  }

  List<Path> mainSources() {
    return files(directory.resolve("src/main/java"), ".java");
  }

  /** Main and test sources. */
  List<Path> sources() {
    return files(directory.resolve("src"), ".java");
  }

  private static List<Path> files(Path folder, String ending) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(ending)).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
