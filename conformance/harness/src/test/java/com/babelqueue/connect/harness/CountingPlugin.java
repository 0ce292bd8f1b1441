package com.babelqueue.connect.harness;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/** Packs {@link CountingSource} into a plugin jar with its service file. */
final class CountingPlugin {
  private CountingPlugin() {}

  static Path jarIn(Path directory) throws IOException {
    Path jar = directory.resolve("counting-plugin.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      for (Class<?> type : List.of(CountingSource.class, CountingTask.class)) {
        String name = type.getName().replace('.', '/') + ".class";
        try (InputStream in = type.getClassLoader().getResourceAsStream(name)) {
          add(out, name, in.readAllBytes());
        }
      }
      add(
          out,
          "META-INF/services/org.apache.kafka.connect.source.SourceConnector",
          CountingSource.class.getName().getBytes(StandardCharsets.UTF_8));
    }
    return jar;
  }

  static Map<String, String> config(String topic, long count) {
    return Map.of(
        "connector.class",
        CountingSource.class.getName(),
        "tasks.max",
        "1",
        CountingSource.TOPIC,
        topic,
        CountingSource.COUNT,
        Long.toString(count));
  }

  private static void add(JarOutputStream out, String name, byte[] content) throws IOException {
    out.putNextEntry(new JarEntry(name));
    out.write(content);
    out.closeEntry();
  }
}
