package com.babelqueue.connect.benchmark.bridge;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The log of another JVM's garbage collector, which tells how full its heap was before and after
 * each collection. One thread.
 */
final class HeapLog implements AutoCloseable {
  private static final Pattern COLLECTION = Pattern.compile(" (\\d+)M->(\\d+)M\\(\\d+M\\)");

  private final Path file;

  /** Lines before this one belong to a part that is over. */
  private int begin;

  private HeapLog(Path file) {
    this.file = file;
  }

  static HeapLog create() {
    try {
      return new HeapLog(Files.createTempFile("babelqueue-benchmark-", ".gc"));
    } catch (IOException e) {
      throw new UncheckedIOException("no file for a heap's log", e);
    }
  }

  /** What makes a JVM write it, over the empty file and not beside it. */
  String option() {
    return "-Xlog:gc:file=" + file + "::filecount=0";
  }

  /** Begins a part: what was logged so far no longer counts. */
  void mark() {
    begin = lines().size();
  }

  /**
   * The largest fillings since the last mark, in MiB: before a collection, which is what the heap
   * was used for, and after one, which is about what was held on to.
   *
   * @return figures by name; none where nothing was collected
   */
  Map<String, Double> figures() {
    List<String> lines = lines();
    Map<String, Double> figures = new TreeMap<>();
    for (String line : lines.subList(Math.min(begin, lines.size()), lines.size())) {
      Matcher collection = COLLECTION.matcher(line);
      if (collection.find()) {
        figures.merge("worker heap MiB, peak", Double.valueOf(collection.group(1)), Math::max);
        figures.merge(
            "worker heap MiB, after collections", Double.valueOf(collection.group(2)), Math::max);
      }
    }
    return figures;
  }

  private List<String> lines() {
    try {
      return Files.readAllLines(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("a heap's log is not readable", e);
    }
  }

  @Override
  public void close() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
