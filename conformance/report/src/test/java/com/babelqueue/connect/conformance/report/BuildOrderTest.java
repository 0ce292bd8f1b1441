package com.babelqueue.connect.conformance.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.conformance.SuiteDirectories;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Modules may be built side by side, so the report must name every module that it waits for. */
class BuildOrderTest {
  private static final Path ROOT = Path.of(System.getProperty(SuiteDirectories.ROOT_PROPERTY));
  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
  private static final Pattern ARTIFACT = Pattern.compile("<artifactId>([^<]+)</artifactId>");
  private static final Pattern RUNS_CASES =
      Pattern.compile("\\b(SuiteTests|SourceConformance|SinkConformance)\\b");

  @Test
  void waitsForEveryModuleThatRunsCases() throws IOException {
    List<String> waitedFor =
        ARTIFACT
            .matcher(Files.readString(ROOT.resolve("conformance/report/pom.xml")))
            .results()
            .map(found -> found.group(1))
            .toList();
    List<String> running =
        MODULE
            .matcher(Files.readString(ROOT.resolve("pom.xml")))
            .results()
            .map(found -> ROOT.resolve(found.group(1)))
            .filter(BuildOrderTest::runsCases)
            .map(BuildOrderTest::artifact)
            .toList();

    assertThat(running).hasSizeGreaterThan(10);
    assertThat(waitedFor).containsAll(running);
  }

  private static boolean runsCases(Path module) {
    Path tests = module.resolve("src/test/java");
    if (!Files.isDirectory(tests)) {
      return false;
    }
    try (Stream<Path> files = Files.walk(tests)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .anyMatch(file -> RUNS_CASES.matcher(text(file)).find());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String artifact(Path module) {
    // The first is the parent's.
    return ARTIFACT
        .matcher(text(module.resolve("pom.xml")))
        .results()
        .skip(1)
        .map(MatchResult::group)
        .findFirst()
        .map(element -> element.replaceAll("<[^>]+>", ""))
        .orElseThrow();
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
