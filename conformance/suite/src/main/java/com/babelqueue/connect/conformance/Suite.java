package com.babelqueue.connect.conformance;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A suite directory that was read: its blocks, and the bytes of its files.
 *
 * <p>Groups of the manifest ({@code kafka}, {@code sqs}, ...) are opened until something is found
 * that has cases, names an envelope, or is of no known shape; that is a block, named by the path
 * that leads to it. Every JSON file in the folder {@code mesh} is a case of the block {@code mesh}.
 * So nothing in a manifest can be passed over unseen. Immutable; for any thread.
 */
public final class Suite {
  private static final String MANIFEST = "manifest.json";
  private static final String VERSION = "schema_version";
  private static final String MESH = "mesh";
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          // 1.0 and 1 differ on the wire, and 0.1 must stay 0.1.
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private final Path directory;
  private final List<Block> blocks = new ArrayList<>();

  private Suite(Path directory) {
    this.directory = directory;
  }

  /**
   * Reads the manifest of a directory.
   *
   * @throws SuiteException when there is none, or it is of another version or has no blocks
   */
  public static Suite load(Path directory) {
    Suite suite = new Suite(directory.toAbsolutePath().normalize());
    if (!(parse(suite.file(MANIFEST)) instanceof ObjectNode manifest)) {
      throw new SuiteException(MANIFEST + " is no JSON object");
    }
    JsonNode version = manifest.remove(VERSION);
    if (version == null || !version.isInt() || version.intValue() != 1) {
      throw new SuiteException(MANIFEST + ": " + VERSION + " is not 1 but " + version);
    }
    for (Map.Entry<String, JsonNode> part : manifest.properties()) {
      suite.open(part.getKey(), part.getValue());
    }
    suite.addMesh();
    if (suite.blocks.isEmpty()) {
      throw new SuiteException(MANIFEST + " has no blocks");
    }
    return suite;
  }

  /**
   * Reads JSON as the suite does: numbers keep their value and their kind.
   *
   * @throws SuiteException when it is not one JSON text, or an object has a key twice
   */
  public static JsonNode parse(byte[] json) {
    try {
      return JSON.readTree(json);
    } catch (IOException e) {
      throw new SuiteException("not JSON: " + e.getMessage(), e);
    }
  }

  private void open(String name, JsonNode value) {
    boolean leaf = !value.isObject() || value.has("cases") || value.has("envelope_file");
    if (leaf || value.valueStream().noneMatch(JsonNode::isObject)) {
      blocks.add(new Block(name, value));
      return;
    }
    value.properties().forEach(part -> open(name + "." + part.getKey(), part.getValue()));
  }

  private void addMesh() {
    Path folder = directory.resolve(MESH);
    if (!Files.isDirectory(folder)) {
      return;
    }
    ObjectNode mesh = JSON.createObjectNode();
    try (Stream<Path> files = Files.list(folder)) {
      files
          .map(file -> file.getFileName().toString())
          .filter(file -> file.endsWith(".json"))
          .sorted()
          .forEach(
              file ->
                  mesh.withArray("cases")
                      .addObject()
                      .put("name", file.substring(0, file.length() - ".json".length()))
                      .put("file", MESH + "/" + file));
    } catch (IOException e) {
      throw new SuiteException("folder " + MESH + " cannot be read", e);
    }
    if (!mesh.isEmpty()) {
      blocks.add(new Block(MESH, mesh));
    }
  }

  /** The names of all blocks, in the manifest's order. */
  public List<String> blocks() {
    return blocks.stream().map(Block::name).toList();
  }

  /**
   * The cases of one block, in the manifest's order, made anew at each call.
   *
   * @throws SuiteException when there is no such block, or it is of no known shape
   */
  public List<Case> cases(String block) {
    return blocks.stream()
        .filter(candidate -> candidate.name().equals(block))
        .findFirst()
        .orElseThrow(() -> new SuiteException("no block " + block + " in " + this))
        .cases(this);
  }

  byte[] file(String path) {
    Path file = directory.resolve(path).normalize();
    if (!file.startsWith(directory)) {
      throw new SuiteException(path + " lies outside the suite");
    }
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new SuiteException("no readable file " + path + " in " + this, e);
    }
  }

  /** The folder's name and that of its parent: enough to tell suites apart in a report. */
  @Override
  public String toString() {
    Path parent = directory.getParent();
    return (parent == null ? "" : parent.getFileName() + "/") + directory.getFileName();
  }
}
