package com.babelqueue.connect.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.harness.ConnectWorker;
import com.babelqueue.connect.harness.KafkaServer;
import com.babelqueue.connect.harness.PluginJar;
import com.babelqueue.connect.harness.TopicReader;
import com.babelqueue.connect.harness.TopicWriter;
import com.babelqueue.connect.harness.WorkerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every example of a transform chain that users copy, posted to a worker: records go in, and what
 * comes out is compared byte for byte. All that differs from the file is the connector, since no
 * broker runs here, and the directory of the schemas; {@code TransformExamplesTest} checks the
 * settings of the connector in the file.
 */
class TransformExamplesIT {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String DEAD_LETTERS = "errors.deadletterqueue.topic.name";

  @TempDir static Path directory;

  private static KafkaServer kafka;
  private static ConnectWorker worker;

  @BeforeAll
  static void start() throws IOException {
    kafka = KafkaServer.start();
    worker =
        ConnectWorker.start(
            WorkerSettings.of(kafka)
                .withPlugin(PluginJar.underTest(), FixtureRun.pluginJar(directory)));
  }

  @AfterAll
  static void stop() {
    if (worker != null) {
      worker.close();
    }
    if (kafka != null) {
      kafka.close();
    }
  }

  @TestFactory
  Stream<DynamicTest> examples() {
    return ChainExample.all().stream()
        .map(
            example ->
                dynamicTest(example.file(), () -> run(example, ChainCases.of(example.file()))));
  }

  private static void run(ChainExample example, ChainCase chain) throws IOException {
    long since = System.currentTimeMillis();
    Map<String, String> config = example.here();
    if (example.isSink()) {
      config.put("connector.class", FixtureSink.class.getName());
      fill(config, chain.given());
    } else {
      config.put("connector.class", FixtureSource.class.getName());
      config.put(FixtureSource.TOPIC, example.sourceTopic());
      config.put(FixtureSource.FILE, file(example, chain.given()).toString());
      config.put(FixtureSource.HEADER_TYPE, "bytes");
    }
    worker.rest().put(example.name(), config);
    try {
      worker.rest().awaitRunning(example.name(), 1, LIMIT);
      assertOutput(example, chain, since);
    } finally {
      worker.rest().delete(example.name());
    }
  }

  /** Puts the records of a sink into their topics before it starts. */
  private static void fill(Map<String, String> config, List<ChainInput> given) {
    Set<String> topics = new TreeSet<>();
    given.forEach(input -> topics.add(input.topic()));
    if (config.containsKey(DEAD_LETTERS)) {
      topics.add(config.get(DEAD_LETTERS));
    }
    topics.forEach(topic -> kafka.createTopic(topic, 1, Map.of()));
    try (TopicWriter writer = kafka.writer()) {
      for (ChainInput input : given) {
        writer.write(
            input.topic(),
            null,
            Fixture.utf8(input.value()),
            input.headers().entrySet().stream()
                .map(h -> TopicWriter.header(h.getKey(), Fixture.utf8(h.getValue())))
                .toList());
      }
    }
  }

  private static Path file(ChainExample example, List<ChainInput> given) throws IOException {
    List<String> lines = new ArrayList<>();
    for (ChainInput input : given) {
      assertThat(input.topic()).isEqualTo(example.sourceTopic());
      Fixture fixture = new Fixture("record-" + lines.size(), input.value(), List.of());
      for (Map.Entry<String, String> header : input.headers().entrySet()) {
        fixture = fixture.with(header.getKey(), Fixture.Kind.TEXT, header.getValue());
      }
      lines.add(fixture.toLine());
    }
    return Files.write(directory.resolve(example.file()), lines);
  }

  private static void assertOutput(ChainExample example, ChainCase chain, long since) {
    Map<String, List<ChainOutput>> expected = new LinkedHashMap<>();
    for (ChainOutput output : chain.expected()) {
      expected.computeIfAbsent(output.topic(), topic -> new ArrayList<>()).add(output);
    }
    String deadLetters = example.config().getOrDefault(DEAD_LETTERS, "");
    Map<String, List<ChainOutput>> actual = new LinkedHashMap<>();
    if (example.isSink()) {
      int delivered =
          expected.entrySet().stream()
              .filter(topic -> !topic.getKey().equals(deadLetters))
              .mapToInt(topic -> topic.getValue().size())
              .sum();
      received(example.name(), delivered)
          .forEach(o -> actual.computeIfAbsent(o.topic(), t -> new ArrayList<>()).add(o));
    }
    expected.forEach(
        (topic, outputs) -> {
          if (!example.isSink() || topic.equals(deadLetters)) {
            actual.put(topic, inTopic(topic, outputs.size()));
          }
        });
    expected.replaceAll((topic, outputs) -> dated(outputs, actual.get(topic), since));
    assertThat(actual).isEqualTo(expected);
  }

  private static List<ChainOutput> received(String connector, int count) {
    Await.until(
        count + " records of " + connector + " are there",
        LIMIT,
        () -> FixtureSinkTask.received(connector).size() >= count);
    return FixtureSinkTask.received(connector).stream().map(ChainOutput::of).toList();
  }

  private static List<ChainOutput> inTopic(String topic, int count) {
    try (TopicReader reader = kafka.reader(topic)) {
      reader.read(count, LIMIT);
      return reader.readToEnd(LIMIT).stream().map(ChainOutput::of).toList();
    }
  }

  private static List<ChainOutput> dated(
      List<ChainOutput> expected, List<ChainOutput> actual, long since) {
    List<ChainOutput> dated = new ArrayList<>();
    for (int i = 0; i < expected.size(); i++) {
      boolean there = actual != null && i < actual.size();
      dated.add(there ? expected.get(i).datedAs(actual.get(i), since) : expected.get(i));
    }
    return dated;
  }
}
