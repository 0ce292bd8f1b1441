package com.babelqueue.connect.transforms;

import com.babelqueue.connect.envelope.AsciiWhitespace;
import com.babelqueue.connect.envelope.PayloadReader;
import com.babelqueue.connect.envelope.PayloadReader.InexactNumbers;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigException;

/**
 * The payload schemas of a directory, by URN (contract 5.3): each file {@code *.json} directly in
 * it holds one JSON Schema, and belongs to the URN in its {@code $id}; without {@code $id} to the
 * URN that the file is named after, in which {@code %3A} may stand for a colon.
 *
 * <p>Read once, when a transform is configured. Immutable; for any thread.
 */
final class PayloadSchemas {
  /** The setting that names the directory. */
  static final String DIRECTORY = "schemas.directory";

  private static final String SUFFIX = ".json";

  private final Map<String, byte[]> byUrn;

  private PayloadSchemas(Map<String, byte[]> byUrn) {
    this.byUrn = byUrn;
  }

  /**
   * Reads a directory.
   *
   * @throws ConfigException naming the setting, and the file at fault, when the directory or a file
   *     cannot be read, a file holds no JSON object, or two files belong to one URN
   */
  static PayloadSchemas load(String directory) {
    Map<String, byte[]> byUrn = new LinkedHashMap<>();
    for (Path file : files(directory)) {
      try {
        byte[] json = Files.readAllBytes(file);
        String urn = urn(file.getFileName().toString(), json);
        if (byUrn.put(urn, json) != null) {
          throw fault(directory, "has a second schema for one URN in " + file.getFileName());
        }
      } catch (IOException | IllegalArgumentException e) {
        throw fault(directory, "holds " + file.getFileName() + ", which is no JSON Schema");
      }
    }
    return new PayloadSchemas(byUrn);
  }

  private static List<Path> files(String directory) {
    try (Stream<Path> files = Files.list(Path.of(directory))) {
      return files.filter(file -> file.getFileName().toString().endsWith(SUFFIX)).sorted().toList();
    } catch (IOException | InvalidPathException e) {
      throw fault(directory, "is no directory that can be read");
    }
  }

  private static String urn(String fileName, byte[] json) {
    Object id = new PayloadReader(InexactNumbers.TEXT, true).map(json).get("$id");
    if (id instanceof String text && !AsciiWhitespace.isBlank(text)) {
      return AsciiWhitespace.trim(text);
    }
    String name = fileName.substring(0, fileName.length() - SUFFIX.length());
    return URLDecoder.decode(name.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  private static ConfigException fault(String directory, String fault) {
    return new ConfigException(DIRECTORY, directory, fault);
  }

  /** The schema's text; null when the URN has none (PSC-5). The array is not to be changed. */
  byte[] json(String urn) {
    return byUrn.get(urn);
  }

  /** The URNs that have a schema. */
  Set<String> urns() {
    return byUrn.keySet();
  }
}
