package com.babelqueue.connect.conformance;

import static com.babelqueue.connect.conformance.WorkerCases.transform;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.conformance.Fixture.Kind;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * The blocks about headers through a worker: projection, attempts and version gate. Counts and
 * versions of other brokers stand in record headers, as a connector of that broker brings them.
 */
final class WorkerHeaderBlocks {
  private static final String COUNT = "native.count";

  private final WorkerCases worker;
  private final Suite suite;
  private final HeaderForm form;

  WorkerHeaderBlocks(WorkerCases worker, Suite suite, HeaderForm form) {
    this.worker = worker;
    this.suite = suite;
    this.form = form;
  }

  Map<String, BlockRunner> runners() {
    Map<String, BlockRunner> runners = new HashMap<>();
    runners.put("kafka.property_projection", this::projection);
    runners.put("kafka.attempts_reconciliation", c -> attempts(c, "header_attempts", "kafka"));
    runners.put(
        "sqs.attempts_reconciliation", c -> attempts(c, "approximate_receive_count", "sqs"));
    runners.put("asb.attempts_reconciliation", c -> attempts(c, "delivery_count", "servicebus"));
    runners.put("pulsar.attempts_reconciliation", c -> attempts(c, "redelivery_count", "pulsar"));
    runners.put("artemis.attempts_reconciliation", c -> attempts(c, "delivery_count", "artemis"));
    for (String broker : new String[] {"kafka", "sqs", "pulsar", "artemis"}) {
      runners.put(broker + ".schema_version_gate", c -> verdict(c, form));
    }
    runners.put("asb.schema_version_gate", c -> verdict(c, HeaderForm.TYPED));
    return runners;
  }

  private void projection(Case c) throws IOException {
    List<Map<String, String>> chain =
        List.of(transform("ProjectHeaders", "header.type", form.type()));
    ConsumerRecord<byte[], byte[]> record =
        worker.record(suite, c, form, chain, WorkerHeaderBlocks::plain);

    byte[] body = Fixture.utf8(plain(c).value());
    Map<String, String> expected = new LinkedHashMap<>();
    c.fields()
        .object("headers")
        .properties()
        .forEach(header -> expected.put(header.getKey(), header.getValue().textValue()));
    assertThat(record.value()).isEqualTo(body);
    assertThat(record.timestamp()).isEqualTo(Suite.parse(body).at("/meta/created_at").longValue());
    assertThat(record.headers())
        .extracting(Header::key)
        .containsExactlyElementsOf(expected.keySet());
    for (Header header : record.headers()) {
      assertThat(header.value()).isEqualTo(Fixture.utf8(expected.get(header.key())));
    }
  }

  private static Fixture plain(Case c) {
    return Fixture.plain(c, c.file(c.fields().text("envelope_file")));
  }

  private void attempts(Case c, String count, String rule) throws IOException {
    c.fields().passOver("name");
    String header = rule.equals("kafka") ? "bq-attempts" : COUNT;
    List<Map<String, String>> chain =
        List.of(
            transform(
                "ReconcileAttempts",
                "rule",
                rule,
                "count.header",
                header,
                "header.type",
                form.type()));
    ConsumerRecord<byte[], byte[]> record =
        worker.record(suite, c, form, chain, each -> counted(each, count, header));

    assertThat(record.value()).isEqualTo(Fixture.utf8(counted(c, count, header).value()));
    assertThat(record.headers().headers("bq-attempts"))
        .singleElement()
        .extracting(Header::value)
        .isEqualTo(Fixture.utf8(Integer.toString(c.fields().integer("expected_attempts"))));
  }

  private static Fixture counted(Case c, String count, String header) {
    byte[] body = c.bodyWithAttempts(c.fields().integer("body_attempts"));
    JsonNode value = c.fields().value(count);
    return value.isNull()
        ? Fixture.plain(c, body)
        : Fixture.withHeader(c, body, header, value.asText());
  }

  private void verdict(Case c, HeaderForm converted) throws IOException {
    String property = c.shared().text("property");
    List<Map<String, String>> chain =
        List.of(transform("SchemaVersionGate", "header", property, "behavior", "route"));
    ConsumerRecord<byte[], byte[]> record =
        worker.record(suite, c, converted, chain, WorkerHeaderBlocks::versioned);

    Fixture sent = versioned(c);
    c.fields().passOver("absent");
    c.fields().passOver("value_type");
    boolean rejected = record.topic().endsWith(".dlq");
    assertThat(rejected ? "reject" : "decode").isEqualTo(c.fields().text("expect"));
    assertThat(record.value()).isEqualTo(Fixture.utf8(sent.value()));
    assertThat(record.headers()).hasSize(sent.headers().size());
    for (Fixture.Header header : sent.headers()) {
      byte[] value = record.headers().lastHeader(property).value();
      if (header.kind() == Kind.TEXT) {
        assertThat(value).isEqualTo(Fixture.utf8(header.text()));
      } else {
        assertThat(value == null).isEqualTo(header.kind() == Kind.NULL);
      }
    }
  }

  private static Fixture versioned(Case c) {
    Fixture plain = Fixture.plain(c, c.file(c.shared().text("fixture")));
    if (c.fields().has("absent")) {
      return plain;
    }
    String property = c.shared().text("property");
    JsonNode value = c.fields().value("value");
    if (value.isNull()) {
      return plain.with(property, Kind.NULL, "");
    }
    if (value.isTextual()) {
      return plain.with(property, Kind.TEXT, value.textValue());
    }
    return plain.with(property, value.isIntegralNumber() ? Kind.LONG : Kind.DOUBLE, value.asText());
  }
}
