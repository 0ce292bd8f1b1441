package com.babelqueue.connect.conformance;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A file of {@code config-examples} that shows a chain of transforms.
 *
 * @param file its name
 * @param name the connector's name
 * @param config as it stands in the file
 */
record ChainExample(String file, String name, Map<String, String> config) {
  private static final Path DIRECTORY =
      Path.of(System.getProperty("babelqueue.root"), "config-examples");
  private static final String SCHEMAS = ".schemas.directory";
  private static final ObjectMapper JSON = new ObjectMapper();

  static List<ChainExample> all() {
    List<ChainExample> examples = new ArrayList<>();
    try (Stream<Path> files = Files.list(DIRECTORY)) {
      for (Path file : files.filter(ChainExample::isChain).sorted().toList()) {
        JsonNode json = JSON.readTree(file.toFile());
        examples.add(
            new ChainExample(
                file.getFileName().toString(),
                json.path("name").textValue(),
                JSON.convertValue(
                    json.path("config"), new TypeReference<Map<String, String>>() {})));
      }
    } catch (IOException e) {
      throw new AssertionError("an example cannot be read", e);
    }
    return examples;
  }

  private static boolean isChain(Path file) {
    String name = file.getFileName().toString();
    return name.startsWith("transforms-") && name.endsWith(".json");
  }

  String connectorClass() {
    return config.get("connector.class");
  }

  /** A sink has topics, and a mirror has them too. */
  boolean isSink() {
    return connectorClass().contains("Sink");
  }

  /** Topic of the records that a source makes, before its transforms. */
  String sourceTopic() {
    String topic = config.get("kafka.topic");
    return topic == null ? config.get("source.cluster.alias") + "." + config.get("topics") : topic;
  }

  /** The configuration with the schemas where they lie here, to be changed by the caller. */
  Map<String, String> here() {
    Map<String, String> here = new HashMap<>(config);
    here.replaceAll(
        (key, value) -> key.endsWith(SCHEMAS) ? DIRECTORY.resolve("schemas").toString() : value);
    return here;
  }
}
