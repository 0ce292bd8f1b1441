package com.babelqueue.connect.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** This project's suite says the same as the public one, in its own words. */
class PublicSuiteValuesTest {
  /** Keys whose text explains something and fixes nothing. */
  private static final Set<String> WORDING =
      Set.of("reason", "title", "what", "payloadIs", "keyRecoveredFrom");

  @TestFactory
  Stream<DynamicTest> everyFile() throws IOException {
    if (!SuiteDirectories.hasPublicSuite()) {
      return Stream.of(
          dynamicTest(
              "the public suite is not here", () -> Assumptions.abort("nothing to compare with")));
    }
    Set<String> files = filesIn(SuiteDirectories.own());
    assertThat(files).containsExactlyElementsOf(filesIn(SuiteDirectories.publicSuite()));
    return files.stream().flatMap(PublicSuiteValuesTest::comparison);
  }

  /** The manifest is compared part by part, so that a difference is named. */
  private static Stream<DynamicTest> comparison(String file) {
    if (!file.equals("manifest.json")) {
      return Stream.of(dynamicTest(file, () -> assertSame(file, ours(file), theirs(file))));
    }
    Set<String> parts = new TreeSet<>();
    ours(file).fieldNames().forEachRemaining(parts::add);
    theirs(file).fieldNames().forEachRemaining(parts::add);
    return parts.stream()
        .map(
            part ->
                dynamicTest(
                    file + " / " + part,
                    () -> assertSame(part, ours(file).path(part), theirs(file).path(part))));
  }

  private static void assertSame(String what, JsonNode ours, JsonNode theirs) {
    assertThat(JsonValues.same(ours, theirs))
        .as("%s: %s has the values of %s", what, ours, theirs)
        .isTrue();
  }

  private static JsonNode ours(String file) {
    return read(SuiteDirectories.own().resolve(file));
  }

  private static JsonNode theirs(String file) {
    return read(SuiteDirectories.publicSuite().resolve(file));
  }

  private static JsonNode read(Path file) {
    try {
      JsonNode json = Suite.parse(Files.readAllBytes(file));
      return file.getParent().endsWith("fixtures") ? json : withoutWording(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Blanks explaining texts; a reason inside what a case expects is a value, and stays. */
  private static JsonNode withoutWording(JsonNode node) {
    if (node instanceof ObjectNode object) {
      for (String key : WORDING) {
        boolean explains = !key.equals("reason") || object.has("valid");
        if (explains && object.path(key).isTextual()) {
          object.put(key, "");
        }
      }
    }
    node.forEach(PublicSuiteValuesTest::withoutWording);
    return node;
  }

  private static Set<String> filesIn(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> directory.relativize(file).toString())
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }
}
