package com.babelqueue.connect.transforms;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.envelope.Envelope;
import com.babelqueue.connect.envelope.EnvelopeScanner;
import java.util.Map;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An event in an envelope, and back. */
class MeshConversionTest extends MeshEventCases {
  @Test
  void carriesAnEventInAnEnvelope() {
    headers.put("x-causation-id", CAUSE);
    headers.put("x-schema", "v1");
    headers.put("tp", "t");

    SourceRecord envelope = apply(event(), "to-babelqueue");

    assertThat(text(envelope))
        .isEqualTo(
            "{\"job\":\"urn:babel:shop:order.placed\","
                + "\"trace_id\":\"fedcba98-7654-3210-fedc-ba9876543210\",\"data\":"
                + BODY
                + ",\"meta\":{\"id\":\"01234567-89ab-cdef-0123-456789abcdef\",\"queue\":\"shop\","
                + "\"lang\":\"java\",\"schema_version\":1,\"created_at\":1790424000000,"
                + "\"mesh_node\":\"one\",\"mesh_schema\":\"v1\"},\"attempts\":0}");
    assertThat(headersOf(envelope)).containsOnlyKeys("tp");
    assertThat(envelope.topic()).isEqualTo(SUBJECT);
    assertThat(envelope.key()).isEqualTo("k");
    assertThat(envelope.timestamp()).isEqualTo(1790424000000L);
    Envelope scanned = new EnvelopeScanner().scan((byte[]) envelope.value());
    assertThat(scanned.isAcceptable()).isTrue();
    assertThat(scanned.forbiddenKeys()).isEmpty();
    assertThat(apply(event(), "to-babelqueue").value()).isEqualTo(envelope.value());
  }

  @ParameterizedTest
  @CsvSource({
    "2026-09-26T12:00:00Z,",
    "2026-09-26t14:00:00.1234567891234+02:00,",
    "2026-09-26T12:00:00.500Z," + CAUSE,
    "2026-09-26T12:00:00Z,canary"
  })
  void givesTheSameEventBack(String time, String cause) {
    headers.put("x-time", time);
    headers.put("x-schema", "v1");
    if (cause != null) {
      headers.put("x-causation-id", cause);
    }
    SourceRecord envelope = apply(event(), "to-babelqueue");
    SourceRecord bridged = envelope.newRecord("orders", 0, null, null, null, envelope.value(), 1L);
    bridged.headers().addString("bq-job", "x");

    SourceRecord event = apply(bridged, "from-babelqueue");

    assertThat(event.topic()).isEqualTo(SUBJECT);
    assertThat(text(event)).isEqualTo(BODY);
    assertThat(headersOf(event)).isEqualTo(headers);
  }

  @Test
  void makesEventsOfEnvelopesOfOtherOrigin() {
    String envelope =
        "{\"job\":\"urn:babel:orders:created\",\"trace_id\":\"not hex\",\"data\":{\"a\":1e3},\"meta\":{"
            + "\"id\":\"F1E2D3C4-b5a6-4789-90ab-cdef01234567\",\"schema_version\":1,"
            + "\"created_at\":1749132727000},\"attempts\":2}";
    assertRefused(record("t", envelope, Map.of()), "from-babelqueue", "node is not set");
    settings.put("node", "bridge");
    SourceRecord event = apply(record("t", envelope, Map.of()), "from-babelqueue");
    assertThat(event.topic()).isEqualTo("mesh.mod.orders.event.created");
    assertThat(event.value()).isEqualTo("{\"a\":1e3}");
    assertThat(headersOf(event))
        .containsEntry("x-event-id", "f1e2d3c4b5a6478990abcdef01234567")
        .containsEntry("x-source", "orders")
        .containsEntry("x-node", "bridge")
        .containsEntry("x-time", "2025-06-05T14:12:07Z")
        .doesNotContainKey("x-causation-id");
  }

  @ParameterizedTest
  @CsvSource({
    "urn:babel:orders:created, orders.created, URN",
    "f1e2d3c4-b5a6-4789-90ab-cdef01234567, 17, meta.id",
    "\"created_at\":1749132727000, \"x\":1, created_at",
    "\"schema_version\":1, \"schema_version\":2, unsupported_schema_version"
  })
  void refusesEnvelopesThatAreNoEvent(String part, String other, String reason) {
    settings.put("node", "bridge");
    String envelope =
        "{\"job\":\"urn:babel:orders:created\",\"trace_id\":\"t\",\"data\":{\"a\":\"canary\"},\"meta\":{"
            + "\"id\":\"f1e2d3c4-b5a6-4789-90ab-cdef01234567\",\"schema_version\":1,"
            + "\"created_at\":1749132727000}}";
    assertThat(envelope).contains(part);
    assertRefused(record("t", envelope.replace(part, other), Map.of()), "from-babelqueue", reason);
  }

  @Test
  void wrapsAPayloadThatIsNoObjectWhenTold() {
    SourceRecord list = record(SUBJECT, "[1, 2]", headers);
    assertRefused(list, "to-babelqueue", "wrap.field");
    settings.put("wrap.field", "value");
    settings.put("lang", "go");
    SourceRecord envelope = apply(list, "to-babelqueue");
    assertThat((String) envelope.value())
        .contains("\"data\":{\"value\":[1, 2]}")
        .contains("\"lang\":\"go\"");
    assertThat(apply(envelope, "from-babelqueue").value()).isEqualTo("[1, 2]");
  }
}
