package com.babelqueue.connect.sink.servicebus;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.messaging.servicebus.ServiceBusMessage;
import com.babelqueue.connect.broker.servicebus.ServiceBusProjection;
import com.babelqueue.connect.broker.servicebus.ServiceBusProjection.Fields;
import com.babelqueue.connect.conformance.Case;
import com.babelqueue.connect.conformance.JsonValues;
import com.babelqueue.connect.conformance.SuiteDirectories;
import com.babelqueue.connect.conformance.SuiteTests;
import com.babelqueue.connect.envelope.EnvelopeScanner;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;

/** The suite's fields of a Service Bus message, put to the projection itself. */
class ServiceBusProjectionConformanceTest {
  private static final String BLOCK = "asb.property_projection";
  private static final ObjectMapper JSON = new ObjectMapper();

  @TestFactory
  Stream<DynamicContainer> suites() {
    SuiteTests tests =
        new SuiteTests(Map.of(BLOCK, ServiceBusProjectionConformanceTest::project), Map.of())
            .onlyGroup(BLOCK);
    return SuiteDirectories.load().stream().map(tests::of);
  }

  private static void project(Case c) {
    byte[] body = c.file(c.fields().text("envelope_file"));
    JsonNode fields = c.fields().object("message");
    JsonNode properties = c.fields().object("application_properties");

    ServiceBusMessage message =
        ServiceBusProjection.of(
                body,
                new Fields(
                    new EnvelopeScanner().scan(body), List.of(), null, null, null, Instant.EPOCH))
            .message();

    JsonNode projected =
        JSON.valueToTree(
            Map.of(
                "subject", message.getSubject(),
                "correlation_id", message.getCorrelationId(),
                "message_id", message.getMessageId(),
                "content_type", message.getContentType()));
    assertThat(JsonValues.same(projected, fields)).as("fields %s", projected).isTrue();
    JsonNode made = JSON.valueToTree(message.getApplicationProperties());
    assertThat(JsonValues.same(made, properties)).as("properties %s", made).isTrue();
  }
}
