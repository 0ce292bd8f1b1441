package com.babelqueue.connect.conformance.report;

import com.babelqueue.connect.conformance.CaseResult;
import com.babelqueue.connect.conformance.ResultFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds what the modules' tests kept below a root, and leaves out what a later run replaced. */
final class ResultCollector {
  private static final String BUILD = "target";

  private ResultCollector() {}

  /** The results of all modules, each case as the newest run of its module at its level left it. */
  static List<CaseResult> collect(Path root) {
    List<CaseResult> all = new ArrayList<>();
    for (Path file : files(root)) {
      all.addAll(ResultFile.read(file));
    }
    return newest(all);
  }

  static List<CaseResult> newest(List<CaseResult> results) {
    Map<List<Object>, Long> runs = new HashMap<>();
    results.forEach(result -> runs.merge(place(result), result.run(), Math::max));
    return results.stream().filter(result -> runs.get(place(result)) == result.run()).toList();
  }

  private static List<Object> place(CaseResult result) {
    return List.of(result.module(), result.level(), result.suite(), result.block(), result.name());
  }

  private static List<Path> files(Path root) {
    List<Path> files = new ArrayList<>();
    try {
      Files.walkFileTree(
          root,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
              String name = folder.getFileName().toString();
              Path parent = folder.getParent();
              boolean inBuild = parent != null && parent.endsWith(BUILD);
              boolean skip =
                  (name.startsWith(".") && !folder.equals(root))
                      || name.equals("src")
                      || (inBuild && !name.equals(ResultFile.FOLDER));
              return skip ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              boolean kept = file.getParent().endsWith(Path.of(BUILD, ResultFile.FOLDER));
              if (kept && file.toString().endsWith(ResultFile.SUFFIX)) {
                files.add(file);
              }
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException("the results below " + root + " cannot be found", e);
    }
    files.sort(null);
    return files;
  }
}
