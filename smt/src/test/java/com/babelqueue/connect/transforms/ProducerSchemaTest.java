package com.babelqueue.connect.transforms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The schema that is shipped says what the contract's own says: both judge the same envelopes, each
 * with one thing about it changed.
 */
class ProducerSchemaTest {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final String ID = "7b3f9c2a-1111-4222-8333-444455556666";
  private static final String VALID =
      "{\"job\":\"urn:a\",\"urn\":\"urn:a\",\"trace_id\":\"%1$s\",\"data\":{\"a\":1},\"meta\":{\"id\":\"%1$s\",\"queue\":\"q\",\"lang\":\"go\",\"schema_version\":1,\"created_at\":0},\"attempts\":0,\"dead_letter\":{\"reason\":\"failed\",\"error\":null,\"exception\":\"E\",\"failed_at\":1,\"original_queue\":\"q\",\"attempts\":1,\"lang\":\"php\"}}"
          .formatted(ID);

  /** What each value is changed to in turn. */
  private static List<JsonNode> values() {
    List<JsonNode> values = new ArrayList<>();
    for (String text :
        new String[] {
          "",
          " ",
          "x",
          ID,
          ID.toUpperCase(java.util.Locale.ROOT),
          ID.replace("-", ""),
          "php",
          "go",
          "python",
          "java",
          "dotnet",
          "node",
          "cobol",
          "failed",
          "unknown_urn",
          "poison",
          "Failed"
        }) {
      values.add(NODES.textNode(text));
    }
    for (int number : new int[] {-1, 0, 1, 2}) {
      values.add(NODES.numberNode(number));
      values.add(NODES.numberNode(number + 0.5));
    }
    values.add(NODES.booleanNode(true));
    values.add(NODES.nullNode());
    values.add(NODES.arrayNode());
    values.add(NODES.objectNode());
    return values;
  }

  private static List<JsonNode> variants() throws IOException {
    JsonNode valid = JsonTree.read(VALID.getBytes(StandardCharsets.UTF_8));
    List<JsonNode> variants = new ArrayList<>(values());
    variants.add(valid);
    for (String object : new String[] {"", "/meta", "/dead_letter"}) {
      List<String> keys = new ArrayList<>(List.of("unknown"));
      valid.at(object).fieldNames().forEachRemaining(keys::add);
      for (String key : keys) {
        ObjectNode without = valid.deepCopy();
        ((ObjectNode) without.at(object)).remove(key);
        variants.add(without);
        for (JsonNode value : values()) {
          ObjectNode changed = valid.deepCopy();
          ((ObjectNode) changed.at(object)).set(key, value);
          variants.add(changed);
        }
      }
    }
    return variants;
  }

  @Test
  void judgesLikeTheContractsSchema() throws IOException {
    Path contract =
        Path.of(System.getProperty("babelqueue.root"))
            .resolve("../shared/conformance/schema/message-envelope.schema.json");
    assumeThat(contract).as("the contract's schema is here to compare with").exists();
    DraftSevenSchema theirs = DraftSevenSchema.of(JsonTree.read(Files.readAllBytes(contract)));
    DraftSevenSchema ours = DraftSevenSchema.producerEnvelope();

    Set<Boolean> verdicts = new HashSet<>();
    for (JsonNode variant : variants()) {
      boolean valid = theirs.firstViolation(variant) == null;
      verdicts.add(valid);
      assertThat(ours.firstViolation(variant) == null).as("%s is valid", variant).isEqualTo(valid);
    }
    assertThat(verdicts).containsExactlyInAnyOrder(true, false);
  }

  /** What is judged as a payload schema is first judged by this. */
  @Test
  void isASchemaByTheSchemaOfSchemas() throws IOException {
    try (InputStream in =
        DraftSevenSchema.class.getResourceAsStream("producer-envelope.schema.json")) {
      JsonNode schema = JsonTree.read(in.readAllBytes());
      DraftSevenSchema schemas = DraftSevenSchema.ofSchemas();
      assertThat(schemas.firstViolation(schema)).isNull();
      ArrayNode twice = ((ObjectNode) schema).putArray("required").add("job").add("job");
      assertThat(schemas.firstViolation(schema)).as("required: %s", twice).isNotNull();
    }
  }
}
