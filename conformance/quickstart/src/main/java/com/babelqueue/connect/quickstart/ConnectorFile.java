package com.babelqueue.connect.quickstart;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A connector's JSON as the Connect REST API takes it.
 *
 * @param file the file's name, for a person
 * @param name the connector's name
 * @param config its settings, in the order of the file
 */
record ConnectorFile(String file, String name, Map<String, String> config) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String NAME = "name";
  private static final String CLASS = "connector.class";

  ConnectorFile {
    config = new LinkedHashMap<>(config);
  }

  /**
   * Reads {@code {"name": …, "config": {…}}}, or the settings alone with a {@code name} among them.
   */
  static ConnectorFile read(Path path) {
    String file = path.getFileName().toString();
    JsonNode root;
    try {
      root = JSON.readTree(Files.readString(path));
    } catch (JsonProcessingException e) {
      throw new QuickstartException(
          file
              + " is not JSON: "
              + e.getOriginalMessage()
              + " (line "
              + e.getLocation().getLineNr()
              + ")",
          e);
    } catch (IOException e) {
      throw new QuickstartException("connector file " + path + " cannot be read", e);
    }
    JsonNode settings = root.path("config").isObject() ? root.path("config") : root;
    if (!settings.isObject()) {
      throw new QuickstartException(file + " is not a JSON object with a connector's settings");
    }
    Map<String, String> config = new LinkedHashMap<>();
    settings.properties().forEach(entry -> config.put(entry.getKey(), entry.getValue().asText()));
    String name = root.path(NAME).asText(config.getOrDefault(NAME, ""));
    if (name.isBlank() || !config.containsKey(CLASS)) {
      throw new QuickstartException(file + " needs a name and a connector.class");
    }
    return new ConnectorFile(file, name, config);
  }

  /** Returns a setting; empty when the file has none. */
  String setting(String key) {
    return config.getOrDefault(key, "");
  }

  /** Returns a copy with another value for a setting. */
  ConnectorFile with(String key, String value) {
    Map<String, String> changed = new LinkedHashMap<>(config);
    changed.put(key, value);
    return new ConnectorFile(file, name, changed);
  }

  /**
   * Returns the settings that are not so in another version of this file, as {@code key=value}.
   *
   * @param unshown keys that are named without their values
   */
  List<String> changesFrom(ConnectorFile original, Set<String> unshown) {
    return config.entrySet().stream()
        .filter(setting -> !setting.getValue().equals(original.config.get(setting.getKey())))
        .map(
            setting ->
                unshown.contains(setting.getKey())
                    ? setting.getKey()
                    : setting.getKey() + "=" + setting.getValue())
        .toList();
  }

  /** Says whether both are for the same connector. */
  boolean isOfClassOf(ConnectorFile other) {
    return setting(CLASS).equals(other.setting(CLASS));
  }

  /**
   * Puts in what leads to a broker, unless the file leads to another one: it does when it has the
   * deciding key with a value that is not the example's, as a file made from the example would.
   *
   * @param address settings that lead to the broker, the deciding one first
   * @param example the example; this file itself when it is the example
   */
  Addressed addressed(Map<String, String> address, ConnectorFile example) {
    String deciding = address.keySet().iterator().next();
    String own = config.get(deciding);
    if (own != null && !own.equals(example.config.get(deciding))) {
      return new Addressed(this, deciding, false);
    }
    Map<String, String> merged = new LinkedHashMap<>(config);
    merged.putAll(address);
    return new Addressed(new ConnectorFile(file, name, merged), deciding, true);
  }

  /**
   * A connector's file that leads to a broker.
   *
   * @param deciding the key that decides where the file leads to
   * @param putIn whether the whole address was put in; otherwise the file has one of its own
   */
  record Addressed(ConnectorFile connector, String deciding, boolean putIn) {}
}
