package com.babelqueue.connect.sink.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.broker.rabbitmq.RabbitMqProjection;
import com.babelqueue.connect.conformance.Case;
import com.babelqueue.connect.conformance.SuiteDirectories;
import com.babelqueue.connect.conformance.SuiteTests;
import com.babelqueue.connect.envelope.Envelope;
import com.babelqueue.connect.envelope.EnvelopeScanner;
import com.fasterxml.jackson.databind.JsonNode;
import com.rabbitmq.client.AMQP;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;

/** The suite's projection block, put to what makes the native fields. */
class RabbitMqConformanceTest {
  @TestFactory
  Stream<DynamicContainer> suites() {
    SuiteTests tests =
        new SuiteTests(
            Map.of("rabbitmq.property_projection", RabbitMqConformanceTest::assertProjection),
            Map.of());
    return SuiteDirectories.load().stream().map(tests.onlyGroup("rabbitmq")::of);
  }

  private static void assertProjection(Case c) throws Exception {
    Envelope envelope = new EnvelopeScanner().scan(c.file(c.fields().text("envelope_file")));

    AMQP.BasicProperties native0 = RabbitMqProjection.of(envelope, envelope.attempts(), List.of());

    Map<String, Object> properties = new HashMap<>();
    properties.put("type", native0.getType());
    properties.put("correlation_id", native0.getCorrelationId());
    properties.put("message_id", native0.getMessageId());
    properties.put("app_id", native0.getAppId());
    properties.put("content_type", native0.getContentType());
    assertThat(properties).isEqualTo(members(c.fields().value("properties")));
    assertThat(native0.getHeaders()).isEqualTo(members(c.fields().value("headers")));
  }

  private static Map<String, Object> members(JsonNode object) {
    Map<String, Object> members = new HashMap<>();
    object
        .properties()
        .forEach(
            member ->
                members.put(
                    member.getKey(),
                    member.getValue().isInt()
                        ? (Object) member.getValue().intValue()
                        : member.getValue().textValue()));
    return members;
  }
}
