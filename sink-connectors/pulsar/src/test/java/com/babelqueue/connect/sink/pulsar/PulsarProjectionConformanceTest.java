package com.babelqueue.connect.sink.pulsar;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.broker.pulsar.PulsarProjection;
import com.babelqueue.connect.conformance.Case;
import com.babelqueue.connect.conformance.SuiteDirectories;
import com.babelqueue.connect.conformance.SuiteTests;
import com.babelqueue.connect.envelope.Envelope;
import com.babelqueue.connect.envelope.EnvelopeScanner;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;

/** The suite's properties of a Pulsar message, put to the projection itself. */
class PulsarProjectionConformanceTest {
  private static final String BLOCK = "pulsar.property_projection";

  @TestFactory
  Stream<DynamicContainer> suites() {
    SuiteTests tests =
        new SuiteTests(Map.of(BLOCK, PulsarProjectionConformanceTest::project), Map.of())
            .onlyGroup(BLOCK);
    return SuiteDirectories.load().stream().map(tests::of);
  }

  private static void project(Case c) {
    Envelope envelope = new EnvelopeScanner().scan(c.file(c.fields().text("envelope_file")));
    JsonNode expected = c.fields().object("properties");

    ObjectNode projected = JsonNodeFactory.instance.objectNode();
    PulsarProjection.properties(envelope, envelope.attempts(), List.of(), null)
        .forEach(projected::put);

    assertThat(projected).isEqualTo(expected);
  }
}
