package com.babelqueue.connect.conformance;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A case of a payload schema as files and messages: the block gives no URN, so one is chosen. */
final class PayloadCase {
  private static final String URN = "urn:babel:conformance:payload";

  private PayloadCase() {}

  /** Makes a directory that holds the block's schema. */
  static Path schemas(Case c, Path parent) throws IOException {
    ObjectNode schema = c.shared().object("schema").deepCopy();
    Path directory = Files.createTempDirectory(parent, "schemas");
    Files.write(directory.resolve("payload.json"), Fixture.utf8(schema.put("$id", URN).toString()));
    return directory;
  }

  /** An acceptable envelope that carries the case's data. */
  static byte[] body(Case c) {
    c.fields().passOver("name");
    ObjectNode envelope = (ObjectNode) Suite.parse(c.file("fixtures/order-created.json"));
    envelope.put("job", URN).set("data", c.fields().object("data"));
    return Fixture.utf8(envelope.toString());
  }

  static boolean isValid(Case c) {
    return c.fields().flag("valid");
  }
}
