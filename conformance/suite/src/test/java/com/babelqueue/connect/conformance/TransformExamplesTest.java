package com.babelqueue.connect.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.connect.transforms.Transformation;
import org.apache.kafka.connect.transforms.predicates.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The examples of transform chains beside their chains, for which the integration test puts another
 * connector in: every connector is there, and has only settings that it knows.
 */
class TransformExamplesTest {
  private static final Path ROOT = Path.of(System.getProperty("babelqueue.root"));

  /** Connectors that come with Kafka, and their settings that the examples use. */
  private static final List<String> STOCK =
      List.of(
          "org.apache.kafka.connect.file.FileStreamSinkConnector: file",
          "org.apache.kafka.connect.mirror.MirrorSourceConnector: topics source.cluster.alias"
              + " source.cluster.bootstrap.servers target.cluster.alias"
              + " target.cluster.bootstrap.servers");

  private static final Pattern OURS =
      Pattern.compile("com\\.babelqueue\\.connect\\.(source|sink)\\.([a-z]+)\\.(\\w+)");

  /** What Connect itself reads. */
  private static final Pattern CONNECT =
      Pattern.compile(
          "connector\\.class|tasks\\.max|(key|value|header)\\.converter"
              + "|(errors|transforms|predicates)(\\..+)?");

  private static final Set<String> SINK = Set.of("topics", "topics.regex");

  @ParameterizedTest
  @MethodSource("examples")
  void theConnectorKnowsTheSettings(ChainExample example) throws IOException {
    List<String> settings = new ArrayList<>(example.config().keySet());
    settings.removeIf(key -> CONNECT.matcher(key).matches());
    if (example.isSink()) {
      settings.removeAll(SINK);
    }
    assertThat(known(example.connectorClass())).containsAll(settings);
  }

  private static List<String> known(String connector) throws IOException {
    Matcher ours = OURS.matcher(connector);
    if (!ours.matches()) {
      return STOCK.stream()
          .filter(line -> line.startsWith(connector + ": "))
          .map(line -> List.of(line.substring(connector.length() + 2).split(" ")))
          .findFirst()
          .orElseThrow(() -> new AssertionError("no worker has " + connector));
    }
    Path module = ROOT.resolve(ours.group(1) + "-connectors").resolve(ours.group(2));
    assertThat(module.resolve("src/main/java").resolve(connector.replace('.', '/') + ".java"))
        .exists();
    List<String> known = new ArrayList<>();
    for (String line : Files.readAllLines(module.resolve("docs/settings.md"))) {
      if (line.startsWith("### `")) {
        known.add(line.substring("### `".length(), line.length() - 1));
      }
    }
    return known;
  }

  static List<ChainExample> examples() {
    return ChainExample.all();
  }

  @Test
  void everyTransformAndPredicateIsInAnExample() {
    List<String> used = new ArrayList<>();
    for (ChainExample example : ChainExample.all()) {
      example
          .config()
          .forEach(
              (key, value) -> {
                if (key.endsWith(".type")) {
                  used.add(value);
                }
              });
    }
    List<String> all = new ArrayList<>(services(Transformation.class));
    all.addAll(services(Predicate.class));
    assertThat(all).hasSizeGreaterThan(10);
    assertThat(used).containsAll(all);
  }

  private static <T> List<String> services(Class<T> type) {
    return ServiceLoader.load(type).stream()
        .map(provider -> provider.type().getName())
        .filter(name -> name.startsWith(WorkerCases.TRANSFORMS))
        .toList();
  }
}
