package com.babelqueue.connect.conformance;

import static com.babelqueue.connect.conformance.WorkerCases.transform;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/** Block {@code mesh} through the transforms of a worker. */
final class WorkerMeshBlock {
  private static final HeaderForm FORM = HeaderForm.BYTES;
  private static final String GIVEN = "given";

  private final WorkerCases worker;

  WorkerMeshBlock(WorkerCases worker) {
    this.worker = worker;
  }

  /** The event goes to the topic that is its subject; what it refuses goes to the dead letters. */
  void event(Case c) throws IOException {
    MeshCase mesh = MeshCase.of(c);
    Fixture given = new Fixture(GIVEN, mesh.structured(), List.of());
    List<Fixture> fixtures = new ArrayList<>(List.of(given));
    mesh.refused().forEach((what, event) -> fixtures.add(new Fixture(what, event, List.of())));

    FixtureRun run = worker.run(FORM, List.of(mode("from-fixture")), fixtures, mesh.subject());

    assertEvent(mesh, run.record(GIVEN));
    for (Map.Entry<String, String> refused : mesh.refused().entrySet()) {
      ConsumerRecord<byte[], byte[]> record = run.record(refused.getKey());
      assertThat(record.topic()).as(refused.getKey()).endsWith(".dlq");
      assertThat(record.value()).isEqualTo(Fixture.utf8(refused.getValue()));
    }

    List<Map<String, String>> there =
        List.of(mode("from-fixture"), mode("validate"), mode("to-babelqueue"));
    assertEnvelope(mesh, worker.run(FORM, there, List.of(given), mesh.subject()));
    List<Map<String, String>> andBack =
        List.of(mode("from-fixture"), mode("to-babelqueue"), mode("from-babelqueue"));
    assertEvent(mesh, worker.run(FORM, andBack, List.of(given), mesh.subject()).record(GIVEN));
  }

  private static Map<String, String> mode(String mode) {
    return transform(
        "MeshEvent", "mode", mode, "key", "keep", "behavior", "route", "header.type", FORM.type());
  }

  private static void assertEvent(MeshCase mesh, ConsumerRecord<byte[], byte[]> record) {
    assertThat(record.topic()).isEqualTo(mesh.subject());
    Map<String, String> headers = new LinkedHashMap<>();
    for (Header header : record.headers()) {
      headers.put(
          header.key(), new String(header.value(), java.nio.charset.StandardCharsets.UTF_8));
    }
    assertThat(headers).isEqualTo(mesh.headers());
    assertThat(JsonValues.same(Suite.parse(record.value()), mesh.body())).isTrue();
  }

  private static void assertEnvelope(MeshCase mesh, FixtureRun run) {
    JsonNode envelope = Suite.parse(run.record(GIVEN).value());
    assertThat(run.record(GIVEN).headers()).isEmpty();
    assertThat(JsonValues.same(envelope.path("data"), mesh.body())).isTrue();
    assertThat(envelope.at("/meta/id").textValue().replace("-", ""))
        .isEqualTo(mesh.headers().get("x-event-id"));
    assertThat(envelope.path("job").textValue())
        .startsWith("urn:babel:" + mesh.headers().get("x-source") + ":");
  }
}
