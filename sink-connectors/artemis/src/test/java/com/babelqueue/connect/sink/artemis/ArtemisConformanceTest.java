package com.babelqueue.connect.sink.artemis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.conformance.Case;
import com.babelqueue.connect.conformance.SuiteDirectories;
import com.babelqueue.connect.conformance.SuiteTests;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;

/** The suite's projection block, put to the sender alone. */
class ArtemisConformanceTest extends SenderFixture {
  private static final String BLOCK = "artemis.property_projection";

  @TestFactory
  Stream<DynamicContainer> suites() throws Exception {
    open(Map.of());
    SuiteTests tests = new SuiteTests(Map.of(BLOCK, this::projection), Map.of());
    return SuiteDirectories.load().stream().map(tests.onlyGroup(BLOCK)::of);
  }

  private void projection(Case c) throws Exception {
    String body = new String(c.file(c.fields().text("envelope_file")), UTF_8);

    deliver(probe(body));

    Message message = takeOne();
    RawMessage raw = RawMessage.of(message);
    assertThat(((TextMessage) message).getText()).isEqualTo(body);
    assertThat(message.getJMSType()).isEqualTo(c.fields().text("jms_type"));
    assertThat(raw.annotations())
        .isEqualTo(Map.of(c.fields().text("jms_type_annotation"), c.fields().text("jms_type")));
    assertThat(raw.properties().getCorrelationId()).isEqualTo(c.fields().text("correlation_id"));
    ObjectNode properties = JsonNodeFactory.instance.objectNode();
    raw.applicationProperties().forEach((name, value) -> properties.put(name, (String) value));
    assertThat((JsonNode) properties).isEqualTo(c.fields().value("properties"));
  }
}
