package com.babelqueue.connect.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What is read in files rather than in classes: lengths, package comments, service files. */
class SourceRulesTest {
  private static final int MOST_LINES = 320;

  /** Kinds of plugins that a worker finds by their service files. */
  private static final List<String> PLUGINS =
      List.of(
          "org.apache.kafka.connect.source.SourceConnector",
          "org.apache.kafka.connect.sink.SinkConnector",
          "org.apache.kafka.connect.transforms.Transformation",
          "org.apache.kafka.connect.transforms.predicates.Predicate",
          "org.apache.kafka.connect.storage.Converter",
          "org.apache.kafka.connect.storage.HeaderConverter");

  @Test
  void sourceFilesStayShort() throws IOException {
    List<String> tooLong = new ArrayList<>();
    for (Module module : Modules.all().modules()) {
      for (Path source : module.sources()) {
        int lines = Files.readAllLines(source).size();
        if (lines > MOST_LINES) {
          tooLong.add(module.path() + ": " + source.getFileName() + " has " + lines + " lines");
        }
      }
    }
    assertThat(tooLong).as("files of more than %s lines", MOST_LINES).isEmpty();
  }

  @Test
  void filesAreNotCalledAfterNothing() {
    List<String> empty = new ArrayList<>();
    for (Module module : Modules.all().modules()) {
      for (Path source : module.sources()) {
        if (source.toString().matches(".*(Utils?|Helpers?|Managers?|Impl)\\.java")) {
          empty.add(module.path() + ": " + source.getFileName());
        }
      }
    }
    assertThat(empty).as("names that do not say what a class is").isEmpty();
  }

  @Test
  void everyPackageSaysWhereToBegin() {
    Set<String> silent = new TreeSet<>();
    for (Module module : Modules.all().modules()) {
      for (Path source : module.mainSources()) {
        if (!Files.isRegularFile(source.resolveSibling("package-info.java"))) {
          silent.add(module.directory().relativize(source.getParent()) + " of " + module.path());
        }
      }
    }
    assertThat(silent).as("packages without package-info.java").isEmpty();
  }

  @Test
  void everyPluginIsInItsServiceFileAndNothingElseIs() throws IOException {
    for (Module module : Modules.all().shipped()) {
      for (String plugin : PLUGINS) {
        assertThat(services(module, plugin))
            .as("META-INF/services/%s of %s", plugin, module.path())
            .isEqualTo(implementations(module, plugin));
      }
    }
  }

  /** In the compiled form, since that is what is packed into the jar. */
  private static Set<String> services(Module module, String plugin) throws IOException {
    Path file = module.directory().resolve("target/classes/META-INF/services/" + plugin);
    Set<String> lines = new TreeSet<>();
    if (Files.isRegularFile(file)) {
      for (String line : Files.readAllLines(file)) {
        String name = line.replaceFirst("#.*", "").strip();
        if (!name.isEmpty()) {
          lines.add(name);
        }
      }
    }
    return lines;
  }

  private static Set<String> implementations(Module module, String plugin) {
    Set<String> names = new TreeSet<>();
    for (JavaClass type : Modules.all().shippedClasses()) {
      boolean concrete =
          !type.isInterface() && !type.getModifiers().contains(JavaModifier.ABSTRACT);
      if (concrete && module.equals(Modules.all().owner(type)) && type.isAssignableTo(plugin)) {
        names.add(type.getName());
      }
    }
    return names;
  }
}
