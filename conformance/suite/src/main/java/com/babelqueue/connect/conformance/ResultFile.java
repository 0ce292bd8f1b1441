package com.babelqueue.connect.conformance;

import com.babelqueue.connect.conformance.CaseResult.Level;
import com.babelqueue.connect.conformance.CaseResult.Outcome;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps what came of the cases of one module, a JSON object a line, for the report over all modules
 * ({@code conformance/report}). Lines are only ever appended, so several test classes and several
 * runs may share the file. For any thread.
 */
public final class ResultFile {
  /** Folder below a module's build directory. */
  public static final String FOLDER = "conformance";

  /** How the files' names end. */
  public static final String SUFFIX = ".jsonl";

  /** System property with another folder than {@code target/conformance} of the running module. */
  static final String FOLDER_PROPERTY = "babelqueue.conformance.results";

  /** System property that the build gives integration tests alone. */
  private static final String PLUGIN_JAR = "babelqueue.plugin.jar";

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final long RUN = ManagementFactory.getRuntimeMXBean().getStartTime();
  private static final int LONGEST_REASON = 300;

  private final Path file;
  private final Level level;
  private final String module;

  ResultFile(Path folder, Level level, String module) {
    this.file = folder.resolve(level.text() + SUFFIX);
    this.level = level;
    this.module = module;
  }

  /** The file of the module whose tests run in this JVM. */
  static ResultFile ofRunningModule() {
    Path here = Path.of("").toAbsolutePath();
    String root = System.getProperty(SuiteDirectories.ROOT_PROPERTY, "");
    Path top = root.isBlank() ? here.getParent() : Path.of(root).toAbsolutePath().normalize();
    String folder = System.getProperty(FOLDER_PROPERTY, "target/" + FOLDER);
    Level level = System.getProperty(PLUGIN_JAR) == null ? Level.UNIT : Level.CLUSTER;
    return new ResultFile(
        here.resolve(folder), level, top.relativize(here).toString().replace('\\', '/'));
  }

  /** Appends one line; a result that cannot be kept fails the test, or the report would lie. */
  synchronized void add(String suite, String block, String name, Outcome outcome, String reason) {
    CaseResult result =
        new CaseResult(suite, block, name, level, module, RUN, outcome, shortened(reason));
    try {
      Files.createDirectories(file.getParent());
      Files.write(
          file,
          (JSON.writeValueAsString(result) + "\n").getBytes(StandardCharsets.UTF_8),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException("the outcome of a case cannot be kept in " + file, e);
    }
  }

  /** The first line, without what JUnit puts before it. */
  private static String shortened(String reason) {
    String line = reason == null ? "" : reason.lines().findFirst().orElse("").strip();
    line = line.replaceFirst("^Assumption failed: ", "");
    return line.length() <= LONGEST_REASON ? line : line.substring(0, LONGEST_REASON) + " …";
  }

  /**
   * Reads a file of results.
   *
   * @throws SuiteException when a line is no result
   * @throws UncheckedIOException when the file cannot be read
   */
  public static List<CaseResult> read(Path file) {
    List<CaseResult> results = new ArrayList<>();
    try {
      for (String line : Files.readAllLines(file)) {
        results.add(JSON.readValue(line, CaseResult.class));
      }
    } catch (com.fasterxml.jackson.core.JacksonException e) {
      throw new SuiteException(file + ": line " + (results.size() + 1) + " is no result", e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return results;
  }
}
