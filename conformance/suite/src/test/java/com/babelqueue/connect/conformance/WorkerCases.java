package com.babelqueue.connect.conformance;

import com.babelqueue.connect.harness.ConnectWorker;
import com.babelqueue.connect.harness.KafkaServer;
import com.babelqueue.connect.harness.TopicReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Sends the cases of a suite through transforms in a worker: one connector for all cases of a
 * block, which later cases find done. For the test's one thread.
 */
final class WorkerCases {
  static final Duration LIMIT = Duration.ofMinutes(2);

  static final String TRANSFORMS = "com.babelqueue.connect.transforms.";

  private static final String PREDICATES = "predicates";

  // Envelopes and events are old, and their time becomes the timestamp.
  private static final Map<String, String> KEEP = Map.of("retention.ms", "-1");

  private final KafkaServer kafka;
  private final ConnectWorker worker;
  private final Path directory;
  private final Map<String, FixtureRun> done = new HashMap<>();
  private final Set<String> topics = new HashSet<>();
  private int runs;

  /**
   * @param directory for the files that connectors read
   */
  WorkerCases(KafkaServer kafka, ConnectWorker worker, Path directory) {
    this.kafka = kafka;
    this.worker = worker;
    this.directory = directory;
  }

  /** Where a block may keep files of its own. */
  Path directory() {
    return directory;
  }

  /**
   * One transform.
   *
   * @param type its short name
   * @param settings keys and values; a key that begins with predicates is the connector's
   */
  static Map<String, String> transform(String type, String... settings) {
    Map<String, String> transform = new HashMap<>();
    transform.put("type", TRANSFORMS + type);
    for (int i = 0; i < settings.length; i += 2) {
      transform.put(settings[i], settings[i + 1]);
    }
    return transform;
  }

  /** The record of one case, of which the whole block was sent at once. */
  ConsumerRecord<byte[], byte[]> record(
      Suite suite,
      Case c,
      HeaderForm form,
      List<Map<String, String>> chain,
      Function<Case, Fixture> fixture)
      throws IOException {
    String id = suite + c.block() + form + chain;
    FixtureRun run = done.get(id);
    if (run == null) {
      List<Fixture> fixtures = new ArrayList<>();
      for (Case each : suite.cases(c.block())) {
        fixtures.add(fixture.apply(each));
      }
      run = run(form, chain, fixtures);
      done.put(id, run);
    }
    return run.record(c.name());
  }

  /**
   * Runs one connector until all fixtures are in its topic, its dead-letter topic or one of the
   * others.
   */
  FixtureRun run(
      HeaderForm form, List<Map<String, String>> chain, List<Fixture> fixtures, String... others)
      throws IOException {
    String name = "fixtures-" + runs++;
    FixtureRun run = new FixtureRun(name);
    Path file = directory.resolve(name);
    Files.write(file, fixtures.stream().map(run::keyed).map(Fixture::toLine).toList());
    List<String> all = new ArrayList<>(List.of(name, name + ".dlq"));
    all.addAll(List.of(others));
    for (String topic : all) {
      if (topics.add(topic)) {
        kafka.createTopic(topic, 1, KEEP);
      }
    }
    worker.rest().put(name, config(name, file, form, chain));
    List<TopicReader> readers = new ArrayList<>();
    try {
      all.forEach(topic -> readers.add(kafka.reader(topic)));
      worker.rest().awaitRunning(name, 1, LIMIT);
      TopicReader first = readers.get(0);
      List<TopicReader> rest = readers.subList(1, readers.size());
      first.readUntil(
          own -> {
            List<List<ConsumerRecord<byte[], byte[]>>> met = new ArrayList<>(List.of(own));
            rest.forEach(reader -> met.add(reader.readToEnd(LIMIT)));
            return run.count(met) >= fixtures.size();
          },
          LIMIT);
      readers.forEach(run::add);
    } finally {
      readers.forEach(TopicReader::close);
      worker.rest().delete(name);
    }
    return run;
  }

  private static Map<String, String> config(
      String name, Path file, HeaderForm form, List<Map<String, String>> chain) {
    Map<String, String> config = new HashMap<>();
    config.put("connector.class", FixtureSource.class.getName());
    config.put("tasks.max", "1");
    config.put(FixtureSource.TOPIC, name);
    config.put(FixtureSource.FILE, file.toString());
    config.put(FixtureSource.HEADER_TYPE, form.type());
    config.put("header.converter", "org.apache.kafka.connect." + form.converter());
    List<String> names = new ArrayList<>();
    for (Map<String, String> transform : chain) {
      String alias = "t" + names.size();
      names.add(alias);
      transform.forEach(
          (key, value) ->
              config.put(
                  key.startsWith(PREDICATES) ? key : "transforms." + alias + "." + key, value));
    }
    config.put("transforms", String.join(",", names));
    return config;
  }
}
