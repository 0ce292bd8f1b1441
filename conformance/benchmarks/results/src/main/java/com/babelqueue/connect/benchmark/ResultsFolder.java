package com.babelqueue.connect.benchmark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The folder that holds what the benchmarks found: {@code benchmarks.json} with every figure, a
 * table and a plot per chapter. A run replaces its own chapter and leaves the others. For one
 * thread.
 */
public final class ResultsFolder {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
          .build();

  private final Path folder;

  /**
   * @param folder created when it is missing
   */
  public ResultsFolder(Path folder) {
    this.folder = folder;
  }

  /**
   * Writes a chapter anew and renders all of them.
   *
   * @param chapter its name, also that of the plot's file
   * @param command what reproduces it
   * @param results in the order to show them in
   * @return the files that were written
   */
  public List<Path> write(String chapter, String command, List<Result> results) {
    try {
      Files.createDirectories(folder);
      ObjectNode all = read();
      ObjectNode written = JSON.createObjectNode();
      written.put("command", command);
      written.set("machine", JSON.valueToTree(machine()));
      ArrayNode rows = written.putArray("results");
      results.forEach(result -> rows.add(node(result)));
      all.set(chapter, written);
      List<Path> files = new ArrayList<>();
      files.add(put("benchmarks.json", JSON.writeValueAsString(all) + "\n"));
      files.add(put("benchmarks.md", new MarkdownTables(all).toString()));
      files.add(put(chapter + ".svg", new BarPlot(chapter, results).toString()));
      return files;
    } catch (IOException e) {
      throw new UncheckedIOException("results cannot be written to " + folder, e);
    }
  }

  private ObjectNode read() throws IOException {
    Path file = folder.resolve("benchmarks.json");
    return Files.exists(file)
        ? (ObjectNode) JSON.readTree(Files.readAllBytes(file))
        : JSON.createObjectNode();
  }

  private Path put(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private static JsonNode node(Result result) {
    ObjectNode node = JSON.createObjectNode();
    node.put("subject", result.subject());
    node.put("condition", result.condition());
    node.put("reference", result.reference());
    node.put("unit", result.unit());
    node.put("value", rounded(result.value()));
    node.put("referenceValue", rounded(result.referenceValue()));
    node.put("ratio", rounded(result.ratio()));
    if (result.bound() != null) {
      node.put("bound", result.bound().toString());
      node.put("met", result.met());
    }
    if (!result.more().isEmpty()) {
      ObjectNode more = node.putObject("more");
      new TreeMap<>(result.more()).forEach((name, value) -> more.put(name, rounded(value)));
    }
    return node;
  }

  /** Three decimals are more than a noisy machine can tell apart. */
  private static double rounded(double value) {
    return Math.round(value * 1_000) / 1_000.0;
  }

  private static Map<String, Object> machine() {
    return Map.of(
        "cores", Runtime.getRuntime().availableProcessors(),
        "java", Runtime.version().toString(),
        "os", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
  }
}
