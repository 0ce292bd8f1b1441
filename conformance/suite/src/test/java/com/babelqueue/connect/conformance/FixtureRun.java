package com.babelqueue.connect.conformance;

import com.babelqueue.connect.harness.TopicReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What arrived of the fixtures of one connector, by the key of each. */
final class FixtureRun {
  private final String name;
  private final Map<String, List<ConsumerRecord<byte[], byte[]>>> arrived = new HashMap<>();

  /**
   * @param name of the connector; its records' keys begin with it, since runs may share a topic
   */
  FixtureRun(String name) {
    this.name = name;
  }

  /** The fixture with the key that it has in this run. */
  Fixture keyed(Fixture fixture) {
    return new Fixture(prefix() + fixture.key(), fixture.value(), fixture.headers());
  }

  private String prefix() {
    return name + "/";
  }

  /** How many records of this run the readers have met so far. */
  int count(List<List<ConsumerRecord<byte[], byte[]>>> topics) {
    return (int) topics.stream().flatMap(List::stream).filter(this::isOwn).count();
  }

  private boolean isOwn(ConsumerRecord<byte[], byte[]> record) {
    return record.key() != null && key(record).startsWith(prefix());
  }

  private static String key(ConsumerRecord<byte[], byte[]> record) {
    return new String(record.key(), StandardCharsets.UTF_8);
  }

  void add(TopicReader reader) {
    for (ConsumerRecord<byte[], byte[]> record : reader.readToEnd(WorkerCases.LIMIT)) {
      if (isOwn(record)) {
        String key = key(record).substring(prefix().length());
        arrived.computeIfAbsent(key, k -> new ArrayList<>()).add(record);
      }
    }
  }

  /** The only record of a fixture. */
  ConsumerRecord<byte[], byte[]> record(String key) {
    List<ConsumerRecord<byte[], byte[]>> records = arrived.getOrDefault(key, List.of());
    if (records.size() != 1) {
      throw new AssertionError(records.size() + " records arrived for " + key);
    }
    return records.get(0);
  }

  /** Packs the connector with its service file. */
  static Path pluginJar(Path directory) throws IOException {
    Path jar = directory.resolve("fixture-source.jar");
    List<Class<?>> types =
        List.of(
            FixtureSource.class,
            FixtureTask.class,
            Fixture.class,
            Fixture.Header.class,
            Fixture.Kind.class);
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      for (Class<?> type : types) {
        write(out, type.getName());
      }
      // What the compiler made of the task's switch.
      write(out, FixtureTask.class.getName() + "$1");
      out.putNextEntry(
          new JarEntry("META-INF/services/org.apache.kafka.connect.source.SourceConnector"));
      out.write(FixtureSource.class.getName().getBytes(StandardCharsets.UTF_8));
    }
    return jar;
  }

  private static void write(JarOutputStream out, String type) throws IOException {
    String name = type.replace('.', '/') + ".class";
    try (InputStream in = FixtureRun.class.getClassLoader().getResourceAsStream(name)) {
      if (in != null) {
        out.putNextEntry(new JarEntry(name));
        in.transferTo(out);
      }
    }
  }
}
