package com.babelqueue.connect.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.babelqueue.connect.envelope.Envelope;
import com.babelqueue.connect.envelope.EnvelopeScanner;
import com.babelqueue.connect.envelope.EnvelopeWriter;
import com.babelqueue.connect.envelope.ForbiddenKey;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Arrays;
import java.util.Map;

/** The blocks that need no broker: reading, changing and making envelopes. */
final class EnvelopeBlocks {
  private static final EnvelopeScanner SCANNER = new EnvelopeScanner();
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private EnvelopeBlocks() {}

  /** Block {@code cases}: accepted with these fields, or refused. */
  static void accept(Case c) {
    Fields fields = c.fields();
    fields.passOver("name");
    byte[] body = c.file(fields.text("file"));
    Envelope envelope = SCANNER.scan(body);
    if (!fields.flag("valid")) {
      fields.passOver("reason");
      assertThat(envelope.isAcceptable()).as("acceptable").isFalse();
      return;
    }
    assertThat(envelope.refusal()).as("refusal").isNull();
    JsonNode written = Suite.parse(body);
    for (Map.Entry<String, JsonNode> expected : fields.object("expect").properties()) {
      JsonNode value = expected.getValue();
      switch (expected.getKey()) {
        case "urn" -> assertThat(envelope.urn()).isEqualTo(value.textValue());
        case "lang" -> assertThat(envelope.lang()).isEqualTo(value.textValue());
        case "attempts" -> assertThat(envelope.attempts()).isEqualTo(value.intValue());
        case "schema_version" -> assertThat(envelope.schemaVersion()).isEqualTo(value.intValue());
        case "data" -> assertSame(data(envelope), value);
        case "dead_letter" -> {
          assertThat(envelope.isDeadLettered()).isTrue();
          assertDeadLetter(envelope, written.path("dead_letter"), value);
        }
        default -> fail("expect has the unknown key " + expected.getKey());
      }
    }
  }

  private static void assertDeadLetter(Envelope envelope, JsonNode written, JsonNode expected) {
    for (Map.Entry<String, JsonNode> member : expected.properties()) {
      switch (member.getKey()) {
        case "reason" ->
            assertThat(envelope.deadLetterReason()).isEqualTo(member.getValue().textValue());
        case "original_queue" ->
            assertThat(envelope.deadLetterOriginalQueue()).isEqualTo(member.getValue().textValue());
        default -> assertSame(written.path(member.getKey()), member.getValue());
      }
    }
  }

  /** Block {@code roundtrip}: one more attempt, and not a byte beside the counter changes. */
  static void roundTrip(Case c) throws IOException {
    Fields fields = c.fields();
    fields.passOver("name");
    // Validation against the producer's schema comes with issue 6; reading needs none.
    fields.passOver("producer_schema_valid");
    byte[] body = c.file(fields.text("file"));
    Envelope envelope = SCANNER.scan(body);
    assertThat(envelope.refusal()).as("refusal").isNull();

    byte[] changed = envelope.edit().attempts(envelope.attempts() + 1).toBytes();

    int expected = fields.integer("expect_attempts");
    assertThat(SCANNER.scan(changed).attempts()).isEqualTo(expected);
    assertThat(new String(changed, StandardCharsets.UTF_8))
        .isEqualTo(TopLevelNumber.replaced(body, "attempts", expected));
    JsonNode written = Suite.parse(changed);
    for (Map.Entry<String, JsonNode> kept : fields.object("expect_preserved").properties()) {
      assertSame(written.at(kept.getKey()), kept.getValue());
    }
  }

  /** Block {@code data_shape}: an empty payload is written as an object, a list is refused. */
  static void shapeOfData(Case c) {
    Fields fields = c.fields();
    fields.passOver("name");
    String mode = fields.text("mode");
    switch (mode) {
      case "encode" -> {
        byte[] body =
            new EnvelopeWriter(Clock.systemUTC())
                .envelope(fields.text("urn"))
                .queue(fields.text("queue"))
                .data(asMap(fields.object("data")))
                .toBytes();
        Envelope envelope = SCANNER.scan(body);
        assertThat(envelope.refusal()).as("refusal").isNull();
        assertThat(envelope.urn()).isEqualTo(fields.text("urn"));
        assertThat(envelope.queue()).isEqualTo(fields.text("queue"));
        assertThat(dataText(envelope)).isEqualTo(fields.text("expect_encoded_data_json"));
      }
      case "decode" -> {
        fields.passOver("reason");
        Envelope envelope = SCANNER.scan(c.file(fields.text("file")));
        assertThat(envelope.isAcceptable()).as("acceptable").isEqualTo(fields.flag("valid"));
      }
      default -> fail("unknown mode " + mode);
    }
  }

  /** Block {@code forbidden_keys}: accepted with one warning, and gone when written again. */
  static void forbid(Case c) {
    Fields fields = c.fields();
    fields.passOver("name");
    assertThat(fields.text("expect")).as("the only known outcome").isEqualTo("warn");
    String forbidden = fields.text("forbidden_key");
    byte[] body = c.file(fields.text("file"));
    Envelope envelope = SCANNER.scan(body);

    assertThat(envelope.refusal()).as("refusal").isNull();
    assertThat(envelope.forbiddenKeys()).extracting(ForbiddenKey::pointer).containsOnly(forbidden);
    assertThat(envelope.warnings()).singleElement().asString().contains(forbidden);
    assertThat(envelope.attempts()).isEqualTo(Suite.parse(body).path("attempts").intValue());

    byte[] again = envelope.edit().removeForbiddenKeys().toBytes();
    JsonNode expected = Suite.parse(body);
    for (JsonNode absent : fields.value("expect_absent_after_reencode")) {
      assertThat(Suite.parse(again).at(absent.textValue()).isMissingNode()).isTrue();
      int slash = absent.textValue().lastIndexOf('/');
      ((ObjectNode) expected.at(absent.textValue().substring(0, slash)))
          .remove(absent.textValue().substring(slash + 1));
    }
    assertSame(Suite.parse(again), expected);
    assertThat(SCANNER.scan(again).warnings()).isEmpty();
  }

  private static Map<String, Object> asMap(ObjectNode node) {
    return MAPPER.convertValue(
        node, new com.fasterxml.jackson.core.type.TypeReference<Map<String, Object>>() {});
  }

  private static JsonNode data(Envelope envelope) {
    return Suite.parse(dataText(envelope).getBytes(StandardCharsets.UTF_8));
  }

  private static String dataText(Envelope envelope) {
    byte[] data = Arrays.copyOfRange(envelope.body(), envelope.dataStart(), envelope.dataEnd());
    return new String(data, StandardCharsets.UTF_8);
  }

  private static void assertSame(JsonNode actual, JsonNode expected) {
    assertThat(JsonValues.same(actual, expected))
        .as("%s has the value of %s", actual, expected)
        .isTrue();
  }
}
