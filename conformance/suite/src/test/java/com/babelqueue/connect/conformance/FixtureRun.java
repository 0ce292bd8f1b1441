package com.babelqueue.connect.conformance;

import com.babelqueue.connect.harness.ConnectWorker;
import com.babelqueue.connect.harness.KafkaServer;
import com.babelqueue.connect.harness.TopicReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Sends fixtures through the transforms of a worker and gives each record back by its case. */
final class FixtureRun {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final Map<String, List<ConsumerRecord<byte[], byte[]>>> arrived = new HashMap<>();

  private FixtureRun() {}

  /**
   * Runs one connector until all fixtures are in its topic or its dead-letter topic.
   *
   * @param config transforms and header converter
   */
  static FixtureRun of(
      KafkaServer kafka,
      ConnectWorker worker,
      Path directory,
      String topic,
      List<Fixture> fixtures,
      Map<String, String> config)
      throws IOException {
    Path file = directory.resolve(topic);
    Files.write(file, fixtures.stream().map(Fixture::toLine).toList());
    // The envelopes are old, and created_at becomes the timestamp.
    Map<String, String> keep = Map.of("retention.ms", "-1");
    kafka.createTopic(topic, 1, keep);
    kafka.createTopic(topic + ".dlq", 1, keep);
    Map<String, String> whole = new HashMap<>(config);
    whole.put("connector.class", FixtureSource.class.getName());
    whole.put("tasks.max", "1");
    whole.put(FixtureSource.TOPIC, topic);
    whole.put(FixtureSource.FILE, file.toString());
    worker.rest().put(topic, whole);

    FixtureRun run = new FixtureRun();
    try (TopicReader records = kafka.reader(topic);
        TopicReader dead = kafka.reader(topic + ".dlq")) {
      worker.rest().awaitRunning(topic, 1, LIMIT);
      records.readUntil(all -> all.size() + dead.readToEnd(LIMIT).size() >= fixtures.size(), LIMIT);
      run.add(records.readToEnd(LIMIT));
      run.add(dead.readToEnd(LIMIT));
    } finally {
      worker.rest().delete(topic);
    }
    return run;
  }

  private void add(List<ConsumerRecord<byte[], byte[]>> records) {
    for (ConsumerRecord<byte[], byte[]> record : records) {
      String key = new String(record.key(), StandardCharsets.UTF_8);
      arrived.computeIfAbsent(key, k -> new ArrayList<>()).add(record);
    }
  }

  /** The only record of a case. */
  ConsumerRecord<byte[], byte[]> record(Case c) {
    List<ConsumerRecord<byte[], byte[]>> records = arrived.getOrDefault(c.name(), List.of());
    if (records.size() != 1) {
      throw new AssertionError(records.size() + " records arrived for case " + c.name());
    }
    return records.get(0);
  }

  /** Packs the connector with its service file. */
  static Path pluginJar(Path directory) throws IOException {
    Path jar = directory.resolve("fixture-source.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      for (Class<?> type : List.of(FixtureSource.class, FixtureTask.class, Fixture.class)) {
        String name = type.getName().replace('.', '/') + ".class";
        out.putNextEntry(new JarEntry(name));
        try (InputStream in = type.getClassLoader().getResourceAsStream(name)) {
          in.transferTo(out);
        }
      }
      out.putNextEntry(
          new JarEntry("META-INF/services/org.apache.kafka.connect.source.SourceConnector"));
      out.write(FixtureSource.class.getName().getBytes(StandardCharsets.UTF_8));
    }
    return jar;
  }
}
