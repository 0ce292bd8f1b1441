package com.babelqueue.connect.conformance;

import static com.babelqueue.connect.conformance.WorkerCases.transform;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/** The blocks about the envelope and its payload through the transforms of a worker. */
final class WorkerEnvelopeBlocks {
  private static final HeaderForm FORM = HeaderForm.BYTES;

  private final WorkerCases worker;
  private final Suite suite;
  private final Map<String, Path> schemas = new HashMap<>();

  WorkerEnvelopeBlocks(WorkerCases worker, Suite suite) {
    this.worker = worker;
    this.suite = suite;
  }

  Map<String, BlockRunner> runners() {
    return Map.of(
        "cases", this::accept,
        "roundtrip", this::roundTrip,
        "data_shape", this::shapeOfData,
        "forbidden_keys", this::forbid,
        "payload_schema", this::payload,
        "payload_schema_unicode", this::payload);
  }

  private static Fixture file(Case c) {
    return Fixture.plain(c, c.file(c.fields().text("file")));
  }

  private static boolean isDead(ConsumerRecord<byte[], byte[]> record) {
    return record.topic().endsWith(".dlq");
  }

  /** Refused bodies go to the dead-letter topic, accepted ones get the headers of their fields. */
  private void accept(Case c) throws IOException {
    Fields fields = c.fields();
    fields.passOver("name");
    fields.passOver("reason");
    List<Map<String, String>> chain =
        List.of(
            transform("ValidateEnvelope", "behavior", "route"),
            transform("ProjectHeaders", "header.type", FORM.type()));
    ConsumerRecord<byte[], byte[]> record =
        worker.record(suite, c, FORM, chain, WorkerEnvelopeBlocks::file);

    assertThat(isDead(record)).as("refused").isNotEqualTo(fields.flag("valid"));
    assertThat(record.value()).isEqualTo(c.file(fields.text("file")));
    if (!fields.flag("valid")) {
      assertThat(record.headers()).isEmpty();
      return;
    }
    JsonNode body = Suite.parse(record.value());
    for (Map.Entry<String, JsonNode> expected : fields.object("expect").properties()) {
      JsonNode value = expected.getValue();
      switch (expected.getKey()) {
        case "urn" -> assertThat(text(record, "bq-job")).isEqualTo(value.textValue());
        case "lang" -> assertThat(text(record, "bq-source-lang")).isEqualTo(value.textValue());
        case "attempts" -> assertThat(text(record, "bq-attempts")).isEqualTo(value.asText());
        case "schema_version" ->
            assertThat(text(record, "bq-schema-version")).isEqualTo(value.asText());
        case "data" -> assertSame(body.path("data"), value);
        case "dead_letter" ->
            value
                .properties()
                .forEach(
                    member ->
                        assertSame(body.at("/dead_letter/" + member.getKey()), member.getValue()));
        default -> fail("expect has the unknown key " + expected.getKey());
      }
    }
  }

  private static String text(ConsumerRecord<byte[], byte[]> record, String name) {
    Header header = record.headers().lastHeader(name);
    return header == null ? null : new String(header.value(), StandardCharsets.UTF_8);
  }

  private void roundTrip(Case c) throws IOException {
    Fields fields = c.fields();
    fields.passOver("name");
    byte[] body = c.file(fields.text("file"));
    int expected = fields.integer("expect_attempts");
    List<Map<String, String>> chain =
        List.of(transform("ReconcileAttempts", "rule", "kafka", "write", "body"));

    byte[] changed = worker.record(suite, c, FORM, chain, WorkerEnvelopeBlocks::onceMore).value();

    assertThat(new String(changed, StandardCharsets.UTF_8))
        .isEqualTo(TopLevelNumber.replaced(body, "attempts", expected));
    JsonNode written = Suite.parse(changed);
    for (Map.Entry<String, JsonNode> kept : fields.object("expect_preserved").properties()) {
      assertSame(written.at(kept.getKey()), kept.getValue());
    }
    if (fields.has("producer_schema_valid")) {
      List<Map<String, String>> strict =
          List.of(transform("ValidateEnvelope", "schema", "producer", "behavior", "route"));
      assertThat(isDead(worker.record(suite, c, FORM, strict, WorkerEnvelopeBlocks::file)))
          .as("refused by the producer's schema")
          .isNotEqualTo(fields.flag("producer_schema_valid"));
    }
  }

