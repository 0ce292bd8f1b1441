package com.babelqueue.connect.sink.sqs;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.broker.sqs.SqsProjection;
import com.babelqueue.connect.conformance.Case;
import com.babelqueue.connect.conformance.SuiteDirectories;
import com.babelqueue.connect.conformance.SuiteTests;
import com.babelqueue.connect.envelope.EnvelopeScanner;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;

/** The suite's attributes of an SQS message, put to the projection itself. */
class SqsProjectionConformanceTest {
  private static final String BLOCK = "sqs.attribute_projection";

  @TestFactory
  Stream<DynamicContainer> suites() {
    SuiteTests tests =
        new SuiteTests(Map.of(BLOCK, SqsProjectionConformanceTest::project), Map.of())
            .onlyGroup(BLOCK);
    return SuiteDirectories.load().stream().map(tests::of);
  }

  private static void project(Case c) {
    byte[] body = c.file(c.fields().text("envelope_file"));
    JsonNode expected = c.fields().object("message_attributes");

    SqsProjection projection = SqsProjection.of(new EnvelopeScanner().scan(body), List.of());

    ObjectNode projected = JsonNodeFactory.instance.objectNode();
    projection
        .attributes()
        .forEach(
            (name, value) ->
                projected
                    .putObject(name)
                    .put("DataType", value.dataType())
                    .put("StringValue", value.stringValue()));
    assertThat(projected).isEqualTo(expected);
  }
}
