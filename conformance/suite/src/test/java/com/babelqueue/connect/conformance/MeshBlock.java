package com.babelqueue.connect.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.babelqueue.connect.envelope.Envelope;
import com.babelqueue.connect.envelope.EnvelopeScanner;
import com.babelqueue.connect.envelope.HeaderText;
import com.babelqueue.connect.transforms.MeshEvent;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.source.SourceRecord;

/** Block {@code mesh}: the shared fixture of the mesh event, in all modes of its transform. */
final class MeshBlock {
  private MeshBlock() {}

  static void event(Case c) {
    MeshCase mesh = MeshCase.of(c);
    assertThat(mesh.headers().keySet()).containsExactlyInAnyOrderElementsOf(mesh.required());
    for (String type : new String[] {"string", "bytes"}) {
      SourceRecord event =
          apply("from-fixture", type, Records.of(mesh.structured().getBytes(UTF_8)));
      assertEvent(mesh, event);
      assertThat(apply("validate", type, event)).as("a valid event").isSameAs(event);

      SourceRecord envelope = apply("to-babelqueue", type, event);
      assertEnvelope(mesh, new EnvelopeScanner().scan((byte[]) envelope.value()));
      assertEvent(mesh, apply("from-babelqueue", type, envelope));
      assertOptional(mesh, type, event);
    }
    mesh.refused().forEach(MeshBlock::assertRefused);
  }

  private static void assertEvent(MeshCase mesh, SourceRecord event) {
    assertThat(event.topic()).isEqualTo(mesh.subject());
    assertThat(headers(event)).isEqualTo(mesh.headers());
    assertThat(JsonValues.same(Suite.parse((byte[]) event.value()), mesh.body())).isTrue();
    assertThat(event.key()).isNull();
    mesh.formats().values().stream()
        .filter(format -> format.startsWith("^"))
        .forEach(format -> assertThat(headers(event).get("x-event-id")).matches(format));
  }

  private static void assertEnvelope(MeshCase mesh, Envelope envelope) {
    assertThat(envelope.refusal()).as("refusal").isNull();
    String subject = mesh.subject();
    String key = subject.substring(subject.indexOf(".event.") + ".event.".length());
    assertThat(envelope.urn()).isEqualTo("urn:babel:" + mesh.headers().get("x-source") + ":" + key);
    assertThat(envelope.id().replace("-", "")).isEqualTo(mesh.headers().get("x-event-id"));
  }

  private static void assertOptional(MeshCase mesh, String type, SourceRecord event) {
    SourceRecord more = event.newRecord(event.topic(), null, null, null, null, event.value(), null);
    for (String name : mesh.optional()) {
      more.headers().addString(name, "given");
    }
    assertThat(apply("validate", type, more)).isSameAs(more);
    Map<String, String> expected = new LinkedHashMap<>(mesh.headers());
    mesh.optional().forEach(name -> expected.put(name, "given"));
    SourceRecord back = apply("from-babelqueue", type, apply("to-babelqueue", type, more));
    assertThat(headers(back)).as("optional headers are kept").isEqualTo(expected);
  }

  private static void assertRefused(String what, String structured) {
    SourceRecord record = Records.of(structured.getBytes(UTF_8));
    assertThatThrownBy(() -> apply("from-fixture", "string", record))
        .as(what)
        .isInstanceOf(DataException.class);
  }

  private static Map<String, String> headers(SourceRecord record) {
    Map<String, String> headers = new LinkedHashMap<>();
    for (Header header : record.headers()) {
      headers.put(header.key(), HeaderText.of(header.value()));
    }
    return headers;
  }

  private static SourceRecord apply(String mode, String type, SourceRecord record) {
    try (MeshEvent<SourceRecord> transform = new MeshEvent<>()) {
      transform.configure(Map.of("mode", mode, "header.type", type));
      return transform.apply(record);
    }
  }
}