  private static Fixture onceMore(Case c) {
    int attempts = Suite.parse(c.file(c.fields().text("file"))).path("attempts").intValue();
    return Fixture.withHeader(
        c, c.file(c.fields().text("file")), "bq-attempts", Integer.toString(attempts + 1));
  }

  private void shapeOfData(Case c) throws IOException {
    Fields fields = c.fields();
    fields.passOver("name");
    String mode = fields.text("mode");
    switch (mode) {
      case "encode" -> {
        String urn = fields.text("urn");
        String queue = fields.text("queue");
        Fixture fixture = Fixture.plain(c, Fixture.utf8(fields.object("data").toString()));
        List<Map<String, String>> chain =
            List.of(transform("WrapPayload", "urn", urn, "queue", queue));
        byte[] envelope = worker.run(FORM, chain, List.of(fixture)).record(c.name()).value();
        JsonNode written = Suite.parse(envelope);
        assertThat(written.path("job").textValue()).isEqualTo(urn);
        assertThat(written.at("/meta/queue").textValue()).isEqualTo(queue);
        assertThat(written.path("data").toString())
            .isEqualTo(fields.text("expect_encoded_data_json"));
      }
      case "decode" -> {
        fields.passOver("reason");
        List<Map<String, String>> chain =
            List.of(transform("ValidateEnvelope", "behavior", "route"));
        ConsumerRecord<byte[], byte[]> record =
            worker.run(FORM, chain, List.of(file(c))).record(c.name());
        assertThat(isDead(record)).as("refused").isNotEqualTo(fields.flag("valid"));
      }
      default -> fail("unknown mode " + mode);
    }
  }

  private void forbid(Case c) throws IOException {
    Fields fields = c.fields();
    fields.passOver("name");
    assertThat(fields.text("expect")).as("the only known outcome").isEqualTo("warn");
    JsonNode expected = Suite.parse(c.file(fields.text("file")));
    String forbidden = fields.text("forbidden_key");
    assertThat(expected.at(forbidden).isMissingNode()).as("absent before").isFalse();
    List<Map<String, String>> chain = List.of(transform("NormalizeEnvelope"));

    byte[] again = worker.record(suite, c, FORM, chain, WorkerEnvelopeBlocks::file).value();

    for (JsonNode absent : fields.value("expect_absent_after_reencode")) {
      int slash = absent.textValue().lastIndexOf('/');
      ((ObjectNode) expected.at(absent.textValue().substring(0, slash)))
          .remove(absent.textValue().substring(slash + 1));
    }
    assertSame(Suite.parse(again), expected);
  }

  /** The chain asks for a valid envelope as well, and finds its messages by a predicate. */
  private void payload(Case c) throws IOException {
    boolean valid = PayloadCase.isValid(c);
    Path directory = schemas.get(c.block());
    if (directory == null) {
      directory = PayloadCase.schemas(c, worker.directory());
      schemas.put(c.block(), directory);
    }
    c.shared().passOver("schema");
    Map<String, String> payload =
        transform("ValidatePayload", "schemas.directory", directory.toString());
    payload.put("behavior", "route");
    payload.put("predicate", "ours");
    payload.put("predicates", "ours");
    payload.put("predicates.ours.type", WorkerCases.TRANSFORMS + "UrnMatches");
    payload.put("predicates.ours.urns", "urn:babel:conformance:*");
    List<Map<String, String>> chain =
        List.of(transform("ValidateEnvelope", "schema", "producer"), payload);

    ConsumerRecord<byte[], byte[]> record =
        worker.record(suite, c, FORM, chain, each -> Fixture.plain(each, PayloadCase.body(each)));

    assertThat(isDead(record)).as("refused").isNotEqualTo(valid);
    assertThat(record.value()).isEqualTo(PayloadCase.body(c));
  }

  private static void assertSame(JsonNode actual, JsonNode expected) {
    assertThat(JsonValues.same(actual, expected))
        .as("%s has the value of %s", actual, expected)
        .isTrue();
  }
}
