package com.babelqueue.connect.contract;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * An example that users copy from {@code config-examples}, for a test that posts it.
 *
 * @param name the connector's name
 * @param settings its configuration; a copy that the caller may change
 */
public record ConnectorExample(String name, Map<String, String> settings) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * Reads an example.
   *
   * @param file its name, such as {@code sqs-sink.json}
   * @throws IOException when it is not there or not JSON
   */
  public static ConnectorExample read(String file) throws IOException {
    Path path = Path.of(System.getProperty("babelqueue.root"), "config-examples", file);
    JsonNode example = JSON.readTree(path.toFile());
    return new ConnectorExample(
        example.path("name").textValue(),
        JSON.convertValue(example.path("config"), new TypeReference<Map<String, String>>() {}));
  }
}
